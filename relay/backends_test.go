package relay

import (
	"fmt"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"osmo-mgw-go/internal/needs"
	"osmo-mgw-go/iobackend"
	_ "osmo-mgw-go/iobackend/epoll"
	_ "osmo-mgw-go/iobackend/iouring"
	"osmo-mgw-go/pktio"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// backends are what the media tests run on, each with one queue and with two. The fake one is a
// network in memory, the others use the kernel's loopback; the last is io_uring as older kernels have it.
var backends = []string{"fake", "epoll", "io_uring", "io_uring-old"}

// onEach runs a test on every backend.
func onEach(t *testing.T, test func(t *testing.T, b *bed)) {
	for _, backend := range backends {
		for _, queues := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s-%d", backend, queues), func(t *testing.T) {
				if backend == "fake" {
					test(t, onFakeQueues(t, queues))
				} else {
					test(t, onKernel(t, backend, queues))
				}
			})
		}
	}
}

// onFakes runs a test that sets the clock, with one queue and with two.
func onFakes(t *testing.T, test func(t *testing.T, b *bed)) {
	for _, queues := range []int{1, 2} {
		t.Run(fmt.Sprintf("%d queues", queues), func(t *testing.T) { test(t, onFakeQueues(t, queues)) })
	}
}

// onKernel runs a test on loopback.
func onKernel(t testing.TB, backend string, queues int) *bed {
	t.Helper()
	if name, old := strings.CutSuffix(backend, "-old"); old {
		t.Setenv(iobackend.WithoutVariable, "min_wait,msg_ring,msg_ring_sync,recv_multishot")
		backend = name
	}
	if _, err := iobackend.Choose(backend); err != nil {
		needs.Missing(t, err.Error())
	}
	// Two queues in turn, so that neighbouring endpoints, and the Osmux sockets, live on different ones.
	e, err := pktio.New(pktio.Config{Backend: backend, Queues: queues, Select: pktio.RoundRobin, Pool: pktio.MinPool,
		Log: func(_ pktio.LogLevel, format string, args ...any) { t.Logf(format, args...) }})
	if err != nil {
		t.Fatal(err)
	}
	n := &kernelNetwork{TB: t}
	b := &bed{t, &lab{backend: backend, queues: queues, net: n, plane: NewPlane(e)}}
	b.trunk = b.plane.NewTrunk(TrunkConfig{}, false)
	time.Sleep(time.Nanosecond) // the runtime opens two descriptors for the first timer
	before := descriptors(t)
	t.Cleanup(func() {
		b.close()
		for _, fd := range n.phoneFDs {
			unix.Close(fd)
		}
		for deadline := time.Now().Add(10 * time.Second); !n.nested && descriptors(t) > before; {
			if time.Now().After(deadline) {
				t.Errorf("%d descriptors are still open", descriptors(t)-before)
				break
			}
			time.Sleep(time.Millisecond)
		}
		e.Close()
	})
	return b
}

func descriptors(t testing.TB) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// kernelNetwork is the kernel's loopback.
type kernelNetwork struct {
	testing.TB
	phones   []*phone
	phoneFDs []int
	nested   bool // another bed counts its descriptors
}

func (n *kernelNetwork) pair(ip string) (rtp, rtcp int, local netip.AddrPort) {
	n.Helper()
	host := netip.MustParseAddr(ip)
	for range 100 {
		rtp, local = n.bind(netip.AddrPortFrom(host, 0))
		if rtcp, _ = n.bind(rtcpPort(local)); rtcp >= 0 {
			return rtp, rtcp, local
		}
		unix.Close(rtp)
	}
	n.Fatal("no two neighbouring ports are free")
	return
}

// bind makes a socket as the gateway does: blocking, with reports about what it sends. The descriptor is negative
// if the port is taken.
func (n *kernelNetwork) bind(at netip.AddrPort) (fd int, local netip.AddrPort) {
	n.Helper()
	domain, level, option := unix.AF_INET, unix.SOL_IP, unix.IP_RECVERR
	if at.Addr().Is6() {
		domain, level, option = unix.AF_INET6, unix.SOL_IPV6, unix.IPV6_RECVERR
	}
	fd, err := unix.Socket(domain, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		n.Fatal(err)
	}
	if err := unix.SetsockoptInt(fd, level, option, 1); err != nil {
		n.Fatal(err)
	}
	if err := unix.Bind(fd, sockaddr(at)); err == unix.EADDRINUSE {
		unix.Close(fd)
		return -1, local
	} else if err != nil {
		n.Fatal(err)
	}
	name, err := unix.Getsockname(fd)
	if err != nil {
		n.Fatal(err)
	}
	return fd, addrPort(name)
}

func addrPort(sa unix.Sockaddr) netip.AddrPort {
	switch sa := sa.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(sa.Addr), uint16(sa.Port))
	case *unix.SockaddrInet6:
		return netip.AddrPortFrom(netip.AddrFrom16(sa.Addr), uint16(sa.Port))
	}
	return netip.AddrPort{}
}

func sockaddr(a netip.AddrPort) unix.Sockaddr {
	if a.Addr().Is4() {
		return &unix.SockaddrInet4{Addr: a.Addr().As4(), Port: int(a.Port())}
	}
	return &unix.SockaddrInet6{Addr: a.Addr().As16(), Port: int(a.Port())}
}

func (n *kernelNetwork) phone(ip string) *phone {
	n.Helper()
	rtp, rtcp, at := n.pair(ip)
	p := &phone{addr: at}
	n.phoneFDs = append(n.phoneFDs, rtp, rtcp)
	n.phones = append(n.phones, p)
	p.send = func(from, to netip.AddrPort, data []byte) {
		fd := rtp
		if from.Port() != at.Port() {
			fd = rtcp
		}
		if err := unix.Sendto(fd, data, 0, sockaddr(to)); err != nil {
			n.Fatal(err)
		}
	}
	return p
}

func (n *kernelNetwork) settle(b *bed) {
	n.Helper()
	for deadline := time.Now().Add(10 * time.Second); b.handled() != b.sent; time.Sleep(50 * time.Microsecond) {
		if time.Now().After(deadline) {
			n.Fatalf("the gateway has seen %d of %d datagrams", b.handled(), b.sent)
		}
	}
	// What one queue passes on to another, and what waits to be sent, is through after a round each.
	for range 3 {
		for _, c := range b.conns {
			wait(c.group)
		}
		if b.plane.osmux != nil {
			wait(b.plane.osmux.group)
		}
	}
	for i, p := range n.phones {
		p.receive(n.phoneFDs[2*i], false)
		p.receive(n.phoneFDs[2*i+1], true)
	}
}

// handled is the number of datagrams that the connections have taken from their sockets.
func (b *bed) handled() (total uint64) {
	for _, c := range b.conns {
		total += handled(c)
	}
	return total
}

func handled(c *Conn) uint64 {
	d := c.Diagnosis()
	return c.Stats().PacketsReceived + d.Drops[DropShort] + d.Drops[DropTooLong] + d.Drops[DropBadRTCP] + d.Drops[DropDummy]
}

// wait waits until the group's queue has come by.
func wait(g *pktio.Group) {
	done := make(chan struct{})
	g.Do(func(*pktio.Queue) { close(done) })
	<-done
}

func (p *phone) receive(fd int, rtcp bool) {
	buf := make([]byte, 4096)
	for {
		size, from, err := unix.Recvfrom(fd, buf, unix.MSG_DONTWAIT)
		if err != nil {
			return
		}
		p.got = append(p.got, datagram{rtcp: rtcp, from: addrPort(from), data: append([]byte{}, buf[:size]...)})
	}
}
