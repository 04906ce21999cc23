package process

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// SetPolicyRR gives all threads real-time round-robin scheduling: priority for media and for everything unnamed, one
// more for the control threads. Either all threads get it or, where the first is refused, none.
func (t *Threads) SetPolicyRR(priority int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	ids, err := threadIDs()
	if err != nil {
		return err
	}
	t.forgetEnded(ids)
	before := t.policy
	t.policy = priority
	err = each(threadIDs, func(id int) error { return setRR(id, t.priority(t.roles[id])) })
	if err != nil {
		t.policy = before
		return fmt.Errorf("failed setting SCHED_RR priority %d: %w", priority, err)
	}
	return nil
}

// each applies set to all threads that list returns, and again to those that started meanwhile: a new thread has what its
// maker had at the time. A thread that has ended is no error.
func each(list func() ([]int, error), set func(id int) error) error {
	done := make(map[int]bool)
	for {
		ids, err := list()
		if err != nil {
			return err
		}
		ids = slices.DeleteFunc(ids, func(id int) bool { return done[id] })
		if len(ids) == 0 {
			return nil
		}
		for _, id := range ids {
			if err := set(id); err != nil && !errors.Is(err, unix.ESRCH) {
				return err
			}
			done[id] = true
		}
	}
}

// PolicyRR returns the priority that was set, 0 where none was.
func (t *Threads) PolicyRR() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.policy
}

func (t *Threads) priority(r Role) int {
	if r == Control {
		return t.policy + 1
	}
	return t.policy
}

func setRR(id, priority int) error {
	return unix.SchedSetAttr(id, &unix.SchedAttr{
		Size:     unix.SizeofSchedAttr,
		Policy:   unix.SCHED_RR,
		Priority: uint32(priority),
	}, 0)
}

// SetAffinity pins threads to the CPUs of a hexadecimal mask. Target is "self" (the control thread), "all", a thread
// id, or a name of at most 15 characters, which may be carried by several threads. With delay it is only remembered, for a
// thread that will start with that name. The error is the text that the
// VTY shows, behind "% " and with a capital letter.
func (t *Threads) SetAffinity(target, maskText string, delay bool) error {
	if err := t.setAffinity(target, maskText, delay); err != nil {
		return err
	}
	if target == "all" && t.onBounds != nil {
		t.onBounds(t.Bounds())
	}
	return nil
}

func (t *Threads) setAffinity(target, maskText string, delay bool) error {
	id, numeric := parseID(target)
	switch {
	case delay && (numeric || target == "all"):
		return fmt.Errorf("delaying makes no sense for %s: it needs a thread's name or self", target)
	case len(target) > maxThreadName && !numeric:
		return fmt.Errorf("failed parsing target thread %s", target)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	find := func() ([]int, error) { return t.find(target, id, numeric) }
	if !delay {
		ids, err := find()
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return fmt.Errorf("failed parsing target thread %s", target)
		}
	}
	mask, err := ParseMask(maskText)
	if err != nil {
		return fmt.Errorf("failed parsing CPU Affinity Mask %s", maskText)
	}
	if !delay {
		if err := each(find, func(id int) error { return unix.SchedSetaffinity(id, &mask) }); err != nil {
			return fmt.Errorf("failed setting sched CPU Affinity Mask %s: %s", maskText, reason(err))
		}
	}
	if !numeric { // ids mean nothing after a restart
		t.affinities = slices.DeleteFunc(t.affinities, func(a Affinity) bool { return a.Target == target })
		t.affinities = append(t.affinities, Affinity{target, mask, delay})
	}
	return nil
}

// Affinities returns what is remembered, in the order last set.
func (t *Threads) Affinities() []Affinity {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.affinities)
}

// Bounds returns the CPUs that `cpu-affinity all` leaves to the program, nil where there is no such line. Queues of the
// packet engine choose their CPU among them.
func (t *Threads) Bounds() []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, a := range t.affinities {
		if a.Target == "all" {
			return CPUs(a.Mask)
		}
	}
	return nil
}

// OnBounds sets the function that is told when Bounds changes, so that queues choose anew. Before threads start.
func (t *Threads) OnBounds(changed func(cpus []int)) { t.onBounds = changed }

// find returns the living threads that target means.
func (t *Threads) find(target string, id int, numeric bool) ([]int, error) {
	ids, err := threadIDs()
	if err != nil {
		return nil, err
	}
	t.forgetEnded(ids)
	name := target
	switch {
	case target == "all":
		return ids, nil
	case target == "self":
		name = t.self
	}
	return slices.DeleteFunc(ids, func(candidate int) bool {
		if numeric {
			return candidate != id
		}
		comm, err := threadName(candidate)
		return err != nil || comm != name
	}), nil
}

// forgetEnded drops roles of threads that are gone, so that a thread which gets an old id does not inherit one.
func (t *Threads) forgetEnded(living []int) {
	for id := range t.roles {
		if !slices.Contains(living, id) {
			delete(t.roles, id)
		}
	}
}

// parseID reads a thread id, the VTY's <0-4294967295>.
func parseID(text string) (int, bool) {
	id, err := strconv.ParseUint(text, 10, 32)
	return int(id), err == nil
}

// reason is the C library's text for an error number, which the reference prints.
func reason(err error) string {
	switch {
	case errors.Is(err, unix.EINVAL):
		return "Invalid argument"
	case errors.Is(err, unix.EPERM):
		return "Operation not permitted"
	}
	return err.Error()
}
