package telnet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"time"

	"osmo-mgw-go/vty"
)

// filter is the net.Conn between a client and go-telnet, which cannot negotiate, gives up on commands that it does
// not know, and panics when a write fails. So the filter takes all commands out of the input; its Write always
// succeeds; and what has to go out with commands in it (the greeting) does not pass go-telnet, which would double
// them.
//
// Output waits in a vty.Output until the session has used up its input and go-telnet asks for more: so the answer to
// what came in one segment goes out in one.
type filter struct {
	net.Conn
	output  *vty.Output
	parser  parser
	size    atomic.Uint32 // width << 16 | height
	resized chan struct{}

	interrupted atomic.Bool
	closed      atomic.Bool
}

func newFilter(conn net.Conn) *filter {
	f := &filter{Conn: conn, resized: make(chan struct{}, 1)}
	f.parser.windowSize = f.windowSize
	f.output = vty.NewOutput(conn, f.end)
	return f
}

// Read sends what was written and reads input.
func (f *filter) Read(p []byte) (int, error) {
	f.output.Flush()
	for {
		if f.closed.Load() {
			return 0, net.ErrClosed
		}
		if f.interrupted.Swap(false) {
			return 0, vty.ErrInterrupted
		}
		n, err := f.Conn.Read(p)
		if text := f.parser.text(p[:n]); len(text) > 0 {
			return len(text), nil
		}
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			// Woken up; the loop finds out why. A wake-up after this line sets the deadline again.
			_ = f.Conn.SetReadDeadline(time.Time{})
		case err != nil:
			return 0, err
		}
	}
}

// Write takes output; it never fails, see filter.
func (f *filter) Write(p []byte) (int, error) { return f.output.Write(p) }

// Close ends the connection once what was sent is out.
func (f *filter) Close() error {
	f.end()
	return f.output.Close()
}

// end makes Read fail.
func (f *filter) end() {
	f.closed.Store(true)
	f.wake()
}

// wake makes a Read that waits look at its flags.
func (f *filter) wake() { _ = f.Conn.SetReadDeadline(time.Unix(1, 0)) }

// windowSize notes the size that the client reports.
func (f *filter) windowSize(data []byte) {
	if len(data) != 4 {
		f.output.WriteNow(fmt.Appendf(nil, "%% Window size of %d octets instead of 4\r\n", len(data)))
		return
	}
	f.size.Store(binary.BigEndian.Uint32(data))
	select {
	case f.resized <- struct{}{}:
	default: // the last change has not been seen yet; it will see this one
	}
}
