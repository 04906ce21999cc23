package pktio

import (
	"syscall"

	"osmo-mgw-go/iobackend"
)

// Handler takes the datagrams of a flow.
type Handler interface {
	// HandlePacket is called on the thread of the flow's queue. The packet is recycled when it returns, unless it was
	// sent, posted or kept.
	HandlePacket(f *Flow, p *Packet)
}

// ErrorHandler is a Handler that also wants to know what the network reports about what its flow sends.
type ErrorHandler interface {
	Handler
	// HandleError is called on the thread of the flow's queue. Err is ECONNREFUSED when nobody listens at the address;
	// now is the time of the turn. It needs a socket with IP_RECVERR.
	HandleError(f *Flow, err syscall.Errno, to Addr, now int64)
}

// Flow is a socket, and what happens to the datagrams it receives.
type Flow struct {
	group   *Group
	handler Handler
	fd      int
	v6      bool

	// The rest belongs to the thread of the group's queue.

	slot    uint32
	count   uint64 // datagrams received
	sampled uint64 // the count at the last one whose latency was measured
	drops   uint32 // by the kernel, as last seen
	state   flowState
	closing bool
	done    []func()
}

type flowState uint8

const (
	flowIdle     flowState = iota // on no backend
	flowOpen                      // receiving
	flowRemoving                  // until the backend has let go
	flowClosed
)

// Open is NewFlow and Start. The handler may be called before Open returns.
func (g *Group) Open(fd int, h Handler) *Flow {
	f := g.NewFlow(fd, h)
	f.Start()
	return f
}

// NewFlow gives the group a socket, a bound and blocking datagram socket that the flow owns from now on. Control side.
func (g *Group) NewFlow(fd int, h Handler) *Flow {
	iobackend.WantStamps(fd)
	g.e.sizeBuffer(fd)
	return &Flow{group: g, handler: h, fd: fd, v6: iobackend.IsV6(fd)}
}

// Start starts receiving. Control side; it does not wait, so an error is logged and counted. A flow can send without.
func (f *Flow) Start() { f.group.order(func(*Queue) { f.group.open(f) }) }

// Group is the group that the flow belongs to.
func (f *Flow) Group() *Group { return f.group }

// Queue is the queue that the flow lives on. Queue thread only.
func (f *Flow) Queue() *Queue { return f.group.q }

// Close stops receiving and closes the socket as soon as the backend has let go of it. Control side.
func (f *Flow) Close() { f.group.order(func(*Queue) { f.close(nil) }) }

// CloseThen is Close and calls done, on the thread of the queue, when the socket is closed and its port is free again.
func (f *Flow) CloseThen(done func()) { f.group.order(func(*Queue) { f.close(done) }) }

// Send sends a packet to an address from this flow's socket. The packet is the engine's from then on; nothing is left of it
// to see but a counter if it could not be sent. Queue thread only.
func (f *Flow) Send(p *Packet, to *Addr) {
	q := f.group.q
	if q.current == p {
		q.current = nil
	}
	if f.state >= flowClosed || f.closing {
		q.n[SendClosed]++
		q.Free(p)
		return
	}
	*p.target = *to
	if f.v6 {
		p.target.Map4()
	}
	p.flow, p.resent = f, false
	q.send(p)
}

func (g *Group) open(f *Flow) {
	if g.closed || f.closing {
		f.close(nil)
		return
	}
	g.flows = append(g.flows, f)
	if g.leaving == nil {
		g.q.add(f)
	}
}

func (f *Flow) close(done func()) {
	if done != nil {
		f.done = append(f.done, done)
	}
	f.closing = true
	switch f.state {
	case flowOpen:
		f.state = flowRemoving
		f.group.q.be.Remove(f.slot)
	case flowIdle:
		f.finish()
	case flowClosed:
		f.callDone()
	}
}

// removed is called when the backend has let go of the flow.
func (f *Flow) removed() {
	g := f.group
	g.q.freeSlot(f.slot)
	f.state = flowIdle
	if f.closing {
		f.finish()
	}
	if g.leaving != nil {
		if g.pending--; g.pending == 0 {
			g.handOver()
		}
	}
}

// finish closes the socket of an idle flow and forgets the flow.
func (f *Flow) finish() {
	g := f.group
	f.state = flowClosed
	g.q.be.CloseSocket(f.fd)
	for i, other := range g.flows {
		if other == f {
			last := len(g.flows) - 1
			g.flows[i], g.flows[last] = g.flows[last], nil
			g.flows = g.flows[:last]
			break
		}
	}
	f.callDone()
}

func (f *Flow) callDone() {
	done := f.done
	f.done = nil
	for _, d := range done {
		d()
	}
}
