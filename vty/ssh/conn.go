package ssh

import (
	"net"
	"net/netip"
	"sync/atomic"
	"time"
)

const (
	// handshakeTime is how long a client has to authenticate.
	handshakeTime = 20 * time.Second
	// writeTime is how long the peer's TCP may take nothing at all.
	writeTime = 30 * time.Second
)

// guardedConn is a client's connection: it has a deadline until the client is authenticated, and afterwards one for each
// write, so that a client that went away without a word is noticed.
type guardedConn struct {
	net.Conn
	authenticated atomic.Bool
	ended         func() // once, when it is closed before that
	closed        atomic.Bool
}

func guard(conn net.Conn, ended func()) *guardedConn {
	_ = conn.SetDeadline(time.Now().Add(handshakeTime))
	return &guardedConn{Conn: conn, ended: ended}
}

// letIn lifts the deadline.
func (c *guardedConn) letIn() {
	if !c.authenticated.Swap(true) {
		_ = c.Conn.SetDeadline(time.Time{})
		c.ended()
	}
}

func (c *guardedConn) Write(b []byte) (int, error) {
	if c.authenticated.Load() {
		_ = c.Conn.SetWriteDeadline(time.Now().Add(writeTime))
	}
	return c.Conn.Write(b)
}

func (c *guardedConn) Close() error {
	if !c.closed.Swap(true) && !c.authenticated.Swap(true) {
		c.ended()
	}
	return c.Conn.Close()
}

// addressOf is the peer's address without its port.
func addressOf(a net.Addr) netip.Addr {
	ap, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap()
}
