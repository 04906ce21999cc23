package testnet

import (
	"encoding/binary"
	"io"
	"net"
	"strconv"
	"testing"
	"time"
)

// CTRL is a connection to the gateway's CTRL port.
type CTRL struct{ conn net.Conn }

// NewCTRL opens one.
func NewCTRL(t testing.TB, g *Gateway) *CTRL {
	t.Helper()
	conn, err := net.Dial("tcp", net.JoinHostPort(g.Config.IP, strconv.Itoa(g.Config.CTRL)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &CTRL{conn}
}

// Request sends a line such as "GET 1 mgw:general.0" in an IPA frame (length, stream 0xee, extension 0) and returns the
// text of the answer.
func (c *CTRL) Request(t testing.TB, line string) string {
	t.Helper()
	frame := binary.BigEndian.AppendUint16(nil, uint16(len(line)+1))
	frame = append(frame, 0xee, 0)
	frame = append(frame, line...)
	if err := c.conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.conn.Write(frame); err != nil {
		t.Fatal(err)
	}
	head := make([]byte, 4)
	if _, err := io.ReadFull(c.conn, head); err != nil {
		t.Fatalf("answer to %q: %v", line, err)
	}
	text := make([]byte, binary.BigEndian.Uint16(head)-1)
	if _, err := io.ReadFull(c.conn, text); err != nil {
		t.Fatalf("answer to %q: %v", line, err)
	}
	return string(text)
}
