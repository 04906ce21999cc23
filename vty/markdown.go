package vty

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the reference of all commands, hidden ones left out, for the printed manual.
func (e *Engine) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Command reference of %s\n\nGenerated from the program's own declarations.\n", e.options.Name)
	fmt.Fprintf(&b, "\n## All nodes\n\nThese commands work everywhere, those that write the configuration not in the node `view`.\n")
	for _, cmd := range e.listedIn(RefDefault, e.common) {
		cmd.markdown(&b)
	}
	for _, n := range e.referenceNodes() {
		fmt.Fprintf(&b, "\n## Node `%s`\n\n%s. Prompt: `%s`\n", n.ID, n.description(), strings.TrimSpace(n.prompt()))
		for _, cmd := range e.referenceCommands(n, RefDefault) {
			cmd.markdown(&b)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// markdown writes one command: what it is, when it takes effect, and its arguments.
func (c *Command) markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### `%s`\n\n", c.Syntax)
	var path []string
	for i := range c.elements {
		if e := &c.elements[i]; !e.isArgument() {
			path = append(path, e.tokens[0].help)
		}
	}
	fmt.Fprintf(b, "%s.", strings.Join(path, " – "))
	if c.Doc != "" {
		fmt.Fprintf(b, " %s", c.Doc)
	}
	global, others := c.flags()
	for _, f := range append(global, others...) {
		fmt.Fprintf(b, " (`%c`: %s)", f.Letter, f.Text)
	}
	if c.Enters != "" && c.Enters != Enable {
		fmt.Fprintf(b, " Enters node `%s`.", c.Enters)
	}
	b.WriteString("\n")
	blank := "\n"
	for i := range c.elements {
		e := &c.elements[i]
		if !e.isArgument() {
			continue
		}
		for j := range e.tokens {
			fmt.Fprintf(b, "%s- `%s` %s\n", blank, e.shown(&e.tokens[j]), e.tokens[j].help)
			blank = ""
		}
	}
}

// description says what the node is, without a full stop.
func (n *Node) description() string {
	switch {
	case n.Doc != "":
		return strings.TrimSuffix(n.Doc, ".")
	case n.parent != nil:
		return "Node " + n.ID + ", below " + n.parent.ID
	}
	return "Node " + n.ID
}
