package pktio_test

import (
	"net"
	"net/netip"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
	_ "osmo-mgw-go/iobackend/epoll"
	_ "osmo-mgw-go/iobackend/iouring"
	"osmo-mgw-go/pktio"
)

func addr(s string) pktio.Addr { return pktio.AddrFrom(netip.MustParseAddrPort(s)) }

// kinds are the backends as the tests run them: each, and io_uring as on older kernels.
var kinds = []struct{ name, backend, without string }{
	{"epoll", "epoll", ""},
	{"io_uring", "io_uring", ""},
	{"io_uring-old", "io_uring", "min_wait,msg_ring,msg_ring_sync,recv_multishot"},
}

// onEachKind runs a test on every backend.
func onEachKind(t *testing.T, test func(t *testing.T, backend string)) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Setenv(iobackend.WithoutVariable, k.without)
			if _, err := iobackend.Choose(k.backend); err != nil {
				notRun(t, err.Error())
			}
			test(t, k.backend)
		})
	}
}

// notRun says that a test needs what this machine does not have.
func notRun(t *testing.T, needs string) {
	t.Helper()
	if os.Getenv("MGW_TEST_NEEDS") == "all" {
		t.Fatalf("not run: %s: needs %s", t.Name(), needs)
	}
	t.Skipf("not run: %s: needs %s", t.Name(), needs)
}

func newEngine(t testing.TB, cfg pktio.Config) *pktio.Engine {
	t.Helper()
	cfg.Log = func(_ pktio.LogLevel, format string, args ...any) { t.Logf(format, args...) }
	e, err := pktio.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// socket makes a socket as the gateway does: blocking, with reports about what it sends.
func socket(t testing.TB, ip string) (fd int, at netip.AddrPort) {
	t.Helper()
	host := netip.MustParseAddr(ip)
	domain, local := unix.AF_INET, unix.Sockaddr(&unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
	level, option := unix.SOL_IP, unix.IP_RECVERR
	if host.Is6() {
		domain, local = unix.AF_INET6, &unix.SockaddrInet6{Addr: host.As16()}
		level, option = unix.SOL_IPV6, unix.IPV6_RECVERR
	}
	fd, err := unix.Socket(domain, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.SetsockoptInt(fd, level, option, 1); err != nil {
		t.Fatal(err)
	}
	// What arrives while a busy machine lets the test wait has to find room.
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, 4<<20)
	if err := unix.Bind(fd, local); err != nil {
		t.Fatal(err)
	}
	sa, err := unix.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	switch sa := sa.(type) {
	case *unix.SockaddrInet4:
		at = netip.AddrPortFrom(netip.AddrFrom4(sa.Addr), uint16(sa.Port))
	case *unix.SockaddrInet6:
		at = netip.AddrPortFrom(netip.AddrFrom16(sa.Addr), uint16(sa.Port))
	}
	return fd, at
}

// peer is a phone's socket.
func peer(t testing.TB, ip string) (*net.UDPConn, netip.AddrPort) {
	t.Helper()
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.ParseIP(ip)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if raw, err := c.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _ = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, 4<<20) })
	}
	at := c.LocalAddr().(*net.UDPAddr).AddrPort()
	return c, netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

// on runs a function on the thread of the group's queue and waits for it.
func on(g *pktio.Group, f func()) {
	done := make(chan struct{})
	g.Do(func(*pktio.Queue) {
		f()
		close(done)
	})
	<-done
}

func listen(at netip.AddrPort) (*net.UDPConn, error) {
	return net.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
}
