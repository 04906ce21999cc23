package pktio

// Timer fires once on the thread of its group's queue. It is meant to be a field of what it serves; the zero value with a
// Handler is ready. It moves with its group. Queue thread only.
type Timer struct {
	// Handler is called when it fires.
	Handler TimerHandler

	at         int64
	place      int // in the queue's heap, from 1; 0: not there
	group      *Group
	prev, next *Timer // in the group's list
}

// TimerHandler takes the firing of a timer.
type TimerHandler interface {
	// HandleTimer is called on the queue's thread, when the timer is stopped already; it may start it again. Now is the
	// time of the turn, not earlier than what was asked for.
	HandleTimer(t *Timer, now int64)
}

// StartTimer lets t fire at a time of the engine's clock; a time that has passed means at the end of this turn or the next. A
// running timer is set anew. Queue thread only.
func (g *Group) StartTimer(t *Timer, at int64) {
	if t.group != nil {
		t.Stop()
	}
	if g.closed {
		return
	}
	t.at, t.group = at, g
	t.prev, t.next = nil, g.timers
	if g.timers != nil {
		g.timers.prev = t
	}
	g.timers = t
	g.q.timers.push(t)
}

// Stop stops the timer; it does not fire any more. Queue thread only.
func (t *Timer) Stop() {
	g := t.group
	if g == nil {
		return
	}
	g.q.timers.remove(t)
	if t.prev != nil {
		t.prev.next = t.next
	} else {
		g.timers = t.next
	}
	if t.next != nil {
		t.next.prev = t.prev
	}
	t.group, t.prev, t.next = nil, nil, nil
}

// Running says whether it is going to fire.
func (t *Timer) Running() bool { return t.group != nil }

// At is the time it fires at, while it is running.
func (t *Timer) At() int64 { return t.at }

// timerHeap is a binary heap of the running timers of a queue, the next one first.
type timerHeap []*Timer

func (h *timerHeap) push(t *Timer) {
	*h = append(*h, t)
	h.up(len(*h)-1, t)
}

func (h *timerHeap) remove(t *Timer) {
	i, last := t.place-1, len(*h)-1
	moved := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	t.place = 0
	if i == last {
		return
	}
	h.down(i, moved)
	h.up(moved.place-1, moved)
}

func (h timerHeap) up(i int, t *Timer) {
	for i > 0 {
		parent := (i - 1) / 2
		if h[parent].at <= t.at {
			break
		}
		h[i] = h[parent]
		h[i].place = i + 1
		i = parent
	}
	h[i] = t
	t.place = i + 1
}

func (h timerHeap) down(i int, t *Timer) {
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1].at < h[child].at {
			child++
		}
		if t.at <= h[child].at {
			break
		}
		h[i] = h[child]
		h[i].place = i + 1
		i = child
	}
	h[i] = t
	t.place = i + 1
}
