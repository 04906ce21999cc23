package core

import (
	"fmt"
	"net/netip"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/relay"
)

// rtpTap copies packets of a connection to other addresses. Its descriptors stay open as long as the connection's
// sockets, because a queue may be about to write to them.
type rtpTap struct {
	to     [2]atomic.Int32 // connected, non-blocking socket by direction, plus 1; 0 is none
	opened []int
}

// Packet is called on the queue's thread. What the kernel does not take is lost.
func (t *rtpTap) Packet(e relay.TapEvent, data []byte) {
	if e.Direction > relay.TapOut || e.Osmux {
		return
	}
	if fd := int(t.to[e.Direction].Load()) - 1; fd >= 0 {
		_, _ = unix.Write(fd, data)
	}
}

// tapTo adds a direction to the connection's tap, or moves it.
func (c *connection) tapTo(direction relay.TapDirection, to netip.AddrPort) error {
	fd, err := unix.Socket(socketFamily(to), unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return fmt.Errorf("tap: %w", advise(err))
	}
	if err := unix.Connect(fd, sockaddr(to)); err != nil {
		unix.Close(fd)
		return fmt.Errorf("tap to %s: %w", to, err)
	}
	if c.tap == nil {
		c.tap = &rtpTap{}
		c.plane.AddTap(c.tap)
	}
	c.tap.opened = append(c.tap.opened, fd)
	c.tap.to[direction].Store(int32(fd) + 1)
	return nil
}

func (t *rtpTap) close() {
	for _, fd := range t.opened {
		unix.Close(fd)
	}
}
