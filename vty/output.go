package vty

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

const (
	// maxUnread is how much output waits for a peer that does not read.
	maxUnread = 1 << 20
	// stallTime is how long a peer with more than that may read nothing at all before it is cut off.
	stallTime = 5 * time.Second
	// lingerTime is how long what was sent may take to go out after the end of the session.
	lingerTime = 5 * time.Second
	// chunk is how much is written to the peer at once. It is the measure of "reads something".
	chunk = 16 << 10
)

// Output is the way to a peer that may read slowly or not at all. Writers never wait for it: a goroutine of its own
// does. When more than 1 MB is unread and none of it is taken for 5 s, the rest is dropped, a line says so, and the
// connection is closed. Transports build their Terminal on it.
type Output struct {
	peer    io.WriteCloser
	stalled func()
	done    chan struct{}

	mu      sync.Mutex
	changed sync.Cond
	written []byte // not sent yet: the next Flush does
	sent    []byte // on its way; the writer's goroutine takes it
	taken   int    // how much of sent the peer is being given
	total   uint64 // octets that the peer took
	closed  bool   // nothing more is accepted
	unread  bool   // closed because the peer does not read
	timer   *time.Timer
}

// NewOutput starts an output to peer. Close ends it and closes peer. Stalled is called when the peer is cut off for
// not reading; it should end the session.
func NewOutput(peer io.WriteCloser, stalled func()) *Output {
	o := &Output{peer: peer, stalled: stalled, done: make(chan struct{})}
	o.changed.L = &o.mu
	go o.run()
	return o
}

// Write takes text; Flush sends it. Large amounts are sent on the way.
func (o *Output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.written = append(o.written, text...)
		if len(o.written) > 4*chunk {
			o.flush()
		}
	}
	return len(text), nil
}

// Flush sends what was written.
func (o *Output) Flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
}

// WriteNow writes and sends text, unless the peer is too far behind.
func (o *Output) WriteNow(text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed && o.backlog() <= maxUnread {
		o.written = append(o.written, text...)
		o.flush()
	}
}

// ErrUnread is what Drain returns after the peer was cut off for not reading.
var ErrUnread = errors.New("vty: output was not read")

// errClosed says that nothing more goes to the peer.
var errClosed = errors.New("vty: output closed")

// Drain waits until the peer is no more than 1 MB behind, or has been cut off.
func (o *Output) Drain() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.backlog() > maxUnread {
		o.flush()
	}
	for o.backlog() > maxUnread && !o.closed {
		o.changed.Wait()
	}
	switch {
	case o.unread:
		return ErrUnread
	case o.closed:
		return errClosed
	}
	return nil
}

// Close ends the output. What was sent goes out first, for at most 5 s; what was not is dropped.
func (o *Output) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.close()
	return nil
}

// Done is closed when peer is closed.
func (o *Output) Done() <-chan struct{} { return o.done }

func (o *Output) backlog() int { return len(o.written) + len(o.sent) }

func (o *Output) flush() {
	if len(o.written) == 0 || o.closed {
		return
	}
	if len(o.sent) == 0 {
		o.sent, o.written = o.written, o.sent[:0]
	} else {
		o.sent, o.written = append(o.sent, o.written...), o.written[:0]
	}
	o.changed.Broadcast()
	o.watch()
}

func (o *Output) close() {
	if o.closed {
		return
	}
	o.closed, o.written = true, nil
	o.changed.Broadcast()
	if o.timer != nil {
		o.timer.Stop()
	}
	o.timer = time.AfterFunc(lingerTime, func() { o.peer.Close() })
}

// watch looks after a peer that is too far behind.
func (o *Output) watch() {
	if o.timer != nil || o.backlog() <= maxUnread {
		return
	}
	before := o.total
	o.timer = time.AfterFunc(stallTime, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.closed {
			return
		}
		o.timer = nil
		if o.total == before && o.backlog() > maxUnread {
			o.cutOff()
			return
		}
		o.watch()
	})
}

// cutOff drops what is unread, but for the piece that the peer is being given, and says why.
func (o *Output) cutOff() {
	farewell := fmt.Sprintf("\r\n%% Closing: more than %d octets of output were not read.\r\n", maxUnread)
	o.sent = append(slices.Clone(o.sent[:o.taken]), farewell...)
	o.unread = true
	o.close()
	go o.stalled()
}

// run gives the peer what was sent, piece by piece.
func (o *Output) run() {
	o.mu.Lock()
	for {
		for len(o.sent) == 0 && !o.closed {
			o.changed.Wait()
		}
		if len(o.sent) == 0 {
			break
		}
		o.taken = min(len(o.sent), chunk)
		piece := o.sent[:o.taken]
		o.mu.Unlock()
		n, err := o.peer.Write(piece)
		o.mu.Lock()
		o.total += uint64(n)
		o.sent, o.taken = o.sent[min(n, len(o.sent)):], 0
		if err != nil {
			o.sent = nil
			break
		}
		o.changed.Broadcast()
	}
	o.close()
	o.timer.Stop()
	o.mu.Unlock()
	o.peer.Close()
	close(o.done)
}
