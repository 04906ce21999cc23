package mgcp

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/core"
	"osmo-mgw-go/internal/needs"
)

// client is a process of testdata/client.c: a call agent on Osmocom's MGCP client library, on its usual port 2727.
type client struct {
	testing.TB
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

// clientProgram compiles testdata/client.c.
func clientProgram(t *testing.T) string {
	t.Helper()
	cc := needs.Program(t, "cc", "gcc")
	pkgConfig := needs.Program(t, "pkg-config", "pkg-config")
	flags, err := exec.Command(pkgConfig, "--cflags", "--libs", "libosmo-mgcp-client", "libosmocore", "libosmovty", "talloc").Output()
	if err != nil {
		needs.Missing(t, "libosmo-mgcp-client-dev, libosmocore-dev and libtalloc-dev")
	}
	program := filepath.Join(t.TempDir(), "client")
	args := append([]string{"-Wall", "-o", program, "testdata/client.c"}, strings.Fields(string(flags))...)
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("compile client.c: %v\n%s", err, out)
	}
	return program
}

// startClient starts the call agent; the first that it does is to reset all endpoints.
func startClient(t *testing.T, program string, mgcpPort uint16) *client {
	t.Helper()
	config := filepath.Join(t.TempDir(), "client.cfg")
	text := fmt.Sprintf("test-mgw\n mgw local-ip 127.0.0.1\n mgw local-port 2727\n mgw remote-ip 127.0.0.1\n mgw remote-port %d\n mgw reset-endpoint rtpbridge/*\n", mgcpPort)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &client{TB: t, cmd: exec.Command(program, config), lines: make(chan string, 100)}
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.cmd.Stderr = os.Stderr
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			c.lines <- s.Text()
		}
		close(c.lines)
	}()
	t.Cleanup(c.kill)
	c.want("ready")
	return c
}

func (c *client) kill() {
	if c.cmd.ProcessState == nil {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
	}
}

// do types command lines.
func (c *client) do(lines ...string) {
	c.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n"); err != nil {
		c.Fatal(err)
	}
}

// next is the next line that the client prints.
func (c *client) next() string {
	c.Helper()
	select {
	case line, ok := <-c.lines:
		if !ok {
			c.Fatal("the client has ended")
		}
		return line
	case <-time.After(patience):
		c.Fatal("the client says nothing")
	}
	return ""
}

// want waits for a line with that beginning and returns its further words.
func (c *client) want(prefix string) []string {
	c.Helper()
	line := c.next()
	rest, ok := strings.CutPrefix(line, prefix)
	if !ok {
		c.Fatalf("client says %q, want %q", line, prefix)
	}
	return strings.Fields(rest)
}

// eventually waits until something holds: requests of the client whose answers it does not tell.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

func (c *control) connections() (n int) {
	for _, trunk := range c.Snapshot(true) {
		n += trunk.Connections
	}
	return n
}

// A real call agent: start-up reset, create, modify, delete, wildcards, two calls at once, keep-alive.
func TestRealClient(t *testing.T) {
	program := clientProgram(t)
	gw := newControl(t, nil)
	stale := gw.dial("127.0.0.1:0", gw.addr)
	stale.ask("CRCX 1 rtpbridge/3@mgw MGCP 1.0\nC: stale\nM: recvonly\n")

	c := startClient(t, program, gw.addr.Port())
	eventually(t, "the client's start-up reset empties the gateway", func() bool { return gw.connections() == 0 })

	c.do("auep null@mgw")
	c.want("auep 200")

	c.do("new a", "crcx a left 1 0")
	left := c.want("ok CRCX a left ")
	if left[0] != "rtpbridge/1@mgw" || left[2] != "::1" {
		t.Errorf("created %v", left)
	}
	c.do("crcx a right 1 4002")
	right := c.want("ok CRCX a right ")
	if right[0] != left[0] || right[2] != "127.0.0.1" {
		t.Errorf("created %v beside %v", right, left)
	}
	c.do("mdcx a left 1 4000")
	if moved := c.want("ok MDCX a left "); moved[1] != left[1] || moved[2] != "127.0.0.1" || moved[3] == left[3] {
		t.Errorf("modified to %v from %v", moved, left)
	}
	e, _ := gw.EndpointSnapshot("rtpbridge/1@mgw")
	if len(e.Connections) != 2 || e.Connections[1].RemotePort != 4000 || e.Connections[1].Codec.Name != "AMR" {
		t.Errorf("gateway has %+v", e)
	}
	c.do("dlcx a left")
	eventually(t, "one connection is deleted", func() bool { return gw.connections() == 1 })

	// Two calls at once, requests in flight at the same time.
	c.do("new b", "new d", "crcx b left 2 4100", "crcx d left 3 4200")
	first, second := c.next(), c.next()
	if !strings.HasPrefix(first, "ok CRCX ") || !strings.HasPrefix(second, "ok CRCX ") || strings.Fields(first)[4] == strings.Fields(second)[4] {
		t.Errorf("two calls at once got %q and %q", first, second)
	}
	c.do("clear b", "clear d", "clear a")
	for range 3 {
		c.want("gone ")
	}
	eventually(t, "all calls are gone", func() bool { return gw.connections() == 0 })
}

// MENDS 1: the client is killed after five calls and started again at once, with transaction ids from 1 and call ids from
// 1 from the same port. Everything that it asks is carried out, its start-up reset included.
func TestRealClientIsStartedAgain(t *testing.T) {
	program := clientProgram(t)
	gw := newControl(t, nil)
	seen := map[string]bool{}
	for life := range 3 {
		c := startClient(t, program, gw.addr.Port())
		for i := range 5 {
			c.do(fmt.Sprintf("new c%d", i), fmt.Sprintf("crcx c%d left %d 0", i, i+1))
			answer := c.want(fmt.Sprintf("ok CRCX c%d left ", i))
			if want := fmt.Sprintf("rtpbridge/%d@mgw", i+1); answer[0] != want || seen[answer[1]] {
				t.Errorf("life %d: call %d is on %s, want %s; connection %s was seen before: %v", life, i, answer[0], want, answer[1], seen[answer[1]])
			}
			seen[answer[1]] = true
		}
		if n := gw.connections(); n != 5 {
			t.Errorf("life %d: %d connections, want 5", life, n)
		}
		c.kill()
	}
}

// The gateway is started again in mid-call: the client's next request fails, and new calls work.
func TestGatewayIsStartedAgain(t *testing.T) {
	program := clientProgram(t)
	gw := newControl(t, nil)
	c := startClient(t, program, gw.addr.Port())
	c.do("new a", "crcx a left 1 4000")
	c.want("ok CRCX a left ")
	gw.Close()

	gw = newControl(t, func(cfg *core.Config) { cfg.BindPort = int(gw.addr.Port()) })
	c.do("mdcx a left 1 4002")
	if line := c.next(); !strings.HasPrefix(line, "failed MDCX a left") && !strings.HasPrefix(line, "gone a") {
		t.Errorf("MDCX of a call of the former gateway: %q", line)
	}
	c.do("new b", "crcx b left 2 4100")
	for line := c.next(); !strings.HasPrefix(line, "ok CRCX b left rtpbridge/1@mgw "); line = c.next() {
		if !strings.HasPrefix(line, "gone a") {
			t.Fatalf("new call: %q", line)
		}
	}
}
