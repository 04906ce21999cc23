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
	clock    func() int64
	manual   bool
	coalesce atomic.Int32
	log      func(level LogLevel, format string, args ...any)

	bufferCut atomic.Bool // a receive buffer came out too small, and that was said

	change sync.Mutex // one live change at a time; held while it waits for queues

	mu      sync.Mutex // what follows; never held while waiting
	cfg     Config
	queues  []*Queue
	live    []*Queue            // those, and the ones that a change is about to end
	graves  []*Queue            // stopped queues, some of whose buffers are with others
	retired [MaxQueues]*retired // nil for a number that has not been used
	shards  [MaxShards]bool     // taken
	groups  map[*Group]struct{}
	choice  iobackend.Choice
	next    int // queue for RoundRobin
	alarms  []Alarm
	closed  bool

	watching chan struct{} // closed to end the watchdog
	watched  chan struct{} // closed when it has ended
}

// retired is what the earlier queues of a number have left behind.
type retired struct {
	counters [NumCounters]uint64
	latency  QueueLatency
	cleared  QueueLatency // as of the last ClearLatency
	restarts uint64
}

// New starts an engine. Its queues run until Close.
func New(cfg Config) (*Engine, error) {
	if err := cfg.setDefaults(); err != nil {
		return nil, fmt.Errorf("pktio: %w", err)
	}
	e := &Engine{
		cfg: cfg, clock: cfg.Clock, manual: cfg.Manual, log: cfg.Log, groups: map[*Group]struct{}{},
		watching: make(chan struct{}), watched: make(chan struct{}),
	}
	if e.clock == nil {
		start := time.Now()
		e.clock = func() int64 { return int64(time.Since(start)) }
	}
	e.coalesce.Store(int32(cfg.Coalesce))
	for _, cpu := range cfg.CPUs {
		if err := e.checkCPU(cpu); err != nil {
			return nil, fmt.Errorf("pktio: %w", err)
		}
	}
	choice, err := e.choose(cfg.Backend)
	if err != nil {
		return nil, fmt.Errorf("pktio: %w", err)
	}
	queues, err := e.startQueues(0, cfg.Queues, choice, cfg.Pool)
	if err != nil {
		return nil, fmt.Errorf("pktio: %s: %w", choice.Factory.Name(), err)
	}
	e.choice, e.queues, e.live = choice, queues, queues
	if choice.Fallback != "" {
		e.log(LogNotice, "I/O backend %s, because of: %s", choice.Factory.Name(), choice.Fallback)
	}
	go e.watch()
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

// Close closes all groups and stops the queues. Control side; it waits for them.
func (e *Engine) Close() {
	e.change.Lock()
	defer e.change.Unlock()
	e.mu.Lock()
	groups, queues, was := e.groups, e.queues, e.closed
	e.groups, e.closed = map[*Group]struct{}{}, true
	e.mu.Unlock()
	if was {
		return
	}
	close(e.watching)
	<-e.watched
	for g := range groups {
		g.order(func(*Queue) { g.close() })
	}
	for _, q := range queues {
		q.stop()
	}
}

// sizeBuffer sees to the receive buffer of a new flow, and says once if it cannot.
func (e *Engine) sizeBuffer(fd int) {
	if e.cfg.ReceiveBuffer == 0 {
		return
	}
	if _, err := ReceiveBuffer(fd, e.cfg.ReceiveBuffer); err != nil && e.bufferCut.CompareAndSwap(false, true) {
		e.log(LogNotice, "%v", err)
	}
}

// ask runs a function on a queue's thread and waits for its answer.
func (e *Engine) ask(q *Queue, f func() error) error {
	answer := make(chan error, 1)
	q.root.order(func(*Queue) { answer <- f() })
	select {
	case err := <-answer:
		return err
	case <-time.After(answerTime):
		return fmt.Errorf("queue %d does not answer", q.index)
	}
}

// forwardLater sees to it that groups that were put into the inbox of a stopped queue reach the one they live on.
func (e *Engine) forwardLater(q *Queue) { go e.forward(q) }

func (e *Engine) forward(q *Queue) {
	e.mu.Lock()
	defer e.mu.Unlock()
	q.asleep.Store(1)
	for n := q.inbox.pop(); n != nil; n = q.inbox.pop() {
		if to := n.group.queue.Load(); to != q {
			to.deliver(n.group, nil)
		} else {
			n.group.scheduled.Store(0) // the one that a deposed thread is at; scheduled again when it is given up
		}
	}
}

// bury keeps what is left of a stopped queue until other queues have given back its buffers.
func (e *Engine) bury(q *Queue) {
	e.mu.Lock()
	e.retire(q)
	e.graves = append(e.graves, q)
	e.mu.Unlock()
	e.reap()
	e.forwardLater(q)
}

// retire keeps the counters of a queue that ends; under e.mu.
func (e *Engine) retire(q *Queue) {
	r := e.retired[q.index]
	for i := range r.counters {
		r.counters[i] += q.shown[i].Load()
	}
	q.latencies.read(&r.latency)
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
