package core

import "container/heap"

// timer is something that the control goroutine does at a given time.
type timer struct {
	at    int64 // nanoseconds on the gateway's clock
	index int   // in the heap, plus 1; 0 while it is not running
	fire  func()
}

// running tells whether the timer is going to fire.
func (t *timer) running() bool { return t.index != 0 }

// timers are those that run, the next one first.
type timers struct{ heap timerHeap }

// start lets t fire at the given time, instead of when it would have.
func (ts *timers) start(t *timer, at int64) {
	t.at = at
	if t.running() {
		heap.Fix(&ts.heap, t.index-1)
		return
	}
	heap.Push(&ts.heap, t)
}

func (ts *timers) stop(t *timer) {
	if t.running() {
		heap.Remove(&ts.heap, t.index-1)
	}
}

// next is when the next timer fires.
func (ts *timers) next() (at int64, ok bool) {
	if len(ts.heap) == 0 {
		return 0, false
	}
	return ts.heap[0].at, true
}

// run fires all that are due.
func (ts *timers) run(now int64) {
	for len(ts.heap) > 0 && ts.heap[0].at <= now {
		heap.Pop(&ts.heap).(*timer).fire()
	}
}

type timerHeap []*timer

func (h timerHeap) Len() int           { return len(h) }
func (h timerHeap) Less(i, j int) bool { return h[i].at < h[j].at }

func (h timerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i+1, j+1
}

func (h *timerHeap) Push(x any) {
	t := x.(*timer)
	t.index = len(*h) + 1
	*h = append(*h, t)
}

func (h *timerHeap) Pop() any {
	last := len(*h) - 1
	t := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	t.index = 0
	return t
}
