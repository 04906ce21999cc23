package pktio

// deliver puts a group that has messages into the queue's inbox and wakes the queue if it sleeps. From is the calling queue,
// nil on other threads. The queue says that it sleeps before it looks at its inbox for the last time, and this puts the group
// there before it asks: so one of the two sees the other.
func (q *Queue) deliver(g *Group, from *Queue) {
	q.inbox.push(&g.run)
	if q.asleep.Swap(0) == 1 {
		q.ring(from)
	}
}

// ring wakes the queue. Any thread; from is the calling queue or nil.
func (q *Queue) ring(from *Queue) {
	if q.stopped.Load() {
		q.e.forwardLater(q)
		return
	}
	if from != nil {
		from.n[Bells]++
		from.be.Ring(q.bell)
		return
	}
	q.bell.Ring()
}

// runInbox delivers the messages of the groups in the inbox, those that were there when it began.
func (q *Queue) runInbox() (busy bool) {
	for range maxInbox {
		n := q.inbox.pop()
		if n == nil {
			break
		}
		busy = true
		g := n.group
		if to := g.queue.Load(); to != q {
			to.deliver(g, q) // it has moved on
			continue
		}
		q.enter(g)
		if g.arriving {
			q.adopt(g)
		}
		g.scheduled.Store(0)
		q.beat.Add(1)
		q.serving = g
		q.runMail(g)
		q.serving = nil
		q.leave()
	}
	return busy
}

// maxInbox bounds the groups that are served between two looks at the network; maxMail the messages of one of them.
const (
	maxInbox = 256
	maxMail  = 256
)

// runMail delivers the messages of a group, as long as it lives here.
func (q *Queue) runMail(g *Group) {
	for i := range maxMail {
		if i%breatheEvery == breatheEvery-1 {
			q.beat.Add(1) // slow, maybe, but alive
		}
		n := g.mail.pop()
		if n == nil {
			return
		}
		q.letter = n.message
		n.message = Message{}
		if n.posted != 0 {
			q.latencies.receiver.add(q.e.clock() - n.posted)
		}
		if n.letter != nil {
			n.letter.out.Store(false)
		}
		q.n[Messages]++
		if p := q.letter.Packet; p != nil {
			p.holder, p.state = q, packetHeld
			q.current = p
		}
		if _, ordered := q.letter.To.(order); ordered || !g.closed {
			q.letter.To.HandleMessage(q, &q.letter)
		}
		q.drop()
		q.letter = Message{}
		if g.queue.Load() != q {
			return
		}
	}
	g.schedule(q)
}
