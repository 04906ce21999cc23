package logging

import (
	"sync"
	"sync/atomic"
)

// queueLength is how many lines wait for a target before further ones are dropped.
const queueLength = 1024

// Kind is the kind of a target.
type Kind uint8

// The kinds of targets.
const (
	Stderr Kind = iota
	File
	Alarms
	Syslog
	Journal
	GSMTAP
	Session
)

// Mode is how an output that is full is treated. The target's goroutine is the only one that ever waits, whatever
// the mode.
type Mode uint8

const (
	// NonBlocking loses the line that would have to wait.
	NonBlocking Mode = iota
	// Blocking waits until the output takes the line.
	Blocking
	// WorkQueue is as Blocking here, for every target has a queue.
	WorkQueue
)

// Word is what stands behind the command: empty, blocking-io or wq.
func (m Mode) Word() string { return [...]string{"", "blocking-io", "wq"}[m] }

// Target is one place to which lines go.
type Target struct {
	Kind Kind
	// Name tells targets of a kind apart: the file, the GSMTAP host; of syslog the facility, of the journal "raw" or "".
	Name string

	system *System
	out    sink

	mu       sync.Mutex
	settings Settings
	mode     Mode

	queue   chan delivery
	stop    chan struct{}
	done    chan struct{}
	ended   sync.Once
	dropped atomic.Uint64
	late    atomic.Bool // to be reopened, and the queue had no room to say so in order
}

// delivery is a line, or a request to say when all before it are written.
type delivery struct {
	line    *Line
	reached chan<- struct{}
	reopen  bool
}

// sink is where the lines of a target end. Called on the target's goroutine only.
type sink interface {
	// write puts out a formatted line and says whether it could.
	write(l *Line, formatted []byte, mode Mode) bool
	reopen() error
	close()
}

func newTarget(s *System, kind Kind, name string, mode Mode, out sink) *Target {
	t := &Target{Kind: kind, Name: name, system: s, out: out, mode: mode, settings: DefaultSettings(),
		queue: make(chan delivery, queueLength), stop: make(chan struct{}), done: make(chan struct{})}
	go t.run()
	return t
}

// Settings returns a copy of the settings.
func (t *Target) Settings() Settings {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.settings
}

// Change applies change to the settings; lines logged from now on see the result.
func (t *Target) Change(change func(*Settings)) {
	t.mu.Lock()
	change(&t.settings)
	t.mu.Unlock()
	t.system.settingsChanged()
}

// Mode returns how a full output is treated.
func (t *Target) Mode() Mode {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.mode
}

// SetMode says how a full output is treated.
func (t *Target) SetMode(m Mode) {
	t.mu.Lock()
	t.mode = m
	t.mu.Unlock()
}

// Dropped is the number of lines that found the queue or the output full.
func (t *Target) Dropped() uint64 { return t.dropped.Load() }

// Sync returns when all lines that were logged before are written. It must not be called while what writes them waits
// for the caller.
func (t *Target) Sync() {
	reached := make(chan struct{})
	t.send(delivery{reached: reached})
	select {
	case <-reached:
	case <-t.done:
	}
}

// send waits for room in the queue, unlike a line.
func (t *Target) send(d delivery) {
	select {
	case t.queue <- d:
	case <-t.done:
	}
}

// askReopen makes the target reopen its output behind the lines that are queued; does not wait, for signals come here.
func (t *Target) askReopen() {
	select {
	case t.queue <- delivery{reopen: true}:
	default:
		t.late.Store(true)
	}
}

func (t *Target) offer(l *Line) {
	select {
	case t.queue <- delivery{line: l}:
	default:
		t.dropped.Add(1)
	}
}

// end makes the goroutine write what is queued and stop.
func (t *Target) end() {
	t.ended.Do(func() { close(t.stop) })
}

func (t *Target) run() {
	defer close(t.done)
	defer t.out.close()
	for {
		select {
		case d := <-t.queue:
			t.deliver(d)
		case <-t.stop:
			for {
				select {
				case d := <-t.queue:
					t.deliver(d)
				default:
					return
				}
			}
		}
	}
}

func (t *Target) deliver(d delivery) {
	if t.late.Swap(false) {
		t.reopen()
	}
	switch {
	case d.reopen:
		t.reopen()
	case d.line == nil:
		close(d.reached)
	default:
		t.mu.Lock()
		settings, mode := t.settings, t.mode
		t.mu.Unlock()
		if !t.out.write(d.line, settings.appendLine(nil, d.line), mode) {
			t.dropped.Add(1)
		}
	}
}

func (t *Target) reopen() {
	if err := t.out.reopen(); err != nil {
		t.system.Logger().Log(LGlobal, Error, "log file: %v", err)
	}
}
