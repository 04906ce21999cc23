package vty

import (
	"errors"
	"fmt"
	"strings"
)

// addCommonCommands gives a node the commands that all nodes have. The view node has its own selection.
func (e *Engine) addCommonCommands(n *Node) {
	if n.ID == View {
		return
	}
	commands := []Command{
		helpCommand, listCommand, showAttributesCommand, showSomeAttributesCommand,
		{
			Syntax: "write terminal", Help: Words{"terminal": "Show it here"}, ReadOnly: true, Run: showRunningConfig,
		}, {
			Syntax: "write file [PATH]", Help: Words{"file": "Save it to a file", "PATH": "File name; later saves go there, too"},
			Changes: true, Run: writeFile,
		}, {
			Syntax: "write memory", Help: Words{"memory": "Save it to the current file"}, Changes: true, Run: writeFile,
		}, {
			Syntax: "write", Changes: true, Run: writeFile,
		}, {
			Syntax: "show running-config", ReadOnly: true, Run: showRunningConfig,
		},
		exitCommand,
	}
	if n.config {
		commands = append(commands, Command{Syntax: "end", ReadOnly: true, Run: func(c *Context, _ Args) error {
			c.end()
			return nil
		}})
	}
	e.AddCommands(n.ID, commands...)
	if n.ID == Config {
		e.common = n.listed()
	}
}

var helpCommand = Command{
	Syntax: "help", ReadOnly: true,
	Run: func(c *Context, _ Args) error {
		c.Printf(`Type ? at any point to see what may follow: the commands of this node on an empty line, the next word
behind a blank, or what the word under way can become.

TAB completes a word. Words may be cut short as long as only one is meant. The list command shows all commands of
this node, and "list with-flags" when each takes effect. "exit" goes back one level.

`)
		return nil
	},
}

var exitCommand = Command{Syntax: "exit", ReadOnly: true, Run: func(c *Context, _ Args) error {
	c.leave()
	return nil
}}

var listCommand = Command{
	Syntax: "list [with-flags]", ReadOnly: true,
	Run: func(c *Context, a Args) error {
		n := c.node()
		if !a.Has(0) {
			for _, cmd := range n.listed() {
				if cmd.visible(c.expert) {
					c.Printf("  %s\n", cmd.Syntax)
				}
			}
			return nil
		}
		columns := n.flagColumns(c.expert)
		for _, cmd := range n.listed() {
			if cmd.visible(c.expert) {
				c.Printf("  %c %s  %s\n", cmd.Attr.letter(), cmd.flagsIn(columns), cmd.Syntax)
			}
		}
		return nil
	},
}

// letter is the command's global attribute, as `list with-flags` shows it.
func (a Attr) letter() byte {
	switch {
	case a&Hidden != 0:
		return '^'
	case a&Immediate != 0:
		return '!'
	case a&OnExit != 0:
		return '@'
	}
	return '.'
}

// flagColumns are the flag letters in use in the node, in the order of Options.Flags. Osmo-mgw's commands decide, so
// that ours do not move their columns.
func (n *Node) flagColumns(expert bool) string {
	var columns strings.Builder
	for _, f := range n.engine.options.Flags {
		for _, cmd := range n.tiers[0] {
			if cmd.visible(expert) && strings.IndexByte(cmd.Flags, f.Letter) >= 0 {
				columns.WriteByte(f.Letter)
				break
			}
		}
	}
	return columns.String()
}

// flagsIn is the command's letters in their columns, "." where it has none.
func (c *Command) flagsIn(columns string) string {
	return strings.Map(func(letter rune) rune {
		if strings.ContainsRune(c.Flags, letter) {
			return letter
		}
		return '.'
	}, columns)
}

// globalFlags are the attributes of every VTY.
var globalFlags = []Flag{
	{Letter: '^', Text: "hidden: listed in expert mode only"},
	{Letter: '!', Text: "takes effect at once"},
	{Letter: '@', Text: "takes effect when the node is left"},
}

var showAttributesCommand = Command{
	Syntax: "show vty-attributes", Help: Words{"vty-attributes": "Letters of \"list with-flags\""}, ReadOnly: true,
	Run: func(c *Context, _ Args) error {
		for _, scope := range []string{"global", "library", "application"} {
			c.engine.showAttributes(c, scope)
		}
		return nil
	},
}

var showSomeAttributesCommand = Command{
	Syntax: "show vty-attributes (application|library|global)",
	Help: Words{
		"vty-attributes": "Letters of \"list with-flags\"",
		"application":    "Those of this program's own commands",
		"library":        "Those of commands that Osmocom programs share",
		"global":         "Those of any command",
	},
	ReadOnly: true,
	Run: func(c *Context, a Args) error {
		c.engine.showAttributes(c, a.Word(0))
		return nil
	},
}

func (e *Engine) showAttributes(c *Context, scope string) {
	heading, flags := "Global attributes", globalFlags
	if scope != "global" {
		heading, flags = "Application specific attributes", nil
		library := scope == "library"
		if library {
			heading = "Library specific attributes"
		}
		for _, f := range e.options.Flags {
			if f.Library == library {
				flags = append(flags, f)
			}
		}
	}
	c.Printf("  %s:\n", heading)
	for _, f := range flags {
		c.Printf("    %c  %s\n", f.Letter, f.Text)
	}
}

func showRunningConfig(c *Context, _ Args) error {
	text, _ := c.engine.Configuration()
	c.Printf("\nCurrent configuration:\n!\n%send\n", text)
	return nil
}

func writeFile(c *Context, a Args) error {
	if a.Has(0) {
		c.engine.setConfigFile(a.Word(0))
	}
	path, err := c.engine.Save()
	if err != nil {
		// osmo-mgw's line does not always say why; scripts know that line, so the reason goes to the log.
		if reason := errors.Unwrap(err); reason != nil {
			c.engine.Log("the configuration is not saved: %v", reason)
		}
		return err
	}
	c.Printf("Configuration saved to %s\n", path)
	return nil
}

// Save writes the configuration to the current file; see saveFile. It returns the file's name as it was given. The
// error's text is the line that the operator reads.
func (e *Engine) Save() (path string, err error) {
	e.saving.Lock()
	defer e.saving.Unlock()
	path = e.ConfigFile()
	text, secret := e.Configuration()
	heading := fmt.Sprintf("!\n! %s (%s) configuration saved from vty\n!!\n", e.options.Name, e.options.Version)
	return path, saveFile(path, []byte(heading+text), secret)
}

// ConfigFile is the name of the file that `write` saves to.
func (e *Engine) ConfigFile() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.host.file
}

func (e *Engine) setConfigFile(path string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.host.file = path
}
