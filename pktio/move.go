package pktio

// moveTo takes the group to another queue. Its flows are removed from the backend here; meanwhile they are served as before.
// When the last one is gone, and what the group has sent is with the kernel, the other queue takes over. Done is closed then.
func (g *Group) moveTo(q *Queue, done chan struct{}) {
	if g.closed || g.q == q {
		close(done)
		return
	}
	g.leaving, g.left = q, done
	g.pending = 0
	for _, f := range g.flows {
		if f.state == flowOpen {
			f.state = flowRemoving
			g.q.be.Remove(f.slot)
		}
		if f.state == flowRemoving {
			g.pending++
		}
	}
	if g.pending == 0 {
		g.handOver()
	}
}

// handOver gives the group to the queue that it leaves for. After queue has been set it is the other thread's.
func (g *Group) handOver() {
	from, to := g.q, g.leaving
	from.be.Flush()
	from.forget(g)
	for t := g.timers; t != nil; t = t.next {
		from.timers.remove(t)
	}
	g.leaving, g.arriving = nil, true
	g.q = to
	g.queue.Store(to)
	g.schedule(from)
}

// forget cuts packets under way from their flows: if one fails, it is counted and not sent again behind later ones.
func (q *Queue) forget(g *Group) {
	for t := q.inflight.head; t != q.inflight.tail; t++ {
		if p := q.inflight.peek(t); p != nil && p.flow != nil && p.flow.group == g {
			p.flow = nil
		}
	}
}

// adopt takes over a group that has left another queue.
func (q *Queue) adopt(g *Group) {
	g.arriving = false
	for _, f := range g.flows {
		if f.state == flowIdle {
			q.add(f)
		}
	}
	for t := g.timers; t != nil; t = t.next {
		q.timers.push(t)
	}
	if g.left != nil {
		close(g.left)
		g.left = nil
	}
}
