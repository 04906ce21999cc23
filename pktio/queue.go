package pktio

import (
	"runtime"
	"sync/atomic"

	"osmo-mgw-go/iobackend"
)

// maxSleep bounds how long a queue sleeps, so that a heart beats where nothing happens.
const maxSleep = int64(1e9)

// Queue is one thread with a backend, a pool and the groups that live on it.
type Queue struct {
	e     *Engine
	index int
	shard int

	// What other threads touch.

	inbox     mailbox // of groups that have messages
	returned  returns // packets that other queues are done with
	asleep    atomic.Uint32
	starved   atomic.Bool // waits for a buffer to come back
	stopped   atomic.Bool
	busy      atomic.Pointer[Group] // whose handler is called; polling in the backend, nil in between
	deposed   atomic.Bool           // the watchdog has given its groups to another queue
	yielded   chan struct{}         // closed when the thread has noticed
	verdict   chan *Group           // then tells it which group has been left to it
	gathering atomic.Bool
	bell      iobackend.Doorbell // set before the queue is known to others
	cpu       atomic.Int32       // AutoCPU: not pinned
	beat      atomic.Uint64
	shown     [NumCounters]atomic.Uint64
	latencies latencies
	load      int // groups placed here; under e.mu

	_ [64]byte

	// What belongs to the thread.

	be        iobackend.Backend
	pool      *iobackend.Pool
	packets   []Packet
	slots     []*Flow
	freeSlots []uint32
	events    []iobackend.Event
	at, got   int     // the event to look at next, and how many there are
	current   *Packet // lent to the handler that runs; recycled when that returns and it still is
	serving   *Group  // whose messages are being delivered
	letter    Message // what HandleMessage gets
	inflight  inflight
	foreign   int    // packets of other queues among those
	settled   uint32 // sends before this token are over
	timers    timerHeap
	now       int64
	pace      pace
	root      *Group // for messages to the queue itself
	n         [NumCounters]uint64
	samples   samples
	drops     drops
	failed    int // waits in a row that have failed
	stopping  bool
	done      chan struct{} // closed when the thread has ended
}

// Index is the queue's number, from 0. Any goroutine.
func (q *Queue) Index() int { return q.index }

// Now is the engine's time of this turn. Queue thread only.
func (q *Queue) Now() int64 { return q.now }

// turn is one round of the queue's life, see the package comment. It goes on where a handler has panicked.
func (q *Queue) turn() (busy bool) {
	if q.at == q.got {
		q.poll()
	}
	busy = q.got > 0
	for q.at < q.got {
		ev := &q.events[q.at]
		q.at++
		q.handle(ev)
		if q.at%breatheEvery == 0 {
			q.breathe()
		}
	}
	if busy {
		q.leave()
	}
	q.recycleSent()
	busy = q.runInbox() || busy
	busy = q.runTimers() || busy
	q.takeReturned()
	q.countDrops()
	q.publish()
	q.stopIfIdle()
	return busy
}

// A long batch pauses for what is due when it has taken this many nanoseconds; the clock is looked at every so many events.
const (
	longBatch    = int64(1e6)
	breatheEvery = 32
)

// breathe keeps a queue with more to do than it can from letting messages, timers and its own sends wait for the end of a batch.
func (q *Queue) breathe() {
	q.beat.Add(1)
	now := q.e.clock()
	if now-q.now < longBatch {
		return
	}
	q.leave()
	q.now = now
	q.be.Flush()
	q.runInbox()
	q.runTimers()
}

// poll hands over what has been sent, sleeps until there is something to do, and fetches it.
func (q *Queue) poll() {
	q.submitSamples()
	before := q.inflight.tail
	if starved := q.be.Starved(); starved != q.starved.Load() {
		q.starved.Store(starved)
	}
	q.busy.Store(polling)
	q.asleep.Store(1)
	n, settled, err := q.be.Poll(q.events, q.wait())
	q.asleep.Store(0)
	q.leave()
	q.at, q.got = 0, n
	q.now = q.e.clock()
	q.beat.Add(1)
	q.n[Polls]++
	if err != nil {
		q.pollFailed(err)
	} else {
		q.failed = 0
	}
	if settled {
		q.settled = before
	}
	if q.pace.count(q.now, n) {
		q.gathering.Store(q.pace.busy)
	}
}

// maxFailed is how many waits in a row may fail before the queue gives up and leaves it to the watchdog to start another one.
const maxFailed = 100

func (q *Queue) pollFailed(err error) {
	q.n[PollErrors]++
	if q.failed++; q.failed == 1 {
		q.e.log(LogError, "queue %d: its wait has failed: %v", q.index, err)
	}
	if q.failed == maxFailed {
		q.publish()
		runtime.Goexit()
	}
}

// wait says how long to sleep. The inbox, and the buffers that other queues have given back, are looked at after the queue has said
// that it sleeps, so no bell is missed.
func (q *Queue) wait() iobackend.Wait {
	starved := q.starved.Load()
	switch {
	case q.e.manual, !q.inbox.empty(), starved && q.returned.top.Load() != nil:
		return iobackend.Wait{}
	case q.foreign > 0, starved && q.inflight.head != q.inflight.tail:
		// What is sent now is free right afterwards, and somebody may be waiting for it.
		return iobackend.Wait{}
	}
	w := iobackend.Wait{Timeout: maxSleep, Busy: q.pace.busy, Gather: q.pace.gather(Coalesce(q.e.coalesce.Load()))}
	if len(q.timers) > 0 {
		w.Timeout = min(w.Timeout, max(0, q.timers[0].at-q.e.clock()))
		w.Gather = min(w.Gather, w.Timeout)
	}
	return w
}

func (q *Queue) runTimers() (busy bool) {
	for len(q.timers) > 0 && q.timers[0].at <= q.now {
		t := q.timers[0]
		q.enter(t.group)
		t.Stop()
		q.n[Timers]++
		t.Handler.HandleTimer(t, q.now)
		busy = true
	}
	if busy {
		q.leave()
	}
	return busy
}

// add puts an idle flow on the backend.
func (q *Queue) add(f *Flow) {
	if n := len(q.freeSlots); n > 0 {
		f.slot = q.freeSlots[n-1]
		q.freeSlots = q.freeSlots[:n-1]
		q.slots[f.slot] = f
	} else {
		f.slot = uint32(len(q.slots))
		q.slots = append(q.slots, f)
	}
	if err := q.be.Add(f.slot, f.fd); err != nil {
		q.freeSlot(f.slot)
		q.n[OpenErrors]++
		q.e.log(LogError, "queue %d: socket %d does not receive: %v", q.index, f.fd, err)
		return
	}
	f.state = flowOpen
}

func (q *Queue) freeSlot(slot uint32) {
	q.slots[slot] = nil
	q.freeSlots = append(q.freeSlots, slot)
}
