package vty

import "fmt"

// Context is where a line runs: the node it is in, the subject of that node, and where its answer goes. It belongs to
// the goroutine that runs the line.
type Context struct {
	engine  *Engine
	session *Session // nil while a file is read
	frames  []frame  // the nodes that were entered, outermost first; never empty
	expert  bool     // hidden commands are listed
	print   func(text []byte)
}

// frame is a node that was entered, and what for.
type frame struct {
	node    *Node
	subject any
}

// Printf prints to the operator, or for a file to standard error once it is read. Lines end in "\n".
func (c *Context) Printf(format string, a ...any) { c.print(fmt.Appendf(nil, format, a...)) }

// Write prints like Printf.
func (c *Context) Write(text []byte) (int, error) {
	c.print(text)
	return len(text), nil
}

// Enter goes into a node, one level deeper. Subject is what the node's commands work on: a trunk, a log target; nil for
// nodes that are there once.
func (c *Context) Enter(node string, subject any) {
	c.frames = append(c.frames, frame{c.engine.node(node), subject})
}

// Subject is what the command's node was entered for.
func (c *Context) Subject() any { return c.top().subject }

// Engine is the engine that runs the command.
func (c *Context) Engine() *Engine { return c.engine }

// Session is the session that typed the command; nil while a file is read.
func (c *Context) Session() *Session { return c.session }

func (c *Context) top() frame { return c.frames[len(c.frames)-1] }

// node is the innermost node.
func (c *Context) node() *Node { return c.top().node }

// run runs the line made of words in the context's node. The error is the answer, already printed only if it is
// ErrFailed.
func (c *Context) run(words []string, how exactness) error {
	cmd, args, err := c.node().match(words, how)
	if err != nil {
		return err
	}
	if c.session != nil {
		if err := c.session.mayRun(cmd); err != nil {
			return err
		}
	}
	return cmd.Run(c, args)
}

// leave goes one level up; from the outermost node it ends the session.
func (c *Context) leave() {
	if len(c.frames) > 1 {
		c.goUp(len(c.frames) - 1)
	} else if c.session != nil {
		c.session.closing = true
	}
}

// end leaves the configuration. In a file, which has nothing outside it, that is its root.
func (c *Context) end() { c.goUp(1) }

// goUp leaves all but the outermost n nodes. Outside the configuration, its lock is given back.
func (c *Context) goUp(n int) {
	c.frames = c.frames[:n]
	if c.session != nil && !c.node().config {
		c.engine.unlock(c.session)
	}
}
