package pktio

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
)

var errClosed = errors.New("the engine has been closed")

// cpusOf are the CPUs that a thread, or the process's first one, may use; 0 is the calling thread.
func cpusOf(tid int) []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(tid, &set); err != nil {
		return nil
	}
	var cpus []int
	for cpu := range len(set) * 64 {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

// cpuFor is the CPU that the operator has named for queue i, or AutoCPU.
func (e *Engine) cpuFor(i int) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	if i < len(e.cfg.CPUs) {
		return e.cfg.CPUs[i]
	}
	return AutoCPU
}

// pin binds the calling thread to a CPU. AutoCPU is one of those that the thread may use, the queues taking them in turn.
func (q *Queue) pin(cpu int) error {
	if cpu == AutoCPU {
		q.e.mu.Lock()
		allowed := q.e.cfg.Allowed
		q.e.mu.Unlock()
		if allowed == nil {
			allowed = cpusOf(0)
		}
		if len(allowed) == 0 {
			return nil
		}
		cpu = allowed[q.index%len(allowed)]
	}
	var set unix.CPUSet
	set.Set(cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("CPU %d: %w", cpu, err)
	}
	q.cpu.Store(int32(cpu))
	return nil
}

// checkCPU says whether queues may run on a CPU.
func (e *Engine) checkCPU(cpu int) error {
	e.mu.Lock()
	allowed := e.cfg.Allowed
	e.mu.Unlock()
	if allowed == nil {
		allowed = cpusOf(unix.Getpid())
	}
	if cpu != AutoCPU && !slices.Contains(allowed, cpu) {
		return fmt.Errorf("CPU %d is not among those that this process may use (%v)", cpu, allowed)
	}
	return nil
}

// SetAffinity pins a queue to a CPU, or lets the engine choose (AutoCPU). It may name a queue that there is not yet. If the CPU cannot
// be used, nothing changes and the error says why. Control side; it waits.
func (e *Engine) SetAffinity(queue, cpu int) error {
	if queue < 0 || queue >= MaxQueues {
		return fmt.Errorf("queue %d: must be 0 to %d", queue, MaxQueues-1)
	}
	if err := e.checkCPU(cpu); err != nil {
		return err
	}
	e.change.Lock()
	defer e.change.Unlock()
	e.mu.Lock()
	cpus := slices.Clone(e.cfg.CPUs)
	for len(cpus) <= queue {
		cpus = append(cpus, AutoCPU)
	}
	cpus[queue] = cpu
	before := e.cfg.CPUs
	e.cfg.CPUs = cpus
	queues := e.queues
	e.mu.Unlock()
	if queue >= len(queues) {
		return nil
	}
	if err := e.repin(queues[queue]); err != nil {
		e.mu.Lock()
		e.cfg.CPUs = before
		e.mu.Unlock()
		return err
	}
	return nil
}

// SetAllowed changes the CPUs that AutoCPU chooses from and pins the queues anew; those that the operator has pinned stay where they
// are. Control side; it waits.
func (e *Engine) SetAllowed(cpus []int) error {
	e.change.Lock()
	defer e.change.Unlock()
	e.mu.Lock()
	e.cfg.Allowed = slices.Clone(cpus)
	queues := e.queues
	e.mu.Unlock()
	var errs []error
	for _, q := range queues {
		errs = append(errs, e.repin(q))
	}
	return errors.Join(errs...)
}

func (e *Engine) repin(q *Queue) error {
	if e.manual {
		return nil
	}
	cpu := e.cpuFor(q.index)
	return e.ask(q, func() error { return q.pin(cpu) })
}
