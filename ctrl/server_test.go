package ctrl

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patient is how long a test waits for what must come.
const patient = 10 * time.Second

func newServer(t testing.TB, sessions int) *Server {
	t.Helper()
	options := Options{Registry: newRegistry(t)}
	if sessions != 0 {
		options.Sessions = func() int { return sessions }
	}
	s, err := Listen("127.0.0.1:0", options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func dial(t testing.TB, s *Server) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	conn.SetDeadline(time.Now().Add(patient))
	t.Cleanup(func() { conn.Close() })
	return conn
}

func frame(text string) []byte {
	return append([]byte{byte((len(text) + 1) >> 8), byte(len(text) + 1), 0xee, 0}, text...)
}

func send(t testing.TB, conn net.Conn, octets []byte) {
	t.Helper()
	if _, err := conn.Write(octets); err != nil {
		t.Fatal(err)
	}
}

// receive returns the next frame, head and all.
func receive(t testing.TB, conn net.Conn) []byte {
	t.Helper()
	head := make([]byte, 3)
	if _, err := io.ReadFull(conn, head); err != nil {
		t.Fatal(err)
	}
	payload := make([]byte, binary.BigEndian.Uint16(head))
	if _, err := io.ReadFull(conn, payload); err != nil {
		t.Fatal(err)
	}
	return append(head, payload...)
}

func expect(t testing.TB, conn net.Conn, want []byte) {
	t.Helper()
	if got := receive(t, conn); !bytes.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func expectEnd(t testing.TB, conn net.Conn) {
	t.Helper()
	if rest, err := io.ReadAll(conn); err != nil && !strings.Contains(err.Error(), "reset") || len(rest) > 0 {
		t.Errorf("%q and %v, want the end", rest, err)
	}
}

const (
	ask   = "GET 7 stat_item.last.trunk.0.endpoints:total"
	told  = "GET_REPLY 7 stat_item.last.trunk.0.endpoints:total 3"
	wrong = "ERROR err Request malformed"
)

// Frames come several at once and in pieces; messages of the IPA connection and empty frames stand between.
func TestFrames(t *testing.T) {
	conn := dial(t, newServer(t, 0))
	var all []byte
	for _, f := range [][]byte{frame(ask), {0, 1, 0xfe, 0}, {0, 0, 0xee}, {0, 1, 0xfe, 5}, {0, 1, 0xfe, 6}, frame(""), frame(ask)} {
		all = append(all, f...)
	}
	for _, piece := range [][]byte{all[:2], all[2:30], all[30:]} {
		send(t, conn, piece)
	}
	expect(t, conn, frame(told))
	expect(t, conn, []byte{0, 1, 0xfe, 1})
	expect(t, conn, []byte{0, 1, 0xfe, 6})
	expect(t, conn, frame(wrong))
	expect(t, conn, frame(told))
}

// A frame of exactly 1,200 octets makes osmo-mgw 1.15 abort.
func TestLongestFrameIsAnswered(t *testing.T) {
	conn := dial(t, newServer(t, 0))
	longest := frame(ask + strings.Repeat(" ", 1200-4-len(ask)))
	if len(longest) != 1200 {
		t.Fatal(len(longest))
	}
	send(t, conn, longest)
	expect(t, conn, frame(told))
	send(t, conn, frame(ask+strings.Repeat(" ", 1201-4-len(ask))))
	expectEnd(t, conn)
}

func TestForeignProtocolsEndTheSession(t *testing.T) {
	s := newServer(t, 0)
	for _, octets := range [][]byte{{0, 1, 0xed, 0}, {0, 2, 0xee, 1, 'x'}, []byte("GET / HTTP/1.1\r\n\r\n")} {
		conn := dial(t, s)
		send(t, conn, octets)
		expectEnd(t, conn)
	}
}

func TestSessionsAreLimited(t *testing.T) {
	s := newServer(t, 2)
	first, second := dial(t, s), dial(t, s)
	for _, conn := range []net.Conn{first, second} {
		send(t, conn, frame(ask))
		expect(t, conn, frame(told))
	}
	third := dial(t, s)
	expect(t, third, frame("ERROR err too many CTRL sessions, at most 2"))
	expectEnd(t, third)
	first.Close()
	for deadline := time.Now().Add(patient); ; time.Sleep(10 * time.Millisecond) {
		conn := dial(t, s)
		send(t, conn, frame(ask))
		if bytes.Equal(receive(t, conn), frame(told)) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no room after a client has gone")
		}
	}
}

// A client that never reads waits alone.
func TestStuckClientHoldsUpNobody(t *testing.T) {
	s := newServer(t, 0)
	stuck := dial(t, s)
	go func() {
		request := bytes.Repeat(frame("GET 1 rate_ctr.abs.mgcp.0"), 100)
		for {
			if _, err := stuck.Write(request); err != nil {
				return
			}
		}
	}()
	for range 100 {
		conn := dial(t, s)
		send(t, conn, frame(ask))
		expect(t, conn, frame(told))
		conn.Close()
	}
}

func TestPortInUse(t *testing.T) {
	s := newServer(t, 0)
	if second, err := Listen(s.Addr().String(), Options{}); err == nil {
		second.Close()
		t.Fatal("the port was opened twice")
	} else if !strings.Contains(err.Error(), "address already in use") {
		t.Error(err)
	}
}

// Whatever comes in, what goes out are whole frames, and the end of input is the end of the session.
func FuzzFraming(f *testing.F) {
	f.Add(frame(ask))
	f.Add([]byte{0, 0, 0xee, 0, 1, 0xfe, 0})
	f.Add([]byte{0xff, 0xff, 0xee, 0})
	f.Add([]byte{0, 2, 0xee, 0})
	s := &Server{options: Options{Registry: newRegistry(f)}}
	f.Fuzz(func(t *testing.T, octets []byte) {
		var answers bytes.Buffer
		if err := s.converse(bytes.NewReader(octets), &answers); err == nil {
			t.Error("no end")
		}
		out := answers.Bytes()
		for len(out) > 0 {
			if len(out) < 4 || len(out) < 3+int(binary.BigEndian.Uint16(out)) {
				t.Fatalf("a torn frame at the end: %q", out)
			}
			out = out[3+binary.BigEndian.Uint16(out):]
		}
	})
}
