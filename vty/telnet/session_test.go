package telnet_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"osmo-mgw-go/vty"
)

// newEngine is an engine with a few commands that tests need.
func newEngine(t testing.TB) *vty.Engine {
	t.Helper()
	e := vty.New(vty.Options{Name: "Toy", Version: "1", Copyright: "Free.\n", Log: t.Logf})
	e.AddWords(vty.Words{"flood": "Print much", "<1-99999>": "Lines", "wait": "Wait", "go": "Let go", "panic": "Fail", "draw": "Full screen",
		"logging": "Log", "loud": "Log here", "logp": "Log a line", "LINE": "Words"})
	waiting, gate := make(chan struct{}), make(chan struct{})
	target := new(sessionLog)
	for _, node := range []string{vty.View, vty.Enable} {
		e.AddCommands(node,
			vty.Command{Syntax: "flood <1-99999>", Run: func(c *vty.Context, a vty.Args) error {
				for i := range a.Int(0) {
					c.Printf("%06d %s\n", i, strings.Repeat("x", 92))
				}
				return nil
			}},
			vty.Command{Syntax: "wait", Run: func(*vty.Context, vty.Args) error { // until somebody says go
				waiting <- struct{}{}
				<-gate
				return nil
			}},
			vty.Command{Syntax: "go", Run: func(c *vty.Context, _ vty.Args) error {
				<-waiting
				c.Printf("somebody waits\n")
				gate <- struct{}{}
				return nil
			}},
			vty.Command{Syntax: "panic", Run: func(*vty.Context, vty.Args) error { panic("oh") }},
			vty.Command{Syntax: "draw", Run: func(c *vty.Context, _ vty.Args) error { return c.FullScreen(draw) }},
			vty.Command{Syntax: "loud", Run: func(c *vty.Context, _ vty.Args) error {
				target.start(c.Session().LogWriter())
				c.Session().AttachLog(target)
				return nil
			}},
			vty.Command{Syntax: "logp LINE", Run: func(_ *vty.Context, a vty.Args) error {
				target.lines <- a.Word(0)
				return nil
			}},
		)
	}
	return e
}

// draw is a full-screen program: it shows its size and keys until q.
func draw(s *vty.Screen) error {
	w, h := s.Size()
	fmt.Fprintf(s, "[%dx%d]", w, h)
	key := make([]byte, 1)
	for {
		if _, err := s.Read(key); err != nil {
			return err
		}
		switch key[0] {
		case 'q':
			return vty.Failf("%% done")
		case 's':
			<-s.Resized()
			w, h := s.Size()
			fmt.Fprintf(s, "[%dx%d]", w, h)
		default:
			fmt.Fprintf(s, "<%02x>", key[0])
		}
	}
}

// sessionLog writes lines from a goroutine of its own, as log targets do.
type sessionLog struct {
	lines chan string
	flush chan chan struct{}
	ended chan struct{}
}

func (l *sessionLog) start(w io.Writer) {
	l.lines, l.flush, l.ended = make(chan string, 100), make(chan chan struct{}), make(chan struct{})
	go func() {
		defer close(l.ended)
		for {
			select {
			case line, ok := <-l.lines:
				if !ok {
					return
				}
				time.Sleep(time.Millisecond)
				fmt.Fprintf(w, "LOG %s\n", line)
			case done := <-l.flush:
				for len(l.lines) > 0 {
					fmt.Fprintf(w, "LOG %s\n", <-l.lines)
				}
				close(done)
			}
		}
	}()
}

func (l *sessionLog) Flush() {
	done := make(chan struct{})
	l.flush <- done
	<-done
}

func (l *sessionLog) Close() {
	close(l.lines)
	<-l.ended
}

// client is an operator's telnet.
type client struct {
	t    testing.TB
	conn *net.TCPConn
	seen []byte
}

func dial(t testing.TB, address string) *client {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &client{t: t, conn: conn.(*net.TCPConn)}
}

func (c *client) send(keys string) *client {
	c.t.Helper()
	if _, err := c.conn.Write([]byte(keys)); err != nil {
		c.t.Fatal(err)
	}
	return c
}

// expect reads until text has come, which must be all that has come, greeting aside.
func (c *client) expect(text string) *client {
	c.t.Helper()
	got := c.until(func(got []byte) bool {
		return len(got) >= len(text) && bytes.Contains(got, []byte(text[max(0, len(text)-6):]))
	})
	if got != text {
		c.t.Fatalf("got %q, want %q", got, text)
	}
	return c
}

// prompt reads until a prompt has come.
func (c *client) prompt() string {
	c.t.Helper()
	return c.until(func(got []byte) bool { return bytes.HasSuffix(got, []byte("> ")) || bytes.HasSuffix(got, []byte("# ")) })
}

