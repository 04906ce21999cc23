package vty

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Writer gathers the written configuration.
type Writer struct {
	text   bytes.Buffer
	indent int
	secret bool
}

// Line writes one line at the indentation of the block.
func (w *Writer) Line(format string, a ...any) {
	w.text.WriteString(strings.Repeat(" ", w.indent))
	fmt.Fprintf(&w.text, format, a...)
	w.text.WriteByte('\n')
}

// Switch writes a setting that is on or off: line, or "no " and line.
func (w *Writer) Switch(on bool, line string) {
	if !on {
		line = "no " + line
	}
	w.Line("%s", line)
}

// Secret says that a line holds a secret: a new file is then readable by its owner only.
func (w *Writer) Secret() { w.secret = true }

// part is something that has its place in a node's block.
type part struct {
	order int
	write func()
}

// write writes the inside of one block of the node.
func (n *Node) write(w *Writer, subject any) {
	var parts []part
	for _, s := range n.settings {
		parts = append(parts, part{s.Order, func() { s.Write(w, subject) }})
	}
	for _, order := range n.rules {
		parts = append(parts, part{order, func() { w.Line("!") }})
	}
	for _, child := range n.children {
		if child.Blocks != nil {
			parts = append(parts, part{child.Order, func() { child.writeBlocks(w, subject) }})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.order, b.order) })
	for _, p := range parts {
		p.write()
	}
}

// writeBlocks writes all blocks of the node inside one block of its parent.
func (n *Node) writeBlocks(w *Writer, parent any) {
	for _, block := range n.Blocks(parent) {
		before := w.text.Len()
		w.Line("%s", block.Header)
		inside := w.text.Len()
		w.indent += n.Indent
		n.write(w, block.Subject)
		w.indent -= n.Indent
		if n.OmitEmpty && w.text.Len() == inside {
			w.text.Truncate(before)
			continue
		}
		if n.Rule {
			w.Line("!")
		}
	}
}

// Configuration is the configuration as it stands, as it is written to a file behind the heading. Secret tells
// whether it holds passwords.
func (e *Engine) Configuration() (text string, secret bool) {
	var w Writer
	e.options.Snapshot(func() { e.node(Config).write(&w, nil) })
	return w.text.String(), w.secret
}
