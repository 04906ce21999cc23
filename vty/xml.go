package vty

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// xmlNamespace is that of Osmocom's VTY references; its tools read this form.
const xmlNamespace = "urn:osmocom:xml:libosmocore:vty:doc:1.0"

var showOnlineHelpCommand = Command{
	Syntax: "show online-help", Help: Words{"online-help": "Reference of all commands, as XML"},
	Run: func(c *Context, _ Args) error {
		mode := RefDefault
		if c.expert {
			mode = RefExpert
		}
		var text bytes.Buffer
		err := c.engine.WriteXML(&text, mode)
		c.Printf("%s", text.Bytes())
		return err
	},
}

// WriteXML writes the reference of all commands as XML.
func (e *Engine) WriteXML(w io.Writer, mode RefMode) error {
	x := &xmlWriter{}
	x.line(0, "<vtydoc xmlns='%s'>", xmlNamespace)
	x.node("_common_cmds_", "Common Commands", "Commands of every node", e.listedIn(mode, e.common))
	for _, n := range e.referenceNodes() {
		x.node(n.ID, n.ID, n.description(), e.referenceCommands(n, mode))
	}
	x.line(0, "</vtydoc>")
	_, err := w.Write(x.text.Bytes())
	return err
}

func (e *Engine) listedIn(mode RefMode, commands []*Command) []*Command {
	var listed []*Command
	for _, cmd := range commands {
		if mode.lists(cmd) {
			listed = append(listed, cmd)
		}
	}
	return listed
}

type xmlWriter struct{ text bytes.Buffer }

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", `"`, "&quot;")

// line writes a line; its arguments are texts to be escaped.
func (x *xmlWriter) line(indent int, format string, texts ...string) {
	escaped := make([]any, len(texts))
	for i, text := range texts {
		escaped[i] = xmlEscapes.Replace(text)
	}
	x.text.WriteString(strings.Repeat(" ", indent))
	fmt.Fprintf(&x.text, format+"\n", escaped...)
}

func (x *xmlWriter) node(id, name, description string, commands []*Command) {
	x.line(2, "<node id='%s'>", id)
	x.line(4, "<name>%s</name>", name)
	x.line(4, "<description>%s</description>", description)
	for _, cmd := range commands {
		x.command(cmd)
	}
	x.line(2, "</node>")
}

func (x *xmlWriter) command(c *Command) {
	x.line(4, "<command id='%s'>", c.Syntax)
	global, others := c.flags()
	x.attributes("global", global)
	for _, scope := range []string{"library", "application"} {
		var flags []Flag
		for _, f := range others {
			if f.scope() == scope {
				flags = append(flags, f)
			}
		}
		x.attributes(scope, flags)
	}
	x.line(6, "<params>")
	for i := range c.elements {
		e := &c.elements[i]
		for j := range e.tokens {
			name := e.shown(&e.tokens[j])
			if e.isRest() {
				name = "." + name
			}
			x.line(8, "<param name='%s' doc='%s' />", name, e.tokens[j].help)
		}
	}
	x.line(6, "</params>")
	x.line(4, "</command>")
}

func (x *xmlWriter) attributes(scope string, flags []Flag) {
	if len(flags) == 0 {
		return
	}
	x.line(6, "<attributes scope='%s'>", scope)
	for _, f := range flags {
		x.line(8, "<attribute doc='%s' flag='%s' />", f.Text, string(f.Letter))
	}
	x.line(6, "</attributes>")
}
