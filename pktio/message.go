package pktio

import "sync/atomic"

// Message is what one thread tells a group: delivered on the thread of the queue that the group lives on, in order per sender.
type Message struct {
	// To gets it.
	To Receiver
	// Kind, A and B mean what sender and receiver agree on.
	Kind uint32
	A, B uint64
	// Packet, if not nil, goes with it: a held or lent packet of any queue, which the sender no longer owns. As with
	// HandlePacket it goes back to its pool when the receiver returns, unless that sends or keeps it.
	Packet *Packet
}

// Receiver takes messages.
type Receiver interface {
	// HandleMessage is called on the queue's thread. m is good until it returns.
	HandleMessage(q *Queue, m *Message)
}

// call is a message that is a function.
type call func(*Queue)

func (c call) HandleMessage(q *Queue, _ *Message) { c(q) }

// order is a call from the engine itself, which also a closed group carries out.
type order func(*Queue)

func (o order) HandleMessage(q *Queue, _ *Message) { o(q) }

// node is a link of a mailbox: a message in a group's, or a group in a queue's.
type node struct {
	next    atomic.Pointer[node]
	message Message
	posted  int64 // when, if its latency is measured
	group   *Group
	letter  *Letter // whose it is, if it is one
}

// mailbox is an unbounded queue with many producers and one consumer, without locks (D. Vyukov's intrusive MPSC queue): a
// producer swaps itself in as head and then links its predecessor to it. Between the two the consumer sees the queue end
// early; that producer notifies it afterwards, as it would anyway.
type mailbox struct {
	head atomic.Pointer[node]
	tail *node
	stub node
}

func (m *mailbox) init() {
	m.head.Store(&m.stub)
	m.tail = &m.stub
}

func (m *mailbox) push(n *node) {
	n.next.Store(nil)
	m.head.Swap(n).next.Store(n)
}

// pop takes the oldest node, which is then no longer referred to; nil if there is none.
func (m *mailbox) pop() *node {
	tail := m.tail
	next := tail.next.Load()
	if tail == &m.stub {
		if next == nil {
			return nil
		}
		m.tail = next
		tail, next = next, next.next.Load()
	}
	if next == nil {
		if tail != m.head.Load() {
			return nil
		}
		m.push(&m.stub)
		if next = tail.next.Load(); next == nil {
			return nil
		}
	}
	m.tail = next
	return tail
}

func (m *mailbox) empty() bool { return m.tail == &m.stub && m.stub.next.Load() == nil }
