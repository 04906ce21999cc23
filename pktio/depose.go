package pktio

import "runtime"

// A queue whose thread does not get on is deposed by the watchdog: its groups go to a new one. Should the thread come back it must
// not touch them. So it says whose handler it is about to call (busy) and then asks whether it has been deposed; the watchdog
// deposes it and then looks whom it is busy with. One of the two sees the other. The group that it is busy with is left to it;
// the watchdog's verdict says which that was, and the thread gives it up when the handler returns.

// polling is what a queue is busy with in its backend.
var polling = &Group{}

// enter is called before anything of a group is touched.
func (q *Queue) enter(g *Group) {
	if q.busy.Load() != g {
		q.busy.Store(g)
	}
	if q.deposed.Load() {
		q.giveUp()
	}
}

// leave is called when the queue turns to what is its own.
func (q *Queue) leave() { q.enter(nil) }

// giveUp ends the thread of a deposed queue.
func (q *Queue) giveUp() {
	close(q.yielded)
	if g := <-q.verdict; g != nil && g != polling && g != q.root {
		g.seize(q.e.homeOf(g))
	}
	q.stopped.Store(true)
	q.e.forward(q)
	runtime.Goexit()
}

// seize takes the group from a queue whose thread is gone, or is this one, to another.
func (g *Group) seize(to *Queue) {
	for i := len(g.flows) - 1; i >= 0; i-- {
		f := g.flows[i]
		f.state = flowIdle
		if f.closing {
			f.finish()
		}
	}
	for t := g.timers; t != nil; t = t.next {
		t.place = 0
	}
	g.leaving, g.arriving = nil, true
	g.q = to
	g.queue.Store(to)
	g.schedule(nil)
}
