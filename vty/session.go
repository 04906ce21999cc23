package vty

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// Session is one operator at one terminal, or one list of lines without (Exec). One goroutine runs it, from
// Engine.Serve to its return; all fields belong to that goroutine.
type Session struct {
	engine   *Engine
	terminal Terminal // nil for Exec
	number   int      // N of `who`'s vty[N]
	user     User
	context  Context
	history  history
	edit     editor
	escape   escapeState
	asking   *question  // a password is asked for
	log      SessionLog // nil: none
	closing  bool       // leave after this line
}

// Serve runs a session at a terminal until its end, and closes the terminal.
func (e *Engine) Serve(t Terminal, user User) {
	defer t.Close()
	s := &Session{engine: e, terminal: t, user: user}
	s.context = Context{engine: e, session: s, print: s.printText}
	if !s.admitted() {
		return
	}
	defer s.leaveEngine()
	if !s.greet() {
		return
	}
	keys := make([]byte, 1) // one at a time: a telnet reader waits until all that is asked for has come
	for !s.closing {
		_, err := t.Read(keys)
		if errors.Is(err, ErrInterrupted) {
			continue
		}
		if err != nil {
			return
		}
		s.key(keys[0])
	}
}

// admitted takes the session in, or tells its operator that there are too many.
func (s *Session) admitted() bool {
	most := s.engine.settings().maxSessions
	if s.engine.admit(s, most) {
		return true
	}
	s.terminal.WriteNow(fmt.Appendf(nil, "%% Closing: there are %d sessions already.\r\n", most))
	s.engine.options.Log("VTY session of %s refused: there are %d already", s.user.Name, most)
	return false
}

// User is who the session belongs to.
func (s *Session) User() User { return s.user }

// greet sends the greeting and the first prompt. It is false when no session can begin: a password is to be asked
// for, but there is none.
func (s *Session) greet() bool {
	e, h := s.engine, s.engine.settings()
	var text bytes.Buffer
	fmt.Fprintf(&text, "Welcome to the %s VTY interface\n\n%s%s", e.options.Name, withNewline(e.options.Copyright), h.banner.text())
	if h.login && !s.user.Known {
		if !h.password.set() {
			e.options.Log("VTY session of %s refused: `line vty` has `login`, but there is no `password`", s.user.Name)
			return false
		}
		text.WriteString("\nUser Access Verification\n\n")
		s.askForLogin()
	}
	node := View
	if h.advanced && s.user.Role == Operator && s.asking == nil {
		node = Enable
	}
	s.context.Enter(node, nil)
	s.terminal.Greet(withCarriageReturns(text.Bytes()), []byte(s.promptText()))
	return true
}

// leaveEngine gives back what the session has.
func (s *Session) leaveEngine() {
	s.engine.unlock(s)
	s.DetachLog()
	s.engine.dismiss(s)
}

// endOfLine runs the line.
func (s *Session) endOfLine() {
	line := s.edit.take()
	s.print("\n")
	if s.asking != nil {
		s.answer(line)
	} else {
		if words := splitLine(line); len(words) > 0 {
			if err := s.execute(words); err != nil && !errors.Is(err, ErrFailed) {
				s.print(err.Error() + "\n")
			}
		}
		s.history.add(line)
	}
	if !s.closing {
		s.prompt()
		// Sent now, so that what the next line prints can be dropped by itself: a line that ends the session shows
		// nothing of its own.
		s.terminal.WriteNow(nil)
	}
	if err := s.terminal.Drain(); err != nil {
		s.closing = true
		if errors.Is(err, ErrUnread) {
			s.engine.options.Log("VTY session %d of %s closed: it does not read", s.number, s.user.Name)
		}
	}
}

// execute runs one line; `do` before it runs it as if in the enable node, from within the configuration.
func (s *Session) execute(words []string) (err error) {
	defer s.survive(words, &err)
	c := &s.context
	if words[0] != "do" || !c.node().config {
		return c.run(words, typed)
	}
	if len(words) == 1 {
		return ErrIncomplete
	}
	inside := c.frames
	defer func() { c.frames = inside }()
	c.frames = []frame{{node: s.engine.node(Enable)}}
	return c.run(words[1:], typed)
}

// survive turns the panic of a command into an error: a fault in a screen must not end calls.
func (s *Session) survive(words []string, err *error) {
	if r := recover(); r != nil {
		s.engine.options.Log("VTY command %q failed in the program: %v\n%s", strings.Join(words, " "), r, debug.Stack())
		*err = Failf("%% The command failed inside the program: %v", r)
	}
}

// mayRun refuses commands that the session's user may not run.
func (s *Session) mayRun(c *Command) error {
	if s.user.Role == Viewer && c.changes() {
		return Failf("%% Not allowed: this user may only look.")
	}
	return nil
}

// hangUp ends the session with a line that says why.
func (s *Session) hangUp(format string, a ...any) {
	s.terminal.WriteNow(fmt.Appendf(nil, "\r\n"+format+"\r\n", a...))
	s.engine.options.Log("VTY session %d of %s: "+format, append([]any{s.number, s.user.Name}, a...)...)
	s.closing = true
}

// prompt shows the prompt, behind everything that was logged until now.
func (s *Session) prompt() {
	if !s.closing {
		s.print(s.promptText())
	}
}

func (s *Session) promptText() string {
	if s.asking != nil {
		return "Password: "
	}
	return s.context.node().prompt()
}

// redraw shows prompt and line; the cursor goes to the line's end.
func (s *Session) redraw() {
	s.print(s.promptText())
	s.edit.cursor = 0
	s.edit.end()
}

func (s *Session) print(text string) { s.printText([]byte(text)) }

// printText shows text that ends its lines in LF, behind everything that was logged until now.
func (s *Session) printText(text []byte) {
	if s.log != nil {
		s.log.Flush()
	}
	// What the editor has to show comes first: it was typed before.
	if len(s.edit.echo) > 0 {
		s.terminal.Write(s.edit.echo)
		s.edit.echo = s.edit.echo[:0]
	}
	s.terminal.Write(withCarriageReturns(text))
}

func withCarriageReturns(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
}
