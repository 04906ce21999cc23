package logging

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// System owns the targets. One per process; tests make their own.
type System struct {
	ident string // process name for syslog, journal and GSMTAP
	now   func() time.Time

	lowest     [numCategories]atomic.Uint32 // least level that any target shows
	wantFile   atomic.Bool
	wantThread atomic.Bool

	mu      sync.Mutex
	targets []*Target // in order of creation; the array is never changed, only replaced
}

// New makes a system without targets. ident is the name under which it speaks to syslog, the journal and GSMTAP.
func New(ident string) *System {
	s := &System{ident: ident, now: time.Now}
	s.settingsChanged()
	return s
}

// Logger returns a logger for all targets of the system.
func (s *System) Logger() Logger { return Logger{system: s} }

// Targets returns the targets in order of creation, those of sessions not among them.
func (s *System) Targets() []*Target {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.targets), func(t *Target) bool { return t.Kind == Session })
}

// Find returns the target of a kind and name, or nil.
func (s *System) Find(kind Kind, name string) *Target {
	for _, t := range s.Targets() {
		if t.Kind == kind && t.Name == name {
			return t
		}
	}
	return nil
}

// FindKind returns the first target of a kind, or nil.
func (s *System) FindKind(kind Kind) *Target {
	for _, t := range s.Targets() {
		if t.Kind == kind {
			return t
		}
	}
	return nil
}

func (s *System) add(kind Kind, name string, mode Mode, out sink) *Target {
	t := newTarget(s, kind, name, mode, out)
	s.mu.Lock()
	s.targets = append(slices.Clip(s.targets), t)
	s.mu.Unlock()
	s.settingsChanged()
	return t
}

// Remove takes a target away; what is queued for it is still written.
func (s *System) Remove(t *Target) {
	s.mu.Lock()
	s.targets = slices.DeleteFunc(slices.Clone(s.targets), func(other *Target) bool { return other == t })
	s.mu.Unlock()
	s.settingsChanged()
	t.end()
}

// Reopen makes the file targets open their files anew, after they were moved away. SIGHUP.
func (s *System) Reopen() {
	for _, t := range s.Targets() {
		if t.Kind == File {
			t.askReopen()
		}
	}
}

// Flush waits until all lines so far are written, but no longer than limit. It says whether they are.
func (s *System) Flush(limit time.Duration) bool {
	all := make(chan struct{})
	go func() {
		defer close(all)
		for _, t := range s.Targets() {
			t.Sync()
		}
	}()
	select {
	case <-all:
		return true
	case <-time.After(limit):
		return false
	}
}

// Close writes what is queued and ends all targets, but does not wait longer than limit for outputs that are stuck.
func (s *System) Close(limit time.Duration) {
	s.mu.Lock()
	targets := s.targets
	s.targets = nil
	s.mu.Unlock()
	s.settingsChanged()
	for _, t := range targets {
		t.end()
	}
	timeout := time.After(limit)
	for _, t := range targets {
		select {
		case <-t.done:
		case <-timeout:
			return
		}
	}
}

// settingsChanged works out anew what no target wants to see.
func (s *System) settingsChanged() {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lowest [numCategories]uint32
	for i := range lowest {
		lowest[i] = nothing
	}
	file, thread := false, false
	for _, t := range s.targets {
		settings := t.Settings()
		for i := range lowest {
			lowest[i] = min(lowest[i], settings.lowest(Category(i)))
		}
		file = file || settings.File != NoFile || t.Kind == GSMTAP || t.Kind == Journal
		thread = thread || settings.ThreadID || t.Kind == GSMTAP
	}
	for i := range lowest {
		s.lowest[i].Store(lowest[i])
	}
	s.wantFile.Store(file)
	s.wantThread.Store(thread)
}

// log hands a line to the targets; skip is the number of callers between it and the place that the line names.
func (s *System) log(skip int, object string, c Category, level Level, format string, args ...any) {
	l := &Line{Time: s.now(), Category: c, Level: level, Text: fmt.Sprintf(format, args...)}
	l.Text = strings.TrimRight(l.Text, "\r\n")
	if object != "" {
		l.Text = "(" + object + ") " + l.Text
	}
	if s.wantFile.Load() {
		_, l.File, l.FileLine, _ = runtime.Caller(skip)
	}
	if s.wantThread.Load() {
		l.Thread = unix.Gettid()
	}
	s.mu.Lock()
	targets := s.targets
	s.mu.Unlock()
	for _, t := range targets {
		t.mu.Lock()
		shown := uint32(level) >= t.settings.lowest(c)
		t.mu.Unlock()
		if shown {
			t.offer(l)
		}
	}
}
