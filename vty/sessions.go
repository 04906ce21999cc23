package vty

import "fmt"

// defaultMaxSessions is how many sessions there may be at once.
const defaultMaxSessions = 64

// admit gives the session the lowest free number, if there is room.
func (e *Engine) admit(s *Session, most int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.sessions) >= most || e.closed {
		return false
	}
	for s.number = 1; e.sessions[s.number] != nil; s.number++ {
	}
	e.sessions[s.number] = s
	return true
}

func (e *Engine) dismiss(s *Session) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.sessions, s.number)
}

// Close ends all sessions and lets no new ones begin. It does not wait: transports do, for their sessions.
func (e *Engine) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	for _, s := range e.sessions {
		s.terminal.Close()
	}
}

var whoCommand = Command{
	Syntax: "who", Help: Words{"who": "List the sessions; a star marks the one that configures"},
	Run: func(c *Context, _ Args) error {
		c.Printf("%s", c.engine.who())
		return nil
	},
}

func (e *Engine) who() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	text := ""
	for left, n := len(e.sessions), 1; left > 0; n++ {
		s := e.sessions[n]
		if s == nil {
			continue
		}
		left--
		mark := " "
		if e.holder == s {
			mark = "*"
		}
		text += fmt.Sprintf("%svty[%d] \n", mark, n)
	}
	return text
}

// sessionsSetting bounds the number of sessions.
func (e *Engine) sessionsSetting() Setting {
	return Setting{
		Order: OrderOwn,
		Commands: []Command{{
			Syntax: "vty sessions <1-1024>", Own: true,
			Help: Words{"vty": "This command line", "sessions": "How many sessions there may be at once", "<1-1024>": "Sessions, default 64"},
			Doc:  "Further connections are closed with a line that says so. Sessions that are there stay.",
			Run: func(_ *Context, a Args) error {
				return e.change(func(h *host) { h.maxSessions = a.Int(0) })
			},
		}},
		Write: func(w *Writer, _ any) {
			if n := e.settings().maxSessions; n != defaultMaxSessions {
				w.Line("vty sessions %d", n)
			}
		},
	}
}
