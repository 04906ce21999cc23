package live

import (
	"bytes"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	_ "osmo-mgw-go/iobackend/epoll"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/process"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/stats"
	"osmo-mgw-go/vty"
	"osmo-mgw-go/vty/mgw"
	"osmo-mgw-go/vty/telnet"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bed is a gateway with its VTY on telnet.
type bed struct {
	*testing.T
	engine  *vty.Engine
	logs    *logging.System
	packets *pktio.Engine
	address string
}

func newBed(t *testing.T) *bed {
	packets, err := pktio.New(pktio.Config{Backend: "epoll"})
	if err != nil {
		t.Fatal(err)
	}
	lines, io, logs := &e1.Lines{}, mgw.NewIO(), logging.New("OsmoMGW")
	gateway := core.New(core.Options{Plane: core.NewDataPlane(relay.NewPlane(packets)), Lines: lines})
	registry := stats.NewRegistry(logs.Logger())
	engine := mgw.New(vty.Options{Name: "OsmoMGW"}, mgw.Parts{Gateway: gateway, Lines: lines, Threads: process.NewThreads("test"), IO: io, Logs: logs, Stats: registry})
	sampler := NewSampler(Parts{Gateway: gateway, Engine: io.Engine})
	AddCommand(engine, sampler, logs)
	if _, err := engine.Read("test.cfg", []byte("mgcp\n bind ip 127.0.0.1\n bind port 0\n")); err != nil {
		t.Fatal(err)
	}
	if err := gateway.Start(); err != nil {
		t.Fatal(err)
	}
	io.Attach(packets)
	server, err := telnet.Listen(engine, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve()
	t.Cleanup(func() {
		engine.Close()
		server.Close()
		sampler.Close()
		gateway.Close()
		packets.Close()
		registry.Close()
		logs.Close(time.Second)
	})
	return &bed{t, engine, logs, packets, server.Addr().String()}
}

// client is a telnet client that keeps all that it is shown.
type client struct {
	*testing.T
	net.Conn
	mu    sync.Mutex
	shown bytes.Buffer
	ended chan struct{}
}

func (b *bed) dial() *client {
	b.Helper()
	conn, err := net.Dial("tcp", b.address)
	if err != nil {
		b.Fatal(err)
	}
	c := &client{T: b.T, Conn: conn, ended: make(chan struct{})}
	b.Cleanup(func() {
		conn.Close()
		<-c.ended
	})
	go func() {
		defer close(c.ended)
		buffer := make([]byte, 4096)
		for {
			n, err := conn.Read(buffer)
			c.mu.Lock()
			c.shown.Write(buffer[:n])
			c.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return c
}

// size tells the size of the window (RFC 1073).
func (c *client) size(width, height byte) *client {
	return c.send(string([]byte{255, 251, 31, 255, 250, 31, 0, width, 0, height, 255, 240}))
}

func (c *client) send(text string) *client {
	c.Helper()
	if _, err := c.Write([]byte(text)); err != nil {
		c.Fatal(err)
	}
	return c
}

// expect waits for a text in what was shown since the last one.
func (c *client) expect(text string) *client {
	c.Helper()
	for range 500 {
		c.mu.Lock()
		at := bytes.Index(c.shown.Bytes(), []byte(text))
		if at >= 0 {
			c.shown.Next(at + len(text))
			c.mu.Unlock()
			return c
		}
		c.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	c.Fatalf("no %q in %q", text, c.shown.String())
	return nil
}

func TestScreenNeedsAWindow(t *testing.T) {
	b := newBed(t)
	b.dial().expect("> ").send("tui\r\n").expect("does not say how large it is").expect("> ")
	b.dial().expect("> ").size(79, 24).send("tui\r\n").expect("79 columns and 24 lines; 80x24 are needed").expect("> ")
	var out strings.Builder
	if err := b.engine.Exec(vty.User{}, []string{"tui"}, &out); err == nil || !strings.Contains(out.String(), "needs a terminal") {
		t.Errorf("without a terminal: %v, %s", err, &out)
	}
}

// The operator changes the engine, sees what was logged, and comes back to the VTY.
func TestOperate(t *testing.T) {
	b := newBed(t)
	c := b.dial().expect("> ").size(80, 24).send("enable\r\n").expect("# ").send("tui\r\n").expect("The last minute")
	c.send("3").expect("least-loaded").send("n").expect("Number of queues").send("2\r").expect("no packet is lost").send("y").expect("Done")
	if n := len(b.packets.Snapshot().Queues); n != 2 {
		t.Errorf("%d queues", n)
	}
	b.logs.Logger().Log(logging.LMGCP, logging.Error, "something to see")
	c.send("5").expect("something to see")
	c.send(":show io que\t\r").expect("said by").send("\x1b").expect("Level notice")
	c.send("q").expect("OsmoMGW# ").send("who\r\n").expect("vty[1]")
	if targets := b.logs.Logger().Enabled(logging.LMGCP, logging.Error); targets {
		t.Error("the screen's log target is left behind")
	}
}

// From the view node nothing changes: neither by keys nor by the command line, which does not become enabled either.
func TestViewersLook(t *testing.T) {
	b := newBed(t)
	c := b.dial().expect("> ").size(80, 24).send("tui\r\n").expect("view only")
	c.send("3").expect("least-loaded").send("n").expect("may only look")
	c.send(":enable\r").expect("Not allowed")
	c.send(":configure terminal\r").expect("Unknown command")
	c.send("q").expect("OsmoMGW> ")
	if n := len(b.packets.Snapshot().Queues); n != 1 {
		t.Errorf("%d queues", n)
	}
}

func TestWindowGrows(t *testing.T) {
	b := newBed(t)
	c := b.dial().expect("> ").size(80, 24).send("tui\r\n").expect("The last minute")
	c.size(20, 5).expect("Too small").size(200, 60).expect("The last minute").send("q").expect("> ")
}

// Clients that go without a word, or do not read, leave nothing behind and hold nobody up.
func TestClientsThatGo(t *testing.T) {
	b := newBed(t)
	for range 20 {
		b.dial().expect("> ").size(200, 60).send("tui\r\n").expect("The last minute").Close()
	}
	c := b.dial().expect("> ")
	for range 500 {
		c.send("who\r\n").expect("> ")
		c.mu.Lock()
		c.shown.Reset()
		c.mu.Unlock()
		if !strings.Contains(b.who(), "vty[2]") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("sessions are left: %s", b.who())
}

// who lists the sessions.
func (b *bed) who() string {
	var out strings.Builder
	if err := b.engine.Exec(vty.User{Role: vty.Viewer}, []string{"who"}, &out); err != nil {
		b.Fatal(err)
	}
	return out.String()
}

// A log target that a session without a terminal opens ends with it.
func TestSessionLogWithoutATerminal(t *testing.T) {
	b := newBed(t)
	var out strings.Builder
	if err := b.engine.Exec(vty.User{}, []string{"logging enable"}, &out); err != nil {
		t.Fatal(err, out.String())
	}
	if b.logs.Logger().Enabled(logging.LMGCP, logging.Fatal) {
		t.Error("the target is left behind")
	}
}
