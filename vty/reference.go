package vty

import (
	"cmp"
	"slices"
)

// RefMode says which commands a reference lists. Deprecated ones are in none.
type RefMode string

const (
	RefDefault RefMode = "default" // without hidden commands
	RefExpert  RefMode = "expert"  // with them
	RefHidden  RefMode = "hidden"  // hidden ones alone
)

// Valid tells whether there is such a mode.
func (m RefMode) Valid() bool { return m == RefDefault || m == RefExpert || m == RefHidden }

func (m RefMode) lists(c *Command) bool {
	switch m {
	case RefExpert:
		return c.visible(true)
	case RefHidden:
		return c.visible(true) && !c.visible(false)
	}
	return c.visible(false)
}

// referenceNodes are all nodes in the order of a reference: view, enable, then the configuration as it is written.
func (e *Engine) referenceNodes() []*Node {
	nodes := []*Node{e.node(View), e.node(Enable)}
	var down func(n *Node)
	down = func(n *Node) {
		nodes = append(nodes, n)
		children := slices.Clone(n.children)
		slices.SortStableFunc(children, func(a, b *Node) int { return cmp.Compare(a.Order, b.Order) })
		for _, child := range children {
			down(child)
		}
	}
	down(e.node(Config))
	return nodes
}

// commonSyntaxes are the commands that nodes share; a reference has them once.
func (e *Engine) commonSyntaxes() map[string]bool {
	shared := make(map[string]bool)
	for _, cmd := range e.common {
		shared[cmd.Syntax] = true
	}
	return shared
}

// referenceCommands are the commands of a node that a reference lists under it.
func (e *Engine) referenceCommands(n *Node, mode RefMode) []*Command {
	shared := e.commonSyntaxes()
	return slices.DeleteFunc(n.listed(), func(c *Command) bool { return shared[c.Syntax] || !mode.lists(c) })
}

// flags are the command's flags with their texts: global ones and those of the program's.
func (c *Command) flags() (global, others []Flag) {
	for _, f := range globalFlags {
		if c.Attr.letter() == f.Letter {
			global = append(global, f)
		}
	}
	for _, f := range c.node.engine.options.Flags {
		if slices.Contains([]byte(c.Flags), f.Letter) {
			others = append(others, f)
		}
	}
	return global, others
}

// scope is where a flag belongs.
func (f Flag) scope() string {
	if f.Library {
		return "library"
	}
	return "application"
}
