package pktio

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"osmo-mgw-go/iobackend"
)

// Engine is a set of queues and the groups on them.
type Engine struct {
	cfg      Config
	clock    func() int64
	coalesce atomic.Int32

	change sync.Mutex // one live change at a time; held while it waits for queues
	mu     sync.Mutex // what follows; never held while waiting
	queues []*Queue
	groups map[*Group]struct{}
	choice iobackend.Choice
	next   int      // queue for RoundRobin
	graves []*Queue // stopped queues, some of whose buffers are with others
	closed bool
}

// New starts an engine. Its queues run until Close.
func New(cfg Config) (*Engine, error) {
	if err := cfg.setDefaults(); err != nil {
		return nil, fmt.Errorf("pktio: %w", err)
	}
	e := &Engine{cfg: cfg, clock: cfg.Clock, groups: map[*Group]struct{}{}}
	if e.clock == nil {
		start := time.Now()
		e.clock = func() int64 { return int64(time.Since(start)) }
	}
	e.coalesce.Store(int32(cfg.Coalesce))
	choice, err := e.choose(cfg.Backend)
	if err != nil {
		return nil, fmt.Errorf("pktio: %w", err)
	}
	e.choice = choice
	for i := range cfg.Queues {
		q := newQueue(e, i)
		if err := q.start(choice); err != nil {
			e.Close()
			return nil, fmt.Errorf("pktio: queue %d: %w", i, err)
		}
		e.queues = append(e.queues, q)
	}
	return e, nil
}

func (e *Engine) choose(name string) (iobackend.Choice, error) {
	if f := e.cfg.Factory; f != nil {
		features, err := f.Probe()
		return iobackend.Choice{Factory: f, Features: features}, err
	}
	return iobackend.Choose(name)
}

// Now is the engine's clock: nanoseconds, monotonic. Any goroutine.
func (e *Engine) Now() int64 { return e.clock() }

// Close closes all groups and stops the queues. Control side.
func (e *Engine) Close() {
	e.change.Lock()
	defer e.change.Unlock()
	e.mu.Lock()
	e.closed = true
	groups := e.groups
	e.groups = map[*Group]struct{}{}
	queues := e.queues
	e.mu.Unlock()
	for g := range groups {
		g.Do(func(*Queue) { g.close() })
	}
	for _, q := range queues {
		q.stop()
	}
}

// place finds a queue for a new group and gives it to it.
func (e *Engine) place(g *Group) {
	e.mu.Lock()
	defer e.mu.Unlock()
	q := e.pick(g)
	q.load++
	g.home, g.q = q, q
	g.queue.Store(q)
	e.groups[g] = struct{}{}
}

func (e *Engine) pick(g *Group) *Queue {
	switch e.cfg.Select {
	case RoundRobin:
		e.next++
		return e.queues[e.next%len(e.queues)]
	case Hash:
		// Fibonacci hashing: neighbouring keys go to different queues.
		return e.queues[(g.key*0x9e3779b97f4a7c15>>32)%uint64(len(e.queues))]
	}
	best := e.queues[0]
	for _, q := range e.queues[1:] {
		if q.load < best.load {
			best = q
		}
	}
	return best
}

func (e *Engine) unplace(g *Group) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, ok := e.groups[g]; ok {
		delete(e.groups, g)
		g.home.load--
	}
}

// backendFailed reports that a queue's wait has failed.
func (e *Engine) backendFailed(q *Queue, err error) {
	e.cfg.Log(LogError, "queue %d: %v", q.index, err)
}

// forwardLater sees to it that groups that were put into the inbox of a stopped queue reach the one they live on.
func (e *Engine) forwardLater(q *Queue) { go e.forward(q) }

func (e *Engine) forward(q *Queue) {
	e.mu.Lock()
	defer e.mu.Unlock()
	q.asleep.Store(1)
	for {
		n := q.inbox.pop()
		if n == nil {
			return
		}
		if to := n.group.queue.Load(); to != q {
			to.deliver(n.group, nil)
		}
	}
}

// bury keeps what is left of a stopped queue until other queues have given back its buffers.
func (e *Engine) bury(q *Queue) {
	e.forwardLater(q)
	e.mu.Lock()
	e.graves = append(e.graves, q)
	e.mu.Unlock()
	e.reap()
}

// reap unmaps the pools of stopped queues that are complete again.
func (e *Engine) reap() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.graves = slices.DeleteFunc(e.graves, func(q *Queue) bool {
		q.takeReturned()
		if q.pool.Free() != q.pool.Len() {
			return false
		}
		_ = q.pool.Close()
		return true
	})
}

// Step runs one turn of every queue of a Manual engine, and says whether there was anything to do.
func (e *Engine) Step() (busy bool) {
	for _, q := range e.queues {
		busy = q.turn() || busy
	}
	return busy
}

// NextTimer is when the next timer of a Manual engine fires; false if none is running.
func (e *Engine) NextTimer() (at int64, ok bool) {
	for _, q := range e.queues {
		if len(q.timers) > 0 && (!ok || q.timers[0].at < at) {
			at, ok = q.timers[0].at, true
		}
	}
	return at, ok
}