func (c *client) until(enough func([]byte) bool) string {
	c.t.Helper()
	buf := make([]byte, 65536)
	_ = c.conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	for !enough(c.seen) {
		n, err := c.conn.Read(buf)
		c.seen = append(c.seen, buf[:n]...)
		if err != nil {
			c.t.Fatalf("%v; got %q", err, c.seen)
		}
	}
	got := string(c.seen)
	c.seen = nil
	return got
}

// rest reads until the connection ends.
func (c *client) rest() string {
	c.t.Helper()
	_ = c.conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	rest, err := io.ReadAll(c.conn)
	if err != nil && !errors.Is(err, syscall.ECONNRESET) {
		c.t.Fatalf("%v; got %d octets", err, len(rest))
	}
	rest = append(c.seen, rest...)
	c.seen = nil
	return string(rest)
}

func TestGreetingIsOneSegment(t *testing.T) {
	c := dial(t, serve(t, newEngine(t)))
	buf := make([]byte, 4096)
	n, err := c.conn.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	const want = "Welcome to the Toy VTY interface\r\n\r\nFree.\r\n\xff\xfb\x01\xff\xfb\x03\xff\xfe\x22\xff\xfd\x1fToy> "
	if string(buf[:n]) != want {
		t.Errorf("got %q", buf[:n])
	}
}

// TestStuckClient: who does not read is cut off, and nobody else notices.
func TestStuckClient(t *testing.T) {
	if testing.Short() {
		t.Skip("not run: TestStuckClient: needs some seconds")
	}
	address := serve(t, newEngine(t))
	stuck, other := dial(t, address), dial(t, address)
	stuck.prompt()
	other.prompt()
	stuck.send(strings.Repeat("flood 99999\r", 5))
	for deadline := time.Now().Add(15 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		answer := other.send("who\r").prompt()
		if strings.Count(answer, "vty[") == 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the stuck session is still there: %q", answer)
		}
	}
	// Nothing was lost before the end of what it gets, and the last line says why there is no more.
	rest := stuck.rest()
	if !strings.HasSuffix(rest, "\r\n% Closing: more than 1048576 octets of output were not read.\r\n") {
		t.Errorf("the last words are %q", rest[max(0, len(rest)-120):])
	}
}

// TestLongOutput: a client that does read gets all of it, however much that is.
func TestLongOutput(t *testing.T) {
	c := dial(t, serve(t, newEngine(t)))
	c.prompt()
	got := c.send("flood 50000\r").prompt()
	if n := strings.Count(got, "x\r\n"); n != 50000 {
		t.Errorf("%d lines", n)
	}
}

func TestWaitingCommandKeepsNobodyWaiting(t *testing.T) {
	address := serve(t, newEngine(t))
	one, two := dial(t, address), dial(t, address)
	one.prompt()
	two.prompt()
	one.send("wait\r")
	two.send("who\r").expect("who\r\n vty[1] \r\n vty[2] \r\nToy> ")
	two.send("go\r").expect("go\r\nsomebody waits\r\nToy> ")
	one.expect("wait\r\nToy> ")
}

func TestTooManySessions(t *testing.T) {
	e := newEngine(t)
	if _, err := e.Read("x", []byte("vty sessions 2\n")); err != nil {
		t.Fatal(err)
	}
	address := serve(t, e)
	one, two := dial(t, address), dial(t, address)
	one.prompt()
	two.prompt()
	if got := dial(t, address).rest(); got != "% Closing: there are 2 sessions already.\r\n" {
		t.Errorf("the third gets %q", got)
	}
	one.send("exit\r")
	if got := one.rest(); got != "" {
		t.Errorf("exit says %q", got)
	}
	for { // the place is free once the session has ended
		c := dial(t, address)
		buf := make([]byte, 4096)
		_ = c.conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		n, err := c.conn.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.HasPrefix(buf[:n], []byte("Welcome")) {
			break
		}
	}
}

func TestTooLongLine(t *testing.T) {
	c := dial(t, serve(t, newEngine(t)))
	c.prompt()
	c.send(strings.Repeat("a", 4096)).expect(strings.Repeat("a", 4096))
	c.send("\x15")
	c.until(func(got []byte) bool { return len(got) == 3*4096 })
	c.send(strings.Repeat("a", 4097))
	if got := c.rest(); !strings.HasSuffix(got, "a\r\n% Closing: the line is longer than 4096 octets.\r\n") {
		t.Errorf("got %q", got)
	}
}

func TestPanicEndsTheCommandOnly(t *testing.T) {
	c := dial(t, serve(t, newEngine(t)))
	c.prompt()
	c.send("panic\r").expect("panic\r\n% The command failed inside the program: oh\r\nToy> ")
	c.send("echo on\r").expect("echo on\r\non\r\nToy> ")
}

