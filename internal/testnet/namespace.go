package testnet

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// insideEnv marks the test program that already runs in its namespace.
const insideEnv = "MGW_TESTNET_INSIDE"

// Main runs the tests of a package in a network namespace of their own and exits with their status.
func Main(m *testing.M) {
	if os.Getenv(insideEnv) != "" {
		if err := raiseLoopback(); err != nil {
			fmt.Fprintln(os.Stderr, "testnet: loopback stays down:", err)
			os.Exit(1)
		}
		os.Exit(runTests(m))
	}
	status, err := again()
	if err == nil {
		os.Exit(status)
	}
	fmt.Fprintf(os.Stderr, "testnet: no network namespace (%v); one test program at a time\n", err)
	release, err := lock()
	if err != nil {
		fmt.Fprintln(os.Stderr, "testnet:", err)
		os.Exit(1)
	}
	status = runTests(m)
	release()
	os.Exit(status)
}

func runTests(m *testing.M) int {
	defer removeBinary()
	return m.Run()
}

// again runs this program once more in a new network namespace. The error says that it could not be started.
func again() (status int, err error) {
	// The kernel kills the child when the thread that started it ends, not the process.
	runtime.LockOSThread()
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(self, os.Args[1:]...)
	cmd.Env = append(os.Environ(), insideEnv+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNET, Pdeathsig: unix.SIGKILL}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= unix.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	err = cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		if status = exit.ExitCode(); status < 0 {
			status = 2 // killed by a signal
		}
		return status, nil
	}
	return 0, err
}

// raiseLoopback brings up lo, with 127.0.0.0/8 and ::1, in a namespace where it is still down.
func raiseLoopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	ifr, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, ifr); err != nil {
		return err
	}
	ifr.SetUint16(ifr.Uint16() | unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, ifr)
}

// lock waits until no other test program without a namespace runs on this machine.
func lock() (release func(), err error) {
	f, err := os.OpenFile(filepath.Join(os.TempDir(), "osmo-mgw-go-tests.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		return nil, fmt.Errorf("wait for %s: %w", f.Name(), err)
	}
	return func() { f.Close() }, nil
}
