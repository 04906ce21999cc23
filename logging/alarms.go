package logging

import (
	"slices"
	"sync"
)

// alarmLength is the number of octets that the ring keeps of a line, its line end included.
const alarmLength = 239

// OpenAlarms makes the ring of the last size lines, in place of the one that is there.
func (s *System) OpenAlarms(size int) *Target {
	if old := s.FindKind(Alarms); old != nil {
		s.Remove(old)
	}
	return s.add(Alarms, "", NonBlocking, &ring{size: size})
}

// AlarmLines returns the size of the ring and its lines as they were formatted, oldest first; ok is false if there is no
// ring.
func (s *System) AlarmLines() (size int, lines []string, ok bool) {
	t := s.FindKind(Alarms)
	if t == nil {
		return 0, nil, false
	}
	t.Sync()
	r := t.out.(*ring)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.size, slices.Clone(r.lines), true
}

type ring struct {
	size int

	mu    sync.Mutex
	lines []string
}

func (r *ring) write(_ *Line, formatted []byte, _ Mode) bool {
	if len(formatted) > alarmLength {
		formatted = append(formatted[:alarmLength-1:alarmLength-1], '\n')
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.lines) == r.size {
		r.lines = slices.Delete(r.lines, 0, 1)
	}
	r.lines = append(r.lines, string(formatted))
	return true
}

func (*ring) reopen() error { return nil }
func (*ring) close()        {}

// AlarmSize is the number of lines that a target of kind Alarms keeps.
func (t *Target) AlarmSize() int { return t.out.(*ring).size }
