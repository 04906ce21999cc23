package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/internal/testnet"
)

// What ends the process ends it as the signal's default does.
func TestSignalsThatEnd(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT} {
		t.Run(s.String(), func(t *testing.T) {
			g := testnet.Start(t, testnet.NewConfig(t))
			g.Signal(t, s)
			if status := g.WaitExit(t); status != -int(s) {
				t.Errorf("exit status %d, want %d", status, -int(s))
			}
			if s == syscall.SIGABRT && !strings.Contains(g.Stdout.String(), "signal 6 received\n") {
				t.Errorf("standard output: %q", g.Stdout.String())
			}
		})
	}
}

func TestSignalsThatDoNotEnd(t *testing.T) {
	g := testnet.Start(t, testnet.NewConfig(t))
	for _, s := range []syscall.Signal{syscall.SIGPIPE, syscall.SIGALRM, syscall.SIGIO, syscall.SIGHUP, syscall.SIGUSR1} {
		g.Signal(t, s)
	}
	testnet.Eventually(t, "the report of SIGUSR1", func() error {
		if !strings.Contains(g.Stdout.String(), "signal 10 received\n") || !strings.Contains(g.Stderr.String(), "memory") {
			return fmt.Errorf("standard output %q, standard error %q", g.Stdout.String(), g.Stderr.String())
		}
		return nil
	})
	if r := testnet.NewAgent(t, g).Request(t, "AUEP", "null@mgw", "", ""); r.Code != 200 {
		t.Errorf("after the signals: %s", r.Text)
	}
}

// SIGHUP opens log files anew, as logrotate wants it.
func TestLogFileIsReopened(t *testing.T) {
	config := testnet.NewConfig(t)
	config.Top = append(config.Top, "log file x.log", " logging filter all 1", " logging print category-hex 0", " logging print file 0",
		" logging color 0", " logging level set-all notice")
	g := testnet.Start(t, config)
	v := testnet.NewVTY(t, g)
	logs := func(text string) {
		t.Helper()
		v.Command(t, "logp lmgcp fatal "+text)
		testnet.Eventually(t, "the line in the file", func() error {
			content, err := os.ReadFile(g.Path("x.log"))
			if err == nil && !strings.Contains(string(content), text) {
				err = fmt.Errorf("x.log has %q", content)
			}
			return err
		})
	}
	logs("one")
	if err := os.Rename(g.Path("x.log"), g.Path("x.log.1")); err != nil {
		t.Fatal(err)
	}
	g.Signal(t, syscall.SIGHUP)
	testnet.Eventually(t, "a new log file", func() error { _, err := os.Stat(g.Path("x.log")); return err })
	logs("two")
	if old, err := os.ReadFile(g.Path("x.log.1")); err != nil || strings.Contains(string(old), "two") {
		t.Errorf("the old file has %q, %v", old, err)
	}
}

// SIGUSR2 drains: the call that is up goes on, new ones are refused, and the end of the last call ends the process.
func TestDrain(t *testing.T) {
	g := testnet.Start(t, testnet.NewConfig(t))
	a := testnet.NewAgent(t, g)
	c := testnet.NewCall(t, a, "1", "127.0.0.1", "127.0.0.2")
	g.Signal(t, syscall.SIGUSR2)
	testnet.Eventually(t, "new calls to be refused", func() error {
		if r := a.Request(t, "CRCX", "rtpbridge/*@mgw", "C: 2\nM: recvonly", ""); r.Code != 403 {
			a.Request(t, "DLCX", r.Fields["Z"], "", "")
			return fmt.Errorf("CRCX: %s", r.Text)
		}
		return nil
	})
	c.Talk(t, 20, 0)
	c.Hangup(t)
	if status := g.WaitExit(t); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

// -D: the parent ends with 0 when all sockets are open; the child serves on, in /tmp, without standard streams.
func TestDaemon(t *testing.T) {
	config := testnet.NewConfig(t)
	g := testnet.Launch(t, config, testnet.Args("-D", "-c", "osmo-mgw.cfg"))
	if status := g.WaitExit(t); status != 0 {
		t.Fatalf("exit status of the parent: %d, %s", status, g.Stderr.String())
	}
	pid := daemonOf(t, g.Dir)
	defer syscall.Kill(pid, syscall.SIGTERM)
	if r := testnet.NewAgent(t, g).Request(t, "AUEP", "null@mgw", "", ""); r.Code != 200 {
		t.Errorf("the daemon answers %s", r.Text)
	}
	for name, want := range map[string]string{"cwd": "/tmp", "fd/0": "/dev/null", "fd/1": "/dev/null", "fd/2": "/dev/null"} {
		if got, err := os.Readlink(fmt.Sprintf("/proc/%d/%s", pid, name)); err != nil || got != want {
			t.Errorf("%s is %s (%v), want %s", name, got, err, want)
		}
	}
	if session, err := unix.Getsid(pid); err != nil || session != pid {
		t.Errorf("session %d (%v), want one of its own, %d", session, err, pid)
	}

	// A start that fails is the parent's failure.
	again := testnet.Launch(t, config, testnet.Args("-D", "-c", "osmo-mgw.cfg"))
	if status := again.WaitExit(t); status != 237 {
		t.Errorf("exit status of a daemon whose port is in use: %d", status)
	}
}

// daemonOf finds the process that was started with the configuration of a folder, by the PWD it inherited.
func daemonOf(t *testing.T, dir string) int {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		text, err := os.ReadFile(name)
		if err == nil && strings.Contains("\x00"+string(text), "\x00PWD="+dir+"\x00") {
			pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
			return pid
		}
	}
	t.Fatalf("no daemon was left running in %s", dir)
	return 0
}
