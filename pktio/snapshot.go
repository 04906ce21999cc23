package pktio

import "slices"

// Snapshot is the state of an engine as plain data.
type Snapshot struct {
	Configured string // the backend that was asked for
	Backend    string // the one that runs
	Features   string // what it found the kernel to be able to do
	Fallback   string // why it is not the preferred one; empty if it is
	Coalesce   Coalesce
	Select     Select
	Pool       int // buffers of a queue
	Queues     []QueueSnapshot
	Former     [NumCounters]uint64 // of queues whose number there is no more
	Alarms     []Alarm             // the latest ones, oldest first
}

// QueueSnapshot is the state of a queue.
type QueueSnapshot struct {
	Index    int
	CPU      int  // AutoCPU: not pinned
	PinnedTo int  // the CPU that the operator has named; AutoCPU if none
	Groups   int  // that live here
	Busy     bool // gathers packets under CoalesceAuto
	Restarts uint64
	Counters [NumCounters]uint64 // since the engine has started, over all queues of this number
}

// Snapshot reads the state of the engine. Any goroutine; it does not wait for queues, whose counters are those of their last turn.
func (e *Engine) Snapshot() Snapshot {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := Snapshot{
		Configured: e.cfg.Backend, Backend: e.choice.Factory.Name(), Features: e.choice.Features.String(), Fallback: e.choice.Fallback,
		Coalesce: Coalesce(e.coalesce.Load()), Select: e.cfg.Select, Pool: e.cfg.Pool, Alarms: slices.Clone(e.alarms),
	}
	for i, q := range e.queues {
		r := e.retired[i]
		qs := QueueSnapshot{
			Index: i, CPU: int(q.cpu.Load()), PinnedTo: AutoCPU, Groups: q.load, Busy: q.gathering.Load(), Restarts: r.restarts, Counters: r.counters,
		}
		if i < len(e.cfg.CPUs) {
			qs.PinnedTo = e.cfg.CPUs[i]
		}
		for c := range qs.Counters {
			qs.Counters[c] += q.shown[c].Load()
		}
		s.Queues = append(s.Queues, qs)
	}
	for _, r := range e.retired[len(e.queues):] {
		if r != nil {
			for c, v := range r.counters {
				s.Former[c] += v
			}
		}
	}
	return s
}

// Total adds a counter up over all queues, former ones too.
func (s *Snapshot) Total(c Counter) (sum uint64) {
	sum = s.Former[c]
	for i := range s.Queues {
		sum += s.Queues[i].Counters[c]
	}
	return sum
}

// QueueLatency are the latencies that a queue has measured, on every 64th datagram of a flow and every 64th message of a sender.
type QueueLatency struct {
	Relay    Latency // from a datagram's arrival at the kernel to the submit of the batch that it was in
	Sender   Latency // from the post of a message on a queue to the submit of the batch that the bell goes out with
	Receiver Latency // from the post of a message on a queue to its delivery on this one
}

func (l *QueueLatency) add(other *QueueLatency) {
	l.Relay.Add(&other.Relay)
	l.Sender.Add(&other.Sender)
	l.Receiver.Add(&other.Receiver)
}

func (l *QueueLatency) subtract(other *QueueLatency) {
	l.Relay.subtract(&other.Relay)
	l.Sender.subtract(&other.Sender)
	l.Receiver.subtract(&other.Receiver)
}

// Latency reads the latencies of the queues, by their numbers, since the engine has started or ClearLatency was called. Any
// goroutine; it does not wait for queues.
func (e *Engine) Latency() []QueueLatency {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := make([]QueueLatency, len(e.queues))
	for i, q := range e.queues {
		r := e.retired[i]
		all[i].add(&r.latency)
		q.latencies.read(&all[i])
		all[i].subtract(&r.cleared)
	}
	return all
}

// ClearLatency makes Latency begin anew. Any goroutine.
func (e *Engine) ClearLatency() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, q := range e.queues {
		r := e.retired[i]
		r.cleared = r.latency
		q.latencies.read(&r.cleared)
	}
}
