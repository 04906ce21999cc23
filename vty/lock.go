package vty

// Only one session may be in the configuration nodes at a time; it holds the configuration lock. Sessions that only
// show or save the configuration do not need it.

// lock takes the configuration lock for s and tells whether s has it now.
func (e *Engine) lock(s *Session) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.holder == nil {
		e.holder = s
	}
	return e.holder == s
}

// unlock gives the lock back if s has it.
func (e *Engine) unlock(s *Session) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.holder == s {
		e.holder = nil
	}
}

// configure takes a session into the configuration.
func configure(c *Context, _ Args) error {
	if c.session != nil && !c.engine.lock(c.session) {
		return Failf("VTY configuration is locked by other VTY")
	}
	c.Enter(Config, nil)
	return nil
}
