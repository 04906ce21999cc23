package vty

import (
	"errors"
	"io"
)

// Screen is a session's terminal in the hands of a full-screen program.
type Screen struct {
	terminal Terminal
	keys     *io.PipeReader
}

// Read reads keys as they are, without echo and line editing.
func (s *Screen) Read(p []byte) (int, error) { return s.keys.Read(p) }

// Write shows octets as they are, at once. It waits for a terminal that is far behind in reading.
func (s *Screen) Write(p []byte) (int, error) {
	if err := s.terminal.Drain(); err != nil {
		return 0, err
	}
	s.terminal.WriteNow(p)
	return len(p), nil
}

// Size is the size of the window in characters, 0 where it is unknown.
func (s *Screen) Size() (width, height int) { return s.terminal.Size() }

// Resized gets a value whenever the window has changed its size.
func (s *Screen) Resized() <-chan struct{} { return s.terminal.Resized() }

// FullScreen lends the session's terminal to run, which draws on it as it likes, and returns what run returns. Run has
// a goroutine of its own; the session's passes it the keys. When the operator hangs up, Screen.Read fails.
func (c *Context) FullScreen(run func(*Screen) error) error {
	if c.session == nil || c.session.terminal == nil {
		return Failf("%% This command needs a terminal.")
	}
	t := c.session.terminal
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(&Screen{terminal: t, keys: reader})
		reader.Close() // keys that nobody waits for any more
		done <- err
		t.Interrupt()
	}()
	key := make([]byte, 1)
	for {
		_, err := t.Read(key)
		switch {
		case errors.Is(err, ErrInterrupted):
			return <-done
		case err != nil:
			writer.CloseWithError(io.EOF)
			c.session.closing = true
			return <-done
		}
		_, _ = writer.Write(key) // after its end, run's unread keys are lost
	}
}
