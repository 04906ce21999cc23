package pktio

import "errors"

// MaxShards bounds Queue.Shard: during a live change there are twice as many queues, and one that the watchdog has replaced
// keeps its shard as long as its thread lives.
const MaxShards = 2*MaxQueues + 32

// Shard is a number below MaxShards that no other running queue has, also none that this one is about to replace or be replaced by:
// the place of its thread in a table with one writer each. Queue thread; it changes when a group moves.
func (q *Queue) Shard() int { return q.shard }

// takeShard finds a number for a new queue, and makes room for what is left of it when it ends.
func (e *Engine) takeShard(index int) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.retired[index] == nil {
		e.retired[index] = &retired{}
	}
	for i, taken := range e.shards {
		if !taken {
			e.shards[i] = true
			return i, nil
		}
	}
	return 0, errors.New("too many dead queues are left behind")
}

// giveShard is called when the thread of the queue has ended.
func (e *Engine) giveShard(i int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shards[i] = false
}
