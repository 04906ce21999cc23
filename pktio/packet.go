package pktio

import (
	"sync/atomic"

	"osmo-mgw-go/iobackend"
)

// Packet is a datagram in a queue's pool. It is one of the pool's fixed set of descriptors, so a pointer to it is good only as
// long as the packet is held: until the handler that got it returns, or, for one that was allocated or kept, until it is
// sent, posted or freed.
type Packet struct {
	// Data is the payload. It may be resliced and patched, and may grow by Grow, but must stay in the packet's own buffer.
	Data []byte
	// From is where it came from; the zero Addr for packets made here.
	From Addr
	// Now is the engine's time of the batch it came with, in nanoseconds.
	Now int64
	// RxTime is when the kernel received it, on the same clock, for the packets of a flow whose latency is sampled; else 0.
	RxTime int64

	mem    []byte // the whole buffer
	target *Addr  // in the buffer, where the kernel reads it
	owner  *Queue // whose pool it belongs to
	holder *Queue // on whose thread it is lent or held
	flow   *Flow  // that it is being sent on
	next   *Packet
	msg    node // carries it to another queue
	buffer uint32
	length uint32 // while it is being sent
	state  packetState
	resent bool // after a report about an earlier packet had stood in its way
}

type packetState uint8

const (
	packetFree   packetState = iota // in the pool, or with the kernel to receive into
	packetHeld                      // lent to a handler (then it is the queue's current one), allocated or kept
	packetQueued                    // sent, with the kernel
	packetPosted                    // on the way to another queue
)

// Headroom is the number of free octets in front of Data, at least 64 for a received packet.
func (p *Packet) Headroom() int { return len(p.mem) - cap(p.Data) - iobackend.RoomOffset }

// Tailroom is the number of free octets behind Data, at least 64 for a received packet.
func (p *Packet) Tailroom() int { return cap(p.Data) - len(p.Data) }

// Grow puts front octets before Data and back octets behind it, with whatever lay there; negative numbers take octets away.
// It says whether there was room; if not, nothing changes.
func (p *Packet) Grow(front, back int) bool {
	start := len(p.mem) - cap(p.Data)
	end := start + len(p.Data) + back
	start -= front
	if start < iobackend.RoomOffset || end < start || end > len(p.mem) {
		return false
	}
	p.Data = p.mem[start:end]
	return true
}

// Keep keeps a packet beyond the return of the handler that got it; it has to be sent, posted or freed later.
// Queue thread only.
func (p *Packet) Keep() {
	if p.holder.current == p {
		p.holder.current = nil
	}
}

// returns collects the packets that other queues are done with: a stack that anyone pushes to and only its owner empties.
type returns struct{ top atomic.Pointer[Packet] }

func (r *returns) push(p *Packet) {
	for {
		top := r.top.Load()
		p.next = top
		if r.top.CompareAndSwap(top, p) {
			return
		}
	}
}

func (r *returns) takeAll() *Packet {
	if r.top.Load() == nil {
		return nil
	}
	return r.top.Swap(nil)
}
