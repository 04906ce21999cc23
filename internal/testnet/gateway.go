package testnet

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long the harness waits for anything. Tests wait for what they expect, never for a time; this only
// bounds them on a machine under load.
var patience = 20 * time.Second

func init() {
	if Race {
		patience = time.Minute
	}
}

// Gateway is a running gateway process.
type Gateway struct {
	Config Config
	Dir    string // its working directory; the configuration file is osmo-mgw.cfg in it
	Stderr Output
	Stdout Output

	cmd    *exec.Cmd
	exited chan struct{}
	state  *os.ProcessState
}

// Output collects what a process writes; it may be read while the process runs.
type Output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *Output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(b)
}

func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// Option changes how a gateway is started.
type Option func(*exec.Cmd)

// Env adds a variable (NAME=VALUE) to its environment.
func Env(assignment string) Option {
	return func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, assignment) }
}

// Args adds words to its command line.
func Args(words ...string) Option {
	return func(cmd *exec.Cmd) { cmd.Args = append(cmd.Args, words...) }
}

// Start starts the gateway with a configuration and waits until it answers MGCP. When the test ends, the gateway is
// ended too, and the test fails if it had died before or said anything of a crash.
func Start(t testing.TB, config Config, options ...Option) *Gateway {
	t.Helper()
	g := Launch(t, config, append([]Option{Args("-c", "osmo-mgw.cfg")}, options...)...)
	g.WaitReady(t)
	return g
}

// Launch starts the gateway's process and does not wait. The configuration is written to osmo-mgw.cfg in its working
// directory; the command line has to name it.
func Launch(t testing.TB, config Config, options ...Option) *Gateway {
	t.Helper()
	return launch(t, Binary(t), config, config.String(), options)
}

// LaunchText is Launch with the text of a configuration file, which may be broken.
func LaunchText(t testing.TB, text string, options ...Option) *Gateway {
	t.Helper()
	return launch(t, Binary(t), Config{}, text, options)
}

func launch(t testing.TB, binary string, config Config, text string, options []Option) *Gateway {
	t.Helper()
	g := &Gateway{Config: config, Dir: t.TempDir(), exited: make(chan struct{})}
	if err := os.WriteFile(g.Path("osmo-mgw.cfg"), []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	g.cmd = exec.Command(binary)
	g.cmd.Dir = g.Dir
	g.cmd.Env = append(os.Environ(), "PWD="+g.Dir)
	g.cmd.Stdout, g.cmd.Stderr = &g.Stdout, &g.Stderr
	for _, o := range options {
		o(g.cmd)
	}
	if err := g.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = g.cmd.Wait() // the state tells all
		g.state = g.cmd.ProcessState
		close(g.exited)
	}()
	t.Cleanup(func() { g.finish(t) })
	return g
}

// Path returns the path of a file in the gateway's working directory.
func (g *Gateway) Path(name string) string { return filepath.Join(g.Dir, name) }

// PID is the gateway's process id.
func (g *Gateway) PID() int { return g.cmd.Process.Pid }

// Running says whether the process lives.
func (g *Gateway) Running() bool {
	select {
	case <-g.exited:
		return false
	default:
		return true
	}
}

// Signal sends a signal.
func (g *Gateway) Signal(t testing.TB, s syscall.Signal) {
	t.Helper()
	if err := g.cmd.Process.Signal(s); err != nil {
		t.Fatalf("signal %v: %v", s, err)
	}
}

// WaitExit waits for the process to end and returns its exit status, or minus the signal that killed it.
func (g *Gateway) WaitExit(t testing.TB) int {
	t.Helper()
	select {
	case <-g.exited:
	case <-time.After(patience):
		t.Fatalf("gateway still runs; standard error:\n%s", g.Stderr.String())
	}
	ws := g.state.Sys().(syscall.WaitStatus)
	if ws.Signaled() {
		return -int(ws.Signal())
	}
	return ws.ExitStatus()
}

// WaitReady waits until the MGCP socket, which is opened last, is there.
func (g *Gateway) WaitReady(t testing.TB) {
	t.Helper()
	Eventually(t, "an open MGCP socket", func() error {
		if !g.Running() {
			t.Fatalf("gateway ended with %d before it was ready; standard error:\n%s", g.WaitExit(t), g.Stderr.String())
		}
		return udpBound(g.PID(), g.Config.MGCP)
	})
}

// udpBound returns nil once a process of that network namespace has bound a UDP port.
func udpBound(pid, port int) error {
	suffix := fmt.Sprintf(":%04X", port)
	for _, table := range []string{"udp", "udp6"} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for _, line := range strings.Split(string(text), "\n") {
			if f := strings.Fields(line); len(f) > 1 && strings.HasSuffix(f[1], suffix) {
				return nil
			}
		}
	}
	return fmt.Errorf("nobody has bound port %d", port)
}

// WaitDrained waits until the gateway has read all that came to its UDP sockets.
func (g *Gateway) WaitDrained(t testing.TB) {
	t.Helper()
	Eventually(t, "empty receive buffers", func() error {
		for _, table := range []string{"udp", "udp6"} {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", g.PID(), table))
			if err != nil {
				return err
			}
			for _, line := range strings.Split(string(text), "\n")[1:] {
				f := strings.Fields(line)
				if len(f) < 5 || strings.HasSuffix(f[4], ":00000000") {
					continue
				}
				hex := f[1][strings.LastIndexByte(f[1], ':')+1:]
				port, _ := strconv.ParseUint(hex, 16, 16)
				if p := int(port); p == g.Config.MGCP || p >= g.Config.RTPFirst && p <= g.Config.RTPLast {
					return fmt.Errorf("port %d has %s waiting", p, f[4])
				}
			}
		}
		return nil
	})
}

// Files counts the open descriptors of the gateway.
func (g *Gateway) Files(t testing.TB) int {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(g.PID()), "fd"))
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// crash matches what Go's runtime, or the race detector, writes when something went wrong.
var crash = regexp.MustCompile(`(?m)^(panic:|fatal error:|goroutine \d+ \[|WARNING: DATA RACE|runtime: )`)

// finish ends the process and looks at how it ended.
func (g *Gateway) finish(t testing.TB) {
	if g.Running() {
		_ = g.cmd.Process.Signal(syscall.SIGTERM)
	}
	select {
	case <-g.exited:
	case <-time.After(patience):
		_ = g.cmd.Process.Kill()
		t.Error("gateway did not end on SIGTERM")
		<-g.exited
	}
	if text := g.Stderr.String(); crash.MatchString(text) {
		t.Errorf("gateway crashed:\n%s", text)
	} else if t.Failed() {
		t.Logf("gateway's standard error:\n%s", text)
	}
}

// Eventually asks again and again until check finds no error, and fails the test with the last one.
func Eventually(t testing.TB, what string, check func() error) {
	t.Helper()
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if err = check(); err == nil {
			return
		}
	}
	t.Fatalf("waited %v for %s: %v", patience, what, err)
}
