package vty

import (
	"bytes"
	"strings"
)

// Commander is a session without a terminal that stays in the node where its last line has led it: the command line of
// a full-screen program. It is not counted among the sessions. One goroutine at a time may use it.
type Commander struct {
	s      *Session
	output bytes.Buffer
}

// NewCommander starts one where the user's role may be, as Exec does.
func (e *Engine) NewCommander(user User) *Commander {
	c := &Commander{s: &Session{engine: e, user: user}}
	c.s.context = Context{engine: e, session: c.s, print: func(text []byte) { c.output.Write(text) }}
	c.s.enterOwn()
	return c
}

// Run runs a line and returns what it prints, errors included. A line that ends the session just leads back to its first
// node.
func (c *Commander) Run(line string) (output string, err error) {
	c.output.Reset()
	err = c.s.runOne(line)
	if c.s.closing {
		c.s.closing = false
		c.home()
	}
	return c.output.String(), err
}

// Act runs lines outside of where Run is, up to the first that fails, and returns what they print. If Run is in the
// configuration it leaves it.
func (c *Commander) Act(lines ...string) (output string, err error) {
	c.home()
	defer c.home()
	var all strings.Builder
	for _, line := range lines {
		output, err := c.Run(line)
		all.WriteString(output)
		if err != nil {
			return all.String(), err
		}
	}
	return all.String(), nil
}

// home leads back to the first node.
func (c *Commander) home() {
	c.s.context.frames = nil
	c.s.engine.unlock(c.s)
	c.s.enterOwn()
}

// Prompt is that of the node that Run is in.
func (c *Commander) Prompt() string { return c.s.context.node().prompt() }

// Complete completes the last word of a line as far as it is sure, and lists what it may become if that is several
// words.
func (c *Commander) Complete(line string) (completed string, choices []string) {
	c.s.edit.line = []byte(line)
	n, words, last := c.s.cursorWords()
	c.s.edit.line = nil
	keywords, err := n.keywords(words, last)
	if err != nil {
		return line, nil
	}
	if len(keywords) == 0 && n.ID == Enable { // runOne tries these there, too
		if keywords, err = n.engine.node(View).keywords(words, last); err != nil {
			return line, nil
		}
	}
	completed = line[:len(line)-len(last)] + string(commonPrefix(keywords))
	switch len(keywords) {
	case 0:
		return line, nil
	case 1:
		return completed + " ", nil
	}
	return completed, keywords
}

// Close gives back what the commander has.
func (c *Commander) Close() {
	c.s.engine.unlock(c.s)
	c.s.DetachLog()
}

// MayEnable says whether the session is where its operator may change things: in the enable node.
func (c *Context) MayEnable() bool {
	return c.node().ID == Enable && (c.session == nil || c.session.user.Role == Operator)
}
