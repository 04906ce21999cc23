package vty

import (
	"errors"
	"io"
)

// Exec runs lines as one session without a terminal, for one-shot commands (`ssh HOST 'show mgcp'`). It starts where
// the user's role may be: an operator in the enable node, a viewer in the view node; a line that the enable node does not know
// is tried in the view node. It ends at the first line that fails; the answers are written to out, errors included.
func (e *Engine) Exec(user User, lines []string, out io.Writer) error {
	s := &Session{engine: e, user: user}
	s.context = Context{engine: e, session: s, print: func(text []byte) { _, _ = out.Write(text) }}
	s.enterOwn()
	defer e.unlock(s)
	defer s.DetachLog()
	for _, line := range lines {
		if err := s.runOne(line); err != nil || s.closing {
			return err
		}
	}
	return nil
}

// ServeLine runs one line at a terminal, as Exec does, and closes the terminal: for commands that need one, such as a
// full-screen display (`ssh -t HOST tui`).
func (e *Engine) ServeLine(t Terminal, user User, line string) error {
	defer t.Close()
	s := &Session{engine: e, terminal: t, user: user}
	s.context = Context{engine: e, session: s, print: s.printText}
	if !s.admitted() {
		return ErrFailed
	}
	defer s.leaveEngine()
	s.enterOwn()
	err := s.runOne(line)
	t.WriteNow(nil) // sends what was printed
	return err
}

// enterOwn enters the node where a one-shot line of the session's user starts.
func (s *Session) enterOwn() {
	start := Enable
	if s.user.Role == Viewer {
		start = View
	}
	s.context.Enter(start, nil)
}

// runOne runs a line; its error is printed, too.
func (s *Session) runOne(line string) error {
	words := splitLine(line)
	if len(words) == 0 {
		return nil
	}
	err := s.execute(words)
	if err == ErrUnknown && s.context.node().ID == Enable {
		outside := s.context.frames
		s.context.frames = []frame{{node: s.engine.node(View)}}
		err = s.execute(words)
		s.context.frames = outside
	}
	if err != nil && !errors.Is(err, ErrFailed) {
		s.context.Printf("%s\n", err)
	}
	return err
}
