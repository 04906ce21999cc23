package pktio

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

func newQueue(e *Engine, index int) *Queue {
	q := &Queue{e: e, index: index, done: make(chan struct{}), yielded: make(chan struct{}), verdict: make(chan *Group, 1)}
	q.inbox.init()
	q.cpu.Store(AutoCPU)
	q.root = &Group{e: e, q: q}
	q.root.mail.init()
	q.root.run.group = q.root
	q.root.queue.Store(q)
	return q
}

// start makes the queue's pool and backend and lets it run, on a thread of its own unless the engine is a manual one.
func (q *Queue) start(choice iobackend.Choice, pool, cpu int) error {
	shard, err := q.e.takeShard(q.index)
	if err != nil {
		return err
	}
	q.shard = shard
	if q.e.manual {
		return q.open(choice, pool)
	}
	addProcs(1)
	ready := make(chan error)
	onOwnThread(func() {
		defer close(q.done)
		defer addProcs(-1)
		defer q.e.giveShard(shard)
		q.setUpThread(cpu)
		err := q.open(choice, pool)
		ready <- err
		if err == nil {
			for !q.stopped.Load() {
				q.run()
			}
		}
	})
	return <-ready
}

// onOwnThread runs a function on a thread that ends with it, so that nothing else inherits its name or affinity. The process's first
// thread is not taken: it would not end, and its name is the process's.
func onOwnThread(f func()) {
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			elsewhere := make(chan struct{})
			onOwnThread(func() {
				close(elsewhere)
				f()
			})
			<-elsewhere
			runtime.UnlockOSThread()
			return
		}
		f()
	}()
}

// setUpThread names and schedules the calling thread and then pins it inside the affinity that it has by then.
func (q *Queue) setUpThread(cpu int) {
	name, _ := unix.BytePtrFromString(fmt.Sprintf("mgw-q%d", q.index))
	_ = unix.Prctl(unix.PR_SET_NAME, uintptr(unsafe.Pointer(name)), 0, 0, 0)
	if q.e.cfg.ThreadStart != nil {
		q.e.cfg.ThreadStart(q.index)
	}
	if err := q.pin(cpu); err != nil {
		q.e.log(LogError, "queue %d runs unpinned: %v", q.index, err)
	}
}

// open makes what belongs to the thread.
func (q *Queue) open(choice iobackend.Choice, buffers int) error {
	pool, err := iobackend.NewPool(buffers)
	if err != nil {
		return fmt.Errorf("no memory for %d packet buffers: %w", buffers, err)
	}
	be, err := choice.Factory.New(iobackend.Setup{Pool: pool, Features: choice.Features})
	if err != nil {
		_ = pool.Close()
		return err
	}
	q.setPool(pool)
	// A batch is as large as the pool can make it: a datagram needs a buffer, a failure had one.
	q.events = make([]iobackend.Event, 2*buffers)
	q.inflight = newInflight(buffers)
	q.samples.stamps = make([]int64, 0, maxSamples)
	q.samples.posts = make([]int64, 0, maxSamples)
	q.be = be
	q.bell = be.Doorbell()
	q.now = q.e.clock()
	return nil
}

// run turns until the queue is stopped or a handler panics: that costs the packet it was at, an entry in the log and a count, not
// the calls on this queue.
func (q *Queue) run() {
	defer func() {
		if fault := recover(); fault != nil {
			q.n[Panics]++
			q.drop()
			if g := q.serving; g != nil {
				q.serving = nil
				g.schedule(q) // for the rest of its messages
			}
			q.e.log(LogError, "queue %d: fault in a handler: %v\n%s", q.index, fault, debug.Stack())
		}
	}()
	for !q.stopped.Load() {
		q.turn()
	}
}

// stop ends the queue as soon as none of its sockets is in use, and says whether it has. Control side; it waits.
func (q *Queue) stop() bool {
	q.root.order(func(*Queue) { q.stopping = true })
	if q.e.manual {
		for !q.stopped.Load() {
			q.turn()
		}
		q.e.giveShard(q.shard)
		return true
	}
	select {
	case <-q.done:
		return true
	case <-time.After(answerTime):
		q.e.log(LogError, "queue %d does not end; it is left behind", q.index)
		return false
	}
}

// stopIfIdle ends a stopping queue. Groups that still come into its inbox are sent on.
func (q *Queue) stopIfIdle() {
	if !q.stopping || len(q.freeSlots) != len(q.slots) || q.stopped.Load() {
		return
	}
	if err := q.be.Close(); err != nil {
		q.e.log(LogError, "queue %d: closing its backend: %v", q.index, err)
	}
	q.recycleAll()
	q.publish()
	q.stopped.Store(true)
	q.e.bury(q)
}
