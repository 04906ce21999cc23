package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// A Go program cannot fork: its other threads would be missing in the child. So -D starts the program once more, in a
// session of its own and with one end of a pipe; the child starts as usual, with the parent's standard streams for its
// messages, and writes into the pipe when all sockets are open. The parent then ends with status 0, or, where the child ended
// before, with the child's.

// daemonPipe is the environment variable that tells the child its end of the pipe.
const daemonPipe = "OSMO_MGW_GO_READY_FD"

// becomeDaemon is the parent's side. It returns false where there is nothing to do: process 1 started us, or we are the
// child already.
func becomeDaemon(stderr io.Writer) (status int, done bool) {
	if os.Getppid() == 1 || os.Getenv(daemonPipe) != "" {
		return 0, false
	}
	status, err := startDaemon()
	if err != nil {
		fmt.Fprintf(stderr, "%s: cannot go to the background: %v\n", programName, err)
		return exitDaemonise, true
	}
	return status, true
}

func startDaemon() (status int, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	ready, childEnd, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer ready.Close()
	child := exec.Command(self, os.Args[1:]...)
	child.Args[0] = os.Args[0]
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	child.ExtraFiles = []*os.File{childEnd}
	child.Env = append(os.Environ(), daemonPipe+"="+strconv.Itoa(3))
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		childEnd.Close()
		return 0, err
	}
	childEnd.Close()
	if n, _ := ready.Read(make([]byte, 1)); n == 1 {
		return exitOK, nil
	}
	err = child.Wait()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.Exited() {
		return exit.ExitCode(), nil
	}
	return 0, fmt.Errorf("the background process ended early: %v", err)
}

// detach is the child's side, called when all sockets are open: no working directory that could be unmounted, no file mode
// mask, no standard streams; then the parent may go. It does nothing in a process that is no daemon.
func detach() error {
	fd, err := strconv.Atoi(os.Getenv(daemonPipe))
	if err != nil {
		return nil
	}
	os.Unsetenv(daemonPipe)
	unix.Umask(0)
	if err := os.Chdir("/tmp"); err != nil {
		return err
	}
	null, err := unix.Open("/dev/null", unix.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("/dev/null: %w", err)
	}
	for stream := range 3 {
		if err := unix.Dup3(null, stream, 0); err != nil {
			return fmt.Errorf("redirect standard streams: %w", err)
		}
	}
	unix.Close(null)
	pipe := os.NewFile(uintptr(fd), "ready")
	defer pipe.Close()
	_, err = pipe.Write([]byte{1})
	return err
}