func TestNegotiationCutAnywhere(t *testing.T) {
	c := dial(t, serve(t, newEngine(t)))
	c.prompt()
	for _, octet := range []byte("\xff\xfb\x1f\xff\xfa\x1f\x01\xff\xff\x00\x18\xff\xf0\xff\xf4\x00\xff\xfd\x01ec\xff\xfe\x01ho x\xff\xff\r") {
		c.send(string([]byte{octet}))
		time.Sleep(time.Millisecond)
	}
	c.expect("echo x\r\nx\r\nToy> ")
	c.send("draw\r").expect("draw\r\n[511x24]")
}

func TestWindowSizeOfWrongLength(t *testing.T) {
	c := dial(t, serve(t, newEngine(t)))
	c.prompt()
	c.send("\xff\xfa\x1f\x00\x50\xff\xf0").expect("% Window size of 2 octets instead of 4\r\n")
	c.send("echo x\r").expect("echo x\r\nx\r\nToy> ")
}

func TestFullScreen(t *testing.T) {
	c := dial(t, serve(t, newEngine(t)))
	c.prompt()
	c.send("\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0")
	c.send("draw\r").expect("draw\r\n[80x24]")
	c.send("a\r\x1b[A").expect("<61><0d><1b><5b><41>")
	c.send("s\xff\xfa\x1f\x00\x64\x00\x20\xff\xf0").expect("[100x32]")
	c.send("q").expect("% done\r\nToy> ")
	c.send("echo x\r").expect("echo x\r\nx\r\nToy> ")
	c.send("draw\r").expect("draw\r\n[100x32]")
	c.conn.Close()
}

// TestSessionLog: what a command logs stands before what it prints afterwards, ends LF CR, and may come at any time.
func TestSessionLog(t *testing.T) {
	c := dial(t, serve(t, newEngine(t)))
	c.prompt()
	c.send("loud\r").expect("loud\r\nToy> ")
	for range 20 {
		c.send("logp hello\r").expect("logp hello\r\nLOG hello\n\rToy> ")
	}
	c.conn.Close()
}

// TestHalfClosed: a client that has sent all it has to say, like `nc` at the end of its input, gets its answers.
func TestHalfClosed(t *testing.T) {
	for _, keys := range []string{"echo one\necho two\n", "echo one\necho two\nexit\n"} {
		c := dial(t, serve(t, newEngine(t)))
		c.send(keys)
		if err := c.conn.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if got := c.rest(); !strings.HasSuffix(got, "Toy> echo one\r\none\r\nToy> echo two\r\ntwo\r\nToy> ") {
			t.Errorf("%q: got %q", keys, got)
		}
	}
}

// TestSoak: sessions with random keys, half-closed and stalled ones, leave nothing behind. MGW_SOAK says for how long.
func TestSoak(t *testing.T) {
	duration := 500 * time.Millisecond
	if d, err := time.ParseDuration(os.Getenv("MGW_SOAK")); err == nil {
		duration = d
	}
	e := newRecorded(t, "01-nodes.cfg")
	address := serve(t, e.Engine)
	descriptors := countDescriptors(t)
	end := time.Now().Add(duration)
	var all sync.WaitGroup
	for i := range uint64(8) {
		all.Go(func() {
			r := rand.New(rand.NewPCG(1, i))
			for time.Now().Before(end) {
				soakOnce(t, address, r, end)
			}
		})
	}
	all.Wait()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		var who bytes.Buffer
		if err := e.Exec(vty.User{}, []string{"who"}, &who); err != nil {
			t.Fatal(err)
		}
		now := countDescriptors(t)
		if who.Len() == 0 && now <= descriptors {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d descriptors, %d before; sessions:\n%s", now, descriptors, who.String())
		}
	}
}

func countDescriptors(t testing.TB) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// soakOnce has one session with random keys, which ends in one of several ways.
func soakOnce(t testing.TB, address string, r *rand.Rand, end time.Time) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	words := []string{"enable\r", "configure\r", "mgcp\r", "show ", "?", "\t", "list\r", "exit\r", "end\r", "\x1b[A", "\x04", "\x1a", "\x03",
		"show running-config\r", "domain x\r", "no ", "\xff\xfa\x1f\x00\x10\x00\x10\xff\xf0", "\x17", "\x15", "trunk 1\r", "show online-help\r"}
	stalls := r.IntN(4) == 0
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		if !stalls {
			_, _ = io.Copy(io.Discard, conn)
		}
	}()
	for range r.IntN(300) {
		keys := []byte(words[r.IntN(len(words))])
		if r.IntN(5) == 0 {
			keys = []byte{byte(r.IntN(256))}
		}
		_ = conn.SetWriteDeadline(end.Add(time.Second))
		if _, err := conn.Write(keys); err != nil {
			break // the session has ended, by `exit` most likely
		}
	}
	if r.IntN(2) == 0 {
		_ = conn.(*net.TCPConn).CloseWrite()
		if !stalls {
			<-drained
		}
	}
	conn.Close()
	<-drained
}
