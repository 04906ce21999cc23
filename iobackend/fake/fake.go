// Package fake is a network in memory on a virtual clock, for tests of what runs on pktio. Nothing in it moves by itself:
// a test delivers datagrams to sockets, lets the engine work by Run, and looks at what was sent.
//
//	net := fake.New()
//	e, _ := pktio.New(pktio.Config{Factory: net, Clock: net.Now, Manual: true})
//	fd := net.Socket("192.0.2.1:4000")
//	e.NewGroup(0).Open(fd, handler)
//	net.Deliver(fd, "198.51.100.7:5000", data)
//	net.Run(e, 20*time.Millisecond)
//	for _, d := range net.Sent() { … }
//
// A datagram sent to the address of another socket of the network arrives there. It is safe for use by several goroutines.
package fake

import (
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"

	"osmo-mgw-go/iobackend"
)

// Datagram is one that left the network, to an address that none of its sockets has.
type Datagram struct {
	FD   int
	From netip.AddrPort
	To   netip.AddrPort
	Data []byte
	At   int64 // nanoseconds of the virtual clock
}

// Network is the sockets, the clock and what was sent. It is also the factory of its backends.
type Network struct {
	mu      sync.Mutex
	now     int64
	sockets map[int]*socket
	byAddr  map[iobackend.Addr]*socket
	nextFD  int
	sent    []Datagram
	record  bool
	count   uint64
	refuse  map[iobackend.Addr]bool
}

type socket struct {
	fd      int
	addr    iobackend.Addr
	waiting []waiting // first in, first out
	errs    []iobackend.SocketError
}

type waiting struct {
	from iobackend.Addr
	data []byte
}

// firstFD is above any descriptor that the process can have, so that one is never taken for the other.
const firstFD = 1 << 24

// New makes an empty network whose clock stands at one second.
func New() *Network {
	return &Network{
		now: 1e9, nextFD: firstFD, record: true,
		sockets: map[int]*socket{}, byAddr: map[iobackend.Addr]*socket{}, refuse: map[iobackend.Addr]bool{},
	}
}

// Name is "fake".
func (n *Network) Name() string { return "fake" }

// Rank keeps it out of automatic choice.
func (n *Network) Rank() int { return -1 }

// Probe always works.
func (n *Network) Probe() (iobackend.Features, error) { return 0, nil }

// New makes the backend of a queue.
func (n *Network) New(s iobackend.Setup) (iobackend.Backend, error) {
	return &backend{net: n, pool: s.Pool}, nil
}

// Now is the virtual clock, in nanoseconds.
func (n *Network) Now() int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.now
}

// Socket makes a socket bound to an address such as "127.0.0.1:4000" and returns its descriptor.
func (n *Network) Socket(addr string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := &socket{fd: n.nextFD, addr: iobackend.AddrFrom(netip.MustParseAddrPort(addr))}
	if n.byAddr[s.addr] != nil {
		panic(fmt.Sprintf("fake: %s is taken", addr))
	}
	n.nextFD++
	n.sockets[s.fd], n.byAddr[s.addr] = s, s
	return s.fd
}

// Deliver puts a datagram into a socket's buffer. A descriptor that is closed loses it.
func (n *Network) Deliver(fd int, from string, data []byte) {
	n.DeliverFrom(fd, iobackend.AddrFrom(netip.MustParseAddrPort(from)), data)
}

// DeliverFrom is Deliver without parsing; it does not allocate in a steady state.
func (n *Network) DeliverFrom(fd int, from iobackend.Addr, data []byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if s := n.sockets[fd]; s != nil {
		s.receive(from, data)
	}
}

// receive appends to the buffer, in memory that an earlier datagram has left there.
func (s *socket) receive(from iobackend.Addr, data []byte) {
	if len(s.waiting) < cap(s.waiting) {
		s.waiting = s.waiting[:len(s.waiting)+1]
	} else {
		s.waiting = append(s.waiting, waiting{})
	}
	w := &s.waiting[len(s.waiting)-1]
	w.from = from
	w.data = append(w.data[:0], data...)
}

// Refuse makes an address one where nobody listens: what is sent there comes back as ECONNREFUSED.
func (n *Network) Refuse(addr string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.refuse[iobackend.AddrFrom(netip.MustParseAddrPort(addr))] = true
}

// Sent returns what has left the network since it was last asked.
func (n *Network) Sent() []Datagram {
	n.mu.Lock()
	defer n.mu.Unlock()
	sent := n.sent
	n.sent = nil
	return sent
}

// Count is the number of datagrams that have left the network.
func (n *Network) Count() uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.count
}

// Record says whether to keep what leaves the network for Sent (as it does at first) or only to count it.
func (n *Network) Record(on bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.record = on
}

// Open lists the descriptors of the sockets that have not been closed.
func (n *Network) Open() []int {
	n.mu.Lock()
	defer n.mu.Unlock()
	var fds []int
	for fd := range n.sockets {
		fds = append(fds, fd)
	}
	slices.Sort(fds)
	return fds
}

// Engine is what Run drives: a pktio.Engine in manual mode.
type Engine interface {
	Step() (busy bool)
	NextTimer() (at int64, ok bool)
}

// Run lets the engine work for a span of virtual time: until it has nothing to do, then on to each timer that fires in the
// span, and at last to its end.
func (n *Network) Run(e Engine, d time.Duration) {
	end := n.Now() + int64(d)
	for {
		for e.Step() {
		}
		at, ok := e.NextTimer()
		if !ok || at > end {
			break
		}
		n.set(at)
	}
	n.set(end)
}

func (n *Network) set(now int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.now = max(n.now, now)
}

// send delivers to a socket of the network, else records.
func (n *Network) send(fd int, data []byte, to iobackend.Addr) syscall.Errno {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.sockets[fd]
	if s == nil {
		return syscall.EBADF
	}
	if len(s.errs) > 0 {
		return syscall.ECONNREFUSED
	}
	if peer := n.byAddr[to]; peer != nil {
		peer.receive(s.addr, data)
		return 0
	}
	if n.refuse[to] {
		s.errs = append(s.errs, iobackend.SocketError{Err: syscall.ECONNREFUSED, To: to})
	}
	n.count++
	if n.record {
		n.sent = append(n.sent, Datagram{FD: fd, From: s.addr.AddrPort(), To: to.AddrPort(), Data: slices.Clone(data), At: n.now})
	}
	return 0
}
