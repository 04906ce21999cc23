package pktio

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"unsafe"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

func newQueue(e *Engine, index int) *Queue {
	q := &Queue{e: e, index: index}
	q.inbox.init()
	q.root = &Group{e: e, q: q}
	q.root.mail.init()
	q.root.run.group = q.root
	q.root.queue.Store(q)
	return q
}

// start makes the queue's pool and backend and lets it run, on a thread of its own unless the engine is a manual one.
func (q *Queue) start(choice iobackend.Choice) error {
	if q.e.cfg.Manual {
		return q.open(choice)
	}
	ready := make(chan error)
	q.done = make(chan struct{})
	go func() {
		// The thread ends with this goroutine, since it is never unlocked: nothing else inherits its name or affinity.
		runtime.LockOSThread()
		defer close(q.done)
		q.nameThread()
		err := q.open(choice)
		ready <- err
		if err == nil {
			for !q.stopped.Load() {
				q.run()
			}
		}
	}()
	return <-ready
}

func (q *Queue) nameThread() {
	name, _ := unix.BytePtrFromString(fmt.Sprintf("mgw-q%d", q.index))
	_ = unix.Prctl(unix.PR_SET_NAME, uintptr(unsafe.Pointer(name)), 0, 0, 0)
	if q.e.cfg.ThreadStart != nil {
		q.e.cfg.ThreadStart(q.index)
	}
}

// open makes what belongs to the thread.
func (q *Queue) open(choice iobackend.Choice) error {
	pool, err := iobackend.NewPool(q.e.cfg.Pool)
	if err != nil {
		return fmt.Errorf("no memory for %d packet buffers: %w", q.e.cfg.Pool, err)
	}
	be, err := choice.Factory.New(iobackend.Setup{Pool: pool, Features: choice.Features})
	if err != nil {
		_ = pool.Close()
		return err
	}
	q.setPool(pool)
	// A batch is as large as the pool can make it: a datagram needs a buffer, a failure had one.
	q.events = make([]iobackend.Event, 2*q.e.cfg.Pool)
	q.inflight = newInflight(q.e.cfg.Pool)
	q.setBackend(be)
	q.now = q.e.clock()
	return nil
}

func (q *Queue) setBackend(be iobackend.Backend) {
	q.be = be
	q.bell.Store(&bell{be.Doorbell()})
}

// run turns until the queue is stopped or a handler panics: that costs the packet it was at, an entry in the log and a count, not
// the calls on this queue.
func (q *Queue) run() {
	defer func() {
		if fault := recover(); fault != nil {
			q.n[Panics]++
			q.drop()
			q.e.cfg.Log(LogError, "queue %d: fault in a handler: %v\n%s", q.index, fault, debug.Stack())
		}
	}()
	for !q.stopped.Load() {
		q.turn()
	}
}

// stop ends the queue as soon as none of its sockets is in use. Control side.
func (q *Queue) stop() {
	q.root.Do(func(*Queue) { q.stopping = true })
	if q.e.cfg.Manual {
		for !q.stopped.Load() {
			q.turn()
		}
		return
	}
	<-q.done
}

// stopIfIdle ends a stopping queue. Groups that still come into its inbox are sent on.
func (q *Queue) stopIfIdle() {
	if !q.stopping || len(q.freeSlots) != len(q.slots) || q.stopped.Load() {
		return
	}
	if err := q.be.Close(); err != nil {
		q.e.cfg.Log(LogError, "queue %d: closing its backend: %v", q.index, err)
	}
	q.recycleAll()
	q.stopped.Store(true)
	q.e.bury(q)
}
