package core

import (
	"net"
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"
)

// A call agent that is gone when its reply arrives is reported by the kernel. Such a report must not keep the control
// goroutine from sleeping.
func TestReplyToNobody(t *testing.T) {
	b := newBed(t)
	gone, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	at := netip.MustParseAddrPort(gone.LocalAddr().String())
	gone.Close()
	b.Do(func() {
		for range 3 {
			_ = b.server.send(sockaddr(at), []byte("200 1 OK\r\n"))
		}
	})
	b.Do(func() {
		fds := []unix.PollFd{{Fd: int32(b.server.fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(fds, 0); n != 0 {
			t.Errorf("poll returns %d, %v, events %#x: the control goroutine would spin", n, err, fds[0].Revents)
		}
	})
	b.want(200, "AUEP 1 null@mgw MGCP 1.0\n")
}

// MENDS 20: IPv4 agents of a dual-stack socket have their own address.
func TestAddrPort(t *testing.T) {
	for _, text := range []string{"192.0.2.1:2727", "[2001:db8::1]:2727", "[::ffff:192.0.2.1]:2727"} {
		at := netip.MustParseAddrPort(text)
		if got, want := addrPort(sockaddr(at)), netip.AddrPortFrom(at.Addr().Unmap(), at.Port()); got != want {
			t.Errorf("%s became %s, want %s", at, got, want)
		}
	}
}
