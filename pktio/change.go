package pktio

import (
	"fmt"
	"time"

	"osmo-mgw-go/iobackend"
)

// answerTime is how long a live change waits for a queue, which normally answers within a millisecond.
const answerTime = 5 * time.Second

// SetBackend puts all queues on another backend, by the names of Config.Backend: new queues are started, every group moves over, and
// the old queues end. If a new one cannot start, nothing changes and the error says why. Control side; it waits.
func (e *Engine) SetBackend(name string) error {
	e.change.Lock()
	defer e.change.Unlock()
	choice, err := e.choose(name)
	if err != nil {
		return err
	}
	if err := e.replace(choice, e.cfg.Pool); err != nil {
		return fmt.Errorf("backend %s: %w", choice.Factory.Name(), err)
	}
	e.mu.Lock()
	e.cfg.Backend = name
	e.mu.Unlock()
	return nil
}

// SetPool gives all queues pools of n buffers, in the way of SetBackend. Control side; it waits.
func (e *Engine) SetPool(n int) error {
	if err := checkPool(n); err != nil {
		return err
	}
	e.change.Lock()
	defer e.change.Unlock()
	if n == e.cfg.Pool {
		return nil
	}
	if err := e.replace(e.choice, n); err != nil {
		return fmt.Errorf("pool of %d buffers: %w", n, err)
	}
	return nil
}

// Resize changes the number of queues. Groups move so that each queue has its share. If a queue cannot start, nothing changes and
// the error says why. Control side; it waits.
func (e *Engine) Resize(n int) error {
	if err := checkQueues(n); err != nil {
		return err
	}
	e.change.Lock()
	defer e.change.Unlock()
	if e.closed {
		return errClosed
	}
	old := e.queues
	if n <= len(old) {
		return e.adoptQueues(old[:n:n], e.choice, e.cfg.Pool)
	}
	more, err := e.startQueues(len(old), n, e.choice, e.cfg.Pool)
	if err != nil {
		return err
	}
	return e.adoptQueues(append(old[:len(old):len(old)], more...), e.choice, e.cfg.Pool)
}

// SetCoalesce changes how long busy queues gather packets, from their next turn on. Control side.
func (e *Engine) SetCoalesce(c Coalesce) error {
	if err := checkCoalesce(c); err != nil {
		return err
	}
	e.coalesce.Store(int32(c))
	return nil
}

// SetSelect changes how new groups find their queue. Control side.
func (e *Engine) SetSelect(s Select) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cfg.Select = s
}

// replace starts as many queues as there are and moves everything to them.
func (e *Engine) replace(choice iobackend.Choice, pool int) error {
	if e.closed {
		return errClosed
	}
	queues, err := e.startQueues(0, len(e.queues), choice, pool)
	if err != nil {
		return err
	}
	return e.adoptQueues(queues, choice, pool)
}

// startQueues makes the queues from..to-1; all or none.
func (e *Engine) startQueues(from, to int, choice iobackend.Choice, pool int) ([]*Queue, error) {
	var queues []*Queue
	for i := from; i < to; i++ {
		q := newQueue(e, i)
		if err := q.start(choice, pool, e.cpuFor(i)); err != nil {
			for _, q := range queues {
				q.stop()
			}
			return nil, fmt.Errorf("queue %d: %w", i, err)
		}
		queues = append(queues, q)
	}
	return queues, nil
}

// adoptQueues makes these the engine's queues: groups move to them, and those that are not among them end.
func (e *Engine) adoptQueues(queues []*Queue, choice iobackend.Choice, pool int) error {
	e.mu.Lock()
	old := e.queues
	e.queues, e.choice, e.cfg.Pool, e.cfg.Queues = queues, choice, pool, len(queues)
	e.live = union(old, queues)
	moves := e.rebalance()
	e.mu.Unlock()

	err := e.carryOut(moves)
	live := queues
	for _, q := range old {
		if !contains(queues, q) && !q.stop() {
			live = append(live[:len(live):len(live)], q) // the watchdog sees to it
		}
	}
	e.mu.Lock()
	e.live = live
	e.mu.Unlock()
	return err
}

// move is a group and where it is to go.
type move struct {
	group *Group
	to    *Queue
	done  chan struct{}
}

// carryOut moves groups and waits until all have arrived.
func (e *Engine) carryOut(moves []move) error {
	for _, m := range moves {
		m.group.order(func(*Queue) { m.group.moveTo(m.to, m.done) })
	}
	late := time.After(answerTime)
	for i, m := range moves {
		if e.manual {
			for !isClosed(m.done) {
				e.Step()
			}
			continue
		}
		select {
		case <-m.done:
		case <-late:
			return fmt.Errorf("%d of %d groups have not moved within %v: a queue does not answer", len(moves)-i, len(moves), answerTime)
		}
	}
	return nil
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func contains(queues []*Queue, q *Queue) bool {
	for _, other := range queues {
		if other == q {
			return true
		}
	}
	return false
}

func union(a, b []*Queue) []*Queue {
	all := append([]*Queue(nil), a...)
	for _, q := range b {
		if !contains(all, q) {
			all = append(all, q)
		}
	}
	return all
}
