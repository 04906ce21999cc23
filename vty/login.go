package vty

// maxTries is how many wrong passwords one question takes.
const maxTries = 3

// question is a password that a session asks for.
type question struct {
	secret  func() secret // the right answer, as it is configured when the answer comes
	tries   int
	granted func()
	refused func() // after the last try
}

// ask asks for a password before anything else.
func (s *Session) ask(q *question) {
	s.asking, s.edit.silent = q, true
}

// answer takes a line as the answer.
func (s *Session) answer(line string) {
	q := s.asking
	switch q.tries++; {
	case q.secret().matches(line):
		s.asking, s.edit.silent = nil, false
		q.granted()
	case q.tries >= maxTries:
		s.asking, s.edit.silent = nil, false
		q.refused()
	}
}

// askForLogin asks a new session for the password. A session that gives it is an operator's at once with `service
// advanced-vty`, unless that takes a password of its own.
func (s *Session) askForLogin() {
	e := s.engine
	s.ask(&question{
		secret: func() secret { return e.settings().password },
		granted: func() {
			if h := e.settings(); h.advanced && !h.enablePassword.set() && s.user.Role == Operator {
				s.context.frames = []frame{{node: e.node(Enable)}}
			}
		},
		refused: func() {
			s.hangUp("%% Bad passwords, too many failures!")
		},
	})
}

// enable makes an operator of a viewer.
func enable(c *Context, a Args) error {
	s, e, expert := c.session, c.engine, a.Has(0)
	enter := func() {
		c.expert = expert
		c.frames = []frame{{node: e.node(Enable)}}
	}
	// A user whom the transport knows has proved already that this is allowed.
	if !e.settings().enablePassword.set() || s.terminal == nil || s.user.Known {
		enter()
		return nil
	}
	s.ask(&question{
		secret:  func() secret { return e.settings().enablePassword },
		granted: enter,
		refused: func() { c.Printf("%% Bad enable passwords, too many failures!\n") },
	})
	return nil
}
