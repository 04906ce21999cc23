package pktio

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// ReceiveBuffer gives a socket a receive buffer of at least so many octets, as the kernel counts them, and says what it got. An error
// says what stands in the way; the socket works all the same. Control side.
//
// The kernel counts a small datagram with 768 octets or more, and gives a socket 212,992 by default: that is room for some 270, five
// seconds of a call, but only 20 ms of an Osmux socket with a thousand circuits.
func ReceiveBuffer(fd, octets int) (got int, err error) {
	before, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF)
	if err != nil {
		return 0, fmt.Errorf("receive buffer: %w", err)
	}
	if before >= octets {
		return before, nil
	}
	// The kernel doubles what it is given. Beyond rmem_max it needs CAP_NET_ADMIN.
	if unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, (octets+1)/2) != nil {
		_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, (octets+1)/2)
	}
	got, err = unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF)
	if err != nil {
		return before, fmt.Errorf("receive buffer: %w", err)
	}
	if got < octets {
		return got, fmt.Errorf("receive buffer of %d octets instead of %d: raise net.core.rmem_max to %d or more", got, octets, (octets+1)/2)
	}
	return got, nil
}
