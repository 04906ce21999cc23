package core

import (
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"
)

// §2 and media.md §2.4: `rtp ip-dscp` and `rtp socket-priority` are on the sockets, in both families.
func TestSocketOptions(t *testing.T) {
	for _, tt := range []struct {
		addr          string
		level, option int
	}{
		{"127.0.0.1", unix.SOL_IP, unix.IP_TOS},
		{"::1", unix.SOL_IPV6, unix.IPV6_TCLASS},
	} {
		fd, optionErr, err := kernel{}.open(netip.AddrPortFrom(netip.MustParseAddr(tt.addr), 0), socketOptions{dscp: 46, priority: 5, errorQueue: true})
		if err != nil || optionErr != nil {
			t.Fatalf("%s: %v, %v", tt.addr, err, optionErr)
		}
		defer unix.Close(fd)
		if tos, err := unix.GetsockoptInt(fd, tt.level, tt.option); err != nil || tos != 0xb8 {
			t.Errorf("%s: type of service %#x, %v, want 0xb8", tt.addr, tos, err)
		}
		if priority, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_PRIORITY); err != nil || priority != 5 {
			t.Errorf("%s: priority %d, %v, want 5", tt.addr, priority, err)
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0); err != nil || flags&unix.O_NONBLOCK != 0 {
			t.Errorf("%s: the socket is non-blocking (%v)", tt.addr, err)
		}
	}
}
