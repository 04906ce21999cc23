package pktio_test

import (
	"bytes"
	"net"
	"net/netip"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"osmo-mgw-go/pktio"
)

// relay opens two sockets between two phones.
func relay(t testing.TB, e *pktio.Engine, ip string) (g *pktio.Group, phones [2]*net.UDPConn, at [2]netip.AddrPort) {
	var remote [2]netip.AddrPort
	phones[0], remote[0] = peer(t, ip)
	phones[1], remote[1] = peer(t, ip)
	fd1, at1 := socket(t, ip)
	fd2, at2 := socket(t, ip)
	g, _, _ = newCall(e, 0, fd1, fd2, pktio.AddrFrom(remote[0]), pktio.AddrFrom(remote[1]))
	return g, phones, [2]netip.AddrPort{at1, at2}
}

func write(t testing.TB, from *net.UDPConn, to netip.AddrPort, data []byte) {
	t.Helper()
	if _, err := from.WriteToUDPAddrPort(data, to); err != nil {
		t.Fatal(err)
	}
}

// read takes a datagram; the deadline is one for a hung test.
func read(t testing.TB, c *net.UDPConn) ([]byte, netip.AddrPort) {
	t.Helper()
	buf := make([]byte, 65536)
	c.SetReadDeadline(time.Now().Add(20 * time.Second))
	n, from, err := c.ReadFromUDPAddrPort(buf)
	if err != nil {
		t.Fatal(err)
	}
	return buf[:n], netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
}

func TestRelayOnSockets(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		for _, ip := range []string{"127.0.0.1", "::1"} {
			t.Run(ip, func(t *testing.T) {
				e := newEngine(t, pktio.Config{Backend: backend})
				_, phones, at := relay(t, e, ip)
				for _, size := range []int{0, 1, 43, 172, 1472, pktio.MaxDatagram} {
					for i := range phones {
						data := bytes.Repeat([]byte{byte(size)}, size)
						write(t, phones[i], at[i], data)
						got, from := read(t, phones[1-i])
						if !bytes.Equal(got, data) {
							t.Fatalf("%d octets came back as %d", size, len(got))
						}
						if from != at[1-i] {
							t.Fatalf("came from %v, want %v", from, at[1-i])
						}
					}
				}
			})
		}
	})
}

// lengths notes what its packets look like.
type lengths struct {
	length   chan int
	head     chan int
	tail     chan int
	from     chan pktio.Addr
	lastTime atomic.Int64
}

func (l *lengths) HandlePacket(f *pktio.Flow, p *pktio.Packet) {
	l.lastTime.Store(p.Now)
	l.length <- len(p.Data)
	l.head <- p.Headroom()
	l.tail <- p.Tailroom()
	l.from <- p.From
}

func TestLongDatagramsAndRoom(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		e := newEngine(t, pktio.Config{Backend: backend})
		l := &lengths{length: make(chan int, 9), head: make(chan int, 9), tail: make(chan int, 9), from: make(chan pktio.Addr, 9)}
		phone, phoneAt := peer(t, "127.0.0.1")
		// An IPv6 socket for both families: IPv4 senders must appear as such.
		fd, at := socket(t, "::")
		e.NewGroup(0).Open(fd, l)
		for _, size := range []int{100, pktio.MaxDatagram, pktio.MaxDatagram + 1, 65000} {
			write(t, phone, netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), at.Port()), make([]byte, size))
			length, head, tail, from := <-l.length, <-l.head, <-l.tail, <-l.from
			if size <= pktio.MaxDatagram+1 && length != size || size > pktio.MaxDatagram && length <= pktio.MaxDatagram {
				t.Errorf("%d octets arrive as %d", size, length)
			}
			if head < 64 || tail < 64 {
				t.Errorf("%d octets: headroom %d, tailroom %d, want at least 64", size, head, tail)
			}
			if from != pktio.AddrFrom(phoneAt) {
				t.Errorf("from %v, want %v", from, phoneAt)
			}
		}
	})
}

// refused notes what the network reports.
type refused struct {
	leg
	reports chan pktio.Addr
}

func (r *refused) HandleError(_ *pktio.Flow, err syscall.Errno, to pktio.Addr, _ int64) {
	if err == syscall.ECONNREFUSED {
		select {
		case r.reports <- to:
		default:
		}
	}
}

// TestPeerRefuses sends to a port where nobody listens, and then, on the same socket, to one where somebody does: the report about
// the first must not cost the second a packet.
func TestPeerRefuses(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		e := newEngine(t, pktio.Config{Backend: backend})
		phone, phoneAt := peer(t, "127.0.0.1")
		gone, goneAt := peer(t, "127.0.0.1")
		gone.Close()
		fd, at := socket(t, "127.0.0.1")
		r := &refused{reports: make(chan pktio.Addr, 100)}
		r.peer = &r.leg
		g := e.NewGroup(0)
		r.flow = g.NewFlow(fd, r)
		r.flow.Start()

		for round := range 300 {
			on(g, func() { r.remote = pktio.AddrFrom(goneAt) })
			write(t, phone, at, []byte{1, byte(round)})
			if to := <-r.reports; to != pktio.AddrFrom(goneAt) {
				t.Fatalf("report about %v, want %v", to, goneAt)
			}
			on(g, func() { r.remote = pktio.AddrFrom(phoneAt) })
			for i := range 3 {
				data := []byte{2, byte(round), byte(i)}
				write(t, phone, at, data)
				if got, _ := read(t, phone); !bytes.Equal(got, data) {
					t.Fatalf("got % x, want % x", got, data)
				}
			}
		}
	})
}
