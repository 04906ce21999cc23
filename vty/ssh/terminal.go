package ssh

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"osmo-mgw-go/vty"
)

// terminal is a session channel as the VTY sees it.
type terminal struct {
	output  *vty.Output
	idle    func() time.Duration // how long nothing may be typed; 0: for ever
	keys    chan []byte          // closed at the end of input
	wake    chan struct{}        // room for one: Interrupt
	ended   chan struct{}
	once    sync.Once
	resized chan struct{}

	left []byte // keys that came and were not read yet

	mu            sync.Mutex
	width, height int
}

var _ vty.Terminal = (*terminal)(nil)

// newTerminal starts to read keys from a channel. Output goes through output.
func newTerminal(ch gossh.Channel, output *vty.Output, idle func() time.Duration) *terminal {
	t := &terminal{output: output, idle: idle, keys: make(chan []byte), wake: make(chan struct{}, 1), ended: make(chan struct{}), resized: make(chan struct{}, 1)}
	go t.readKeys(ch)
	return t
}

func (t *terminal) readKeys(ch io.Reader) {
	defer close(t.keys)
	for {
		buffer := make([]byte, 256)
		n, err := ch.Read(buffer)
		if n > 0 {
			select {
			case t.keys <- buffer[:n]:
			case <-t.ended:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// errIdle ends a session in which nothing was typed for long.
var errIdle = errors.New("ssh: idle")

// Read sends what was written and waits for keys.
func (t *terminal) Read(keys []byte) (int, error) {
	if len(t.left) == 0 {
		t.output.Flush()
		var timeout <-chan time.Time
		limit := t.idle()
		if limit > 0 {
			timer := time.NewTimer(limit)
			defer timer.Stop()
			timeout = timer.C
		}
		select {
		case <-t.wake:
			return 0, vty.ErrInterrupted
		case <-t.ended:
			return 0, io.EOF
		case <-timeout:
			t.output.WriteNow(fmt.Appendf(nil, "\r\n%% Closing: nothing was typed for %v.\r\n", limit))
			return 0, errIdle
		case more, ok := <-t.keys:
			if !ok {
				return 0, io.EOF
			}
			t.left = more
		}
	}
	n := copy(keys, t.left)
	t.left = t.left[n:]
	return n, nil
}

func (t *terminal) Interrupt() {
	select {
	case t.wake <- struct{}{}:
	default: // it is being woken already
	}
}

func (t *terminal) Greet(text, prompt []byte) {
	_, _ = t.output.Write(text)
	_, _ = t.output.Write(prompt)
}

func (t *terminal) Write(text []byte) (int, error) { return t.output.Write(text) }
func (t *terminal) WriteNow(text []byte)           { t.output.WriteNow(text) }
func (t *terminal) Drain() error                   { return t.output.Drain() }
func (t *terminal) Resized() <-chan struct{}       { return t.resized }

func (t *terminal) Size() (width, height int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.width, t.height
}

// resize notes the size of the client's window.
func (t *terminal) resize(width, height int) {
	t.mu.Lock()
	t.width, t.height = width, height
	t.mu.Unlock()
	select {
	case t.resized <- struct{}{}:
	default: // the last change has not been seen yet; it will see this one
	}
}

// end makes Read fail.
func (t *terminal) end() { t.once.Do(func() { close(t.ended) }) }

// Close ends the session; what was sent still goes out.
func (t *terminal) Close() error {
	t.end()
	return t.output.Close()
}
