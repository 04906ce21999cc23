package vty

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The nodes that every engine has.
const (
	View   = "view"        // what a new session sees: looks, changes nothing
	Enable = "enable"      // the operator's node
	Config = "config"      // the root of the configuration
	Line   = "config-line" // `line vty`
)

// ControlZ says where the key ^Z leads in a node.
type ControlZ uint8

const (
	Stay     ControlZ = iota // nowhere
	ToEnable                 // out of the configuration
	ToParent                 // one level up
)

// Node is one level of the command tree: a prompt and the commands that work there. Below Config it is also a block of
// the configuration.
type Node struct {
	// ID names the node; it stands in the prompt, as in "OsmoMGW(config-mgcp)# ". Letters, digits, - and _.
	ID string
	// Parent is the node that `exit` leads to, and in whose block of the configuration this node's stands.
	Parent string
	// Doc says in a sentence what the node is, for the reference.
	Doc string
	// ControlZ is where ^Z leads.
	ControlZ ControlZ
	// Words are help texts that the node's commands share.
	Words Words

	// Order is the place of the node's blocks among the settings and other nodes of the parent.
	Order int
	// Blocks says which blocks of this node the configuration has, for one block of the parent (whose subject it is
	// given). Nil: none is ever written. OneBlock serves nodes that are there once.
	Blocks func(parent any) []Block
	// Indent is by how many blanks the lines of a block stand behind its header; 0 means 1.
	Indent int
	// Rule puts a line "!" behind each block.
	Rule bool
	// OmitEmpty leaves a block out when none of its settings has a line to write.
	OmitEmpty bool

	engine   *Engine
	parent   *Node
	config   bool          // Config or below it
	tiers    [3][]*Command // osmo-mgw's commands, ours, and those of files only
	settings []*Setting
	children []*Node
	rules    []int // orders of "!" lines
}

// Block is one block of the configuration: the line that enters its node, and whose settings follow.
type Block struct {
	Header  string // for example "trunk 7"
	Subject any    // what Context.Subject is in the node; handed to the settings' Write
}

// OneBlock is for a node that is there once and always written: header is the line that enters it.
func OneBlock(header string) func(any) []Block {
	return func(any) []Block { return []Block{{Header: header}} }
}

// fileOnlyTier is the index of the tier that files alone have.
const fileOnlyTier = 2

// prompt is what stands before the cursor.
func (n *Node) prompt() string {
	switch n.ID {
	case View:
		return n.engine.options.Name + "> "
	case Enable:
		return n.engine.options.Name + "# "
	}
	return n.engine.options.Name + "(" + n.ID + ")# "
}

// listed returns the node's commands in the order of `list`: osmo-mgw's, then ours.
func (n *Node) listed() []*Command { return slices.Concat(n.tiers[0], n.tiers[1]) }

// AddNode adds a node with the commands that all nodes have. Its parent must be there already. Mistakes in
// declarations panic, here and in AddCommands: they are found by the first test that builds the tree.
func (e *Engine) AddNode(n Node) {
	if e.nodes[n.ID] != nil {
		panic(fmt.Sprintf("vty: node %s added twice", n.ID))
	}
	if strings.Trim(n.ID, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" || n.ID == "" {
		panic(fmt.Sprintf("vty: node %q: not a name for a prompt", n.ID))
	}
	node := &n
	node.engine = e
	if n.Parent != "" {
		node.parent = e.node(n.Parent)
		node.parent.children = append(node.parent.children, node)
	}
	node.config = n.ID == Config || node.parent != nil && node.parent.config
	if node.Indent == 0 {
		node.Indent = 1
	}
	e.nodes[n.ID] = node
	e.order = append(e.order, node)
	e.addCommonCommands(node)
}

// AddCommands adds commands to a node.
func (e *Engine) AddCommands(node string, commands ...Command) {
	for _, c := range commands {
		e.addCommand(e.node(node), &c)
	}
}

func (e *Engine) addCommand(n *Node, c *Command) {
	if err := c.compile(n, n.Words, e.words); err != nil {
		panic(fmt.Sprintf("vty: node %s: command %q: %v", n.ID, c.Syntax, err))
	}
	tier := 0
	switch {
	case c.FileOnly:
		tier = fileOnlyTier
	case c.Own:
		tier = 1
	}
	n.tiers[tier] = append(n.tiers[tier], c)
	slices.SortStableFunc(n.tiers[tier], func(a, b *Command) int { return cmp.Compare(a.Place, b.Place) })
}

// AddSettings adds settings to a node: their commands, and what they write into the configuration.
func (e *Engine) AddSettings(node string, settings ...Setting) {
	n := e.node(node)
	for _, s := range settings {
		if s.Write == nil {
			panic(fmt.Sprintf("vty: node %s: setting %q writes nothing: declare its commands as commands", node, s.Commands[0].Syntax))
		}
		s.Commands = slices.Clone(s.Commands)
		for i := range s.Commands {
			e.addCommand(n, &s.Commands[i])
		}
		n.settings = append(n.settings, &s)
	}
}

// AddRule puts a line "!" into a node's block of the configuration.
func (e *Engine) AddRule(node string, order int) {
	n := e.node(node)
	n.rules = append(n.rules, order)
}

// node finds a node by its ID; a wrong one is a mistake in the program.
func (e *Engine) node(id string) *Node {
	n := e.nodes[id]
	if n == nil {
		panic(fmt.Sprintf("vty: no node %q", id))
	}
	return n
}
