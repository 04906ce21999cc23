package vty

// Role is what the user of a session may do.
type Role uint8

const (
	Operator Role = iota // everything
	Viewer               // look, in the view node; never `enable`
)

// Session is one operator at one terminal. One goroutine runs it, from Engine.Serve to its return; all fields belong
// to that goroutine, except where said otherwise.
type Session struct {
	engine  *Engine
	context Context
	role    Role
	history history
	closing bool // leave after this line
}

// mayRun refuses commands that the session's user may not run.
func (s *Session) mayRun(c *Command) error {
	if s.role == Viewer && c.changes() {
		return Failf("%% Not allowed: this user may only look.")
	}
	return nil
}
