package pktio

import "osmo-mgw-go/iobackend"

// setPool makes the packet descriptors of a queue's pool.
func (q *Queue) setPool(pool *iobackend.Pool) {
	q.pool = pool
	q.packets = make([]Packet, pool.Len())
	for i := range q.packets {
		p := &q.packets[i]
		p.buffer = uint32(i)
		p.mem = pool.Buffer(p.buffer)
		p.target = pool.Target(p.buffer)
		p.owner = q
	}
}

// Alloc takes a packet from the queue's pool, with no data and 64 octets of headroom; nil (and a count) if the pool
// is empty. It has to be sent, posted or freed. Queue thread only.
func (q *Queue) Alloc() *Packet {
	i, ok := q.pool.Get()
	if !ok {
		q.n[PoolEmpty]++
		return nil
	}
	p := &q.packets[i]
	p.Data = p.mem[iobackend.PayloadOffset:iobackend.PayloadOffset]
	p.From = Addr{}
	p.Now, p.RxTime = q.now, 0
	p.holder, p.state = q, packetHeld
	return p
}

// Copy makes a second packet with the same data; nil (and a count) if the pool is empty. It has to be sent, posted or freed.
// Queue thread only.
func (q *Queue) Copy(p *Packet) *Packet {
	c := q.Alloc()
	if c == nil {
		return nil
	}
	start := len(p.mem) - cap(p.Data)
	c.Data = c.mem[start : start+copy(c.mem[start:], p.Data)]
	c.From, c.Now, c.RxTime = p.From, p.Now, p.RxTime
	return c
}

// Free gives up a held or lent packet. Queue thread only.
func (q *Queue) Free(p *Packet) {
	if p.state == packetFree {
		panic("pktio: packet freed twice")
	}
	if q.current == p {
		q.current = nil
	}
	q.recycle(p)
}

// recycle gives a buffer back to its pool.
func (q *Queue) recycle(p *Packet) {
	p.state = packetFree
	p.flow = nil
	if p.owner == q {
		q.pool.Put(p.buffer)
		return
	}
	owner := p.owner
	owner.returned.push(p)
	if owner.starved.Load() && owner.asleep.Swap(0) == 1 {
		owner.ring(q)
	}
}

// recycleAll recycles what is under way when the backend has been closed.
func (q *Queue) recycleAll() {
	q.settled = q.inflight.tail
	q.recycleSent()
	q.takeReturned()
}

// takeReturned takes back the buffers that other queues are done with.
func (q *Queue) takeReturned() {
	for p := q.returned.takeAll(); p != nil; {
		next := p.next
		p.next = nil
		q.pool.Put(p.buffer)
		p = next
	}
}

// inflight holds the packets that the backend has queued, by token: the number of the send.
type inflight struct {
	ring       []*Packet // length a power of two
	head, tail uint32
}

func newInflight(n int) inflight { return inflight{ring: make([]*Packet, n)} }

// put adds the packet of the next token. It makes room when many packets of other queues are under way with a queue's own.
func (s *inflight) put(p *Packet) {
	if s.tail-s.head == uint32(len(s.ring)) {
		ring := make([]*Packet, 2*len(s.ring))
		for t := s.head; t != s.tail; t++ {
			ring[t&uint32(len(ring)-1)] = s.ring[t&uint32(len(s.ring)-1)]
		}
		s.ring = ring
	}
	s.ring[s.tail&uint32(len(s.ring)-1)] = p
	s.tail++
}

// take takes the packet of a token out; nil if it was taken before.
func (s *inflight) take(token uint32) *Packet {
	at := &s.ring[token&uint32(len(s.ring)-1)]
	p := *at
	*at = nil
	return p
}

// peek looks at the packet of a token.
func (s *inflight) peek(token uint32) *Packet { return s.ring[token&uint32(len(s.ring)-1)] }
