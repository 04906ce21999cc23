package pktio

import "sync/atomic"

// Group is the unit of placement: the flows and timers of one endpoint. All of it runs on the thread of one queue at a time,
// and moves as a whole.
//
// Messages wait in the group's own mailbox, not in the queue's: so they keep their order, and none is lost, when it moves.
type Group struct {
	e    *Engine
	key  uint64
	home *Queue // where the control side has placed it; under e.mu

	queue     atomic.Pointer[Queue] // whose thread it belongs to
	scheduled atomic.Uint32         // 1 while it stands in a queue's inbox
	mail      mailbox
	run       node // its place in the inbox

	// The rest belongs to the thread of the queue.

	q        *Queue // the same as queue
	flows    []*Flow
	timers   *Timer
	arriving bool          // handed over by another queue, which it has left
	leaving  *Queue        // where it goes when the last of its flows has been removed from here
	left     chan struct{} // closed when it has arrived there
	pending  int           // flows whose removal it waits for
	closed   bool
}

// NewGroup makes a group and places it on a queue. The key is what Hash goes by. Control side.
func (e *Engine) NewGroup(key uint64) *Group {
	g := &Group{e: e, key: key}
	g.mail.init()
	g.run.group = g
	e.place(g)
	return g
}

// Post sends the group a message. It never blocks, and with a packet it does not allocate. Any goroutine; from a queue's thread
// PostFrom is cheaper. Messages to a closed group are dropped.
func (g *Group) Post(m Message) { g.PostFrom(nil, m) }

// PostFrom is Post from the thread of a queue; a bell that has to be rung goes out with the batch.
func (g *Group) PostFrom(q *Queue, m Message) {
	var n *node
	if p := m.Packet; p != nil {
		n = &p.msg
		p.Keep()
		p.state = packetPosted
	} else {
		n = new(node)
	}
	n.message = m
	n.posted = 0
	if q != nil {
		q.samplePost(n)
	}
	g.mail.push(n)
	g.schedule(q)
}

// Do runs a function on the thread of the group's queue, in order with messages. Control side; it does not wait.
func (g *Group) Do(f func(q *Queue)) { g.Post(Message{To: call(f)}) }

func (g *Group) order(f func(q *Queue)) { g.Post(Message{To: order(f)}) }

// schedule puts the group into its queue's inbox, unless it stands in one already, and wakes the queue.
func (g *Group) schedule(from *Queue) {
	if g.scheduled.Swap(1) == 0 {
		g.queue.Load().deliver(g, from)
	}
}

// Queue is the queue that the group lives on. Queue thread only.
func (g *Group) Queue() *Queue { return g.q }

// Key is what it was made with.
func (g *Group) Key() uint64 { return g.key }

// Close closes the group's flows and stops its timers. Control side.
func (g *Group) Close() {
	g.e.unplace(g)
	g.order(func(*Queue) { g.close() })
}

func (g *Group) close() {
	g.closed = true
	for g.timers != nil {
		g.timers.Stop()
	}
	for i := len(g.flows) - 1; i >= 0; i-- {
		g.flows[i].close(nil)
	}
}
