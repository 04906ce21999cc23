package vty

import (
	"bufio"
	"bytes"
	"os"
	"strings"
	"time"
)

// addViewNode adds the node in which sessions start.
func (e *Engine) addViewNode() {
	e.AddNode(Node{ID: View, Doc: "Look at what goes on, change nothing"})
	e.AddCommands(View,
		Command{Syntax: "show pid", Help: Words{"pid": "Process id of this program"}, Run: func(c *Context, _ Args) error {
			c.Printf("%d\n", os.Getpid())
			return nil
		}},
		Command{Syntax: "show uptime", Help: Words{"uptime": "How long this program has been running"}, Run: showUptime},
		showVersionCommand,
		showOnlineHelpCommand,
		listCommand, exitCommand, helpCommand, showAttributesCommand, showSomeAttributesCommand,
		Command{
			Syntax: "enable [expert-mode]", Help: Words{"expert-mode": "List hidden commands, too"},
			Enters: Enable, Changes: true, Run: enable,
		},
		terminalLengthCommand, terminalNoLengthCommand, echoCommand, whoCommand, showHistoryCommand,
	)
}

// addEnableNode adds the operator's node.
func (e *Engine) addEnableNode() {
	e.AddNode(Node{ID: Enable, Doc: "Look closer, act on what goes on, save the configuration"})
	e.AddCommands(Enable,
		Command{Syntax: "disable", Help: Words{"disable": "Be a mere viewer again"}, Run: func(c *Context, _ Args) error {
			c.expert = false
			c.frames = []frame{{node: c.engine.node(View)}}
			return nil
		}},
		Command{
			Syntax: "configure [terminal]", Help: Words{"configure": "Change the configuration", "terminal": "From here"},
			Enters: Config, Changes: true, Run: configure,
		},
		Command{
			Syntax: "copy running-config startup-config", Help: Words{"startup-config": "File read at the next start"},
			Changes: true, Run: writeFile,
		},
		Command{
			Syntax: "shutdown", Help: Words{"shutdown": "End this program at once, calls and all"}, Changes: true,
			Run: func(c *Context, _ Args) error {
				c.Printf("%s is going down\n", c.engine.options.Name)
				c.engine.options.Shutdown()
				return nil
			},
		},
		Command{
			Syntax: "show startup-config", Help: Words{"startup-config": "Configuration file, as it was last saved"},
			Run: showStartupConfig,
		},
		showVersionCommand, showOnlineHelpCommand, terminalLengthCommand, terminalNoLengthCommand, echoCommand, whoCommand,
		showHistoryCommand,
		Command{
			Syntax: "terminal monitor", Help: Words{"monitor": "Accepted, does nothing: use \"logging enable\""}, Run: doNothing,
		},
		Command{
			Syntax: "terminal no monitor", Help: Words{"no": "Accepted, does nothing", "monitor": "Accepted, does nothing"},
			Run: doNothing,
		},
	)
}

func doNothing(*Context, Args) error { return nil }

var terminalLengthCommand = Command{
	Syntax: "terminal length <0-512>",
	Help:   Words{"length": "Accepted, does nothing: output never stops for a key", "<0-512>": "Lines"},
	Run:    doNothing,
}

var terminalNoLengthCommand = Command{
	Syntax: "terminal no length", Help: Words{"no": "Accepted, does nothing", "length": "Accepted, does nothing"}, Run: doNothing,
}

var echoCommand = Command{
	Syntax: "echo .MESSAGE", Help: Words{"echo": "Say something back", "MESSAGE": "Words"}, Attr: Hidden,
	Run: func(c *Context, a Args) error {
		c.Printf("%s\n", strings.Join(a, " "))
		return nil
	},
}

var showVersionCommand = Command{
	Syntax: "show version", Help: Words{"version": "Version and copyright"},
	Run: func(c *Context, _ Args) error {
		o := &c.engine.options
		c.Printf("%s %s (%s).\n%s\n", o.Name, o.Version, o.Name, withNewline(o.Copyright))
		return nil
	},
}

// withNewline is text with a line end behind its last line.
func withNewline(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

func showUptime(c *Context, _ Args) error {
	s := int(time.Since(c.engine.started) / time.Second)
	c.Printf("%s has been running for %dd %dh %dm %ds\n", c.engine.options.Name, s/86400, s/3600%24, s/60%60, s%60)
	return nil
}

func showStartupConfig(c *Context, _ Args) error {
	path := c.engine.ConfigFile()
	text, err := os.ReadFile(path)
	if err != nil {
		return Failf("Can't open configuration file [%s]", path)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		c.Printf("%s\n", lines.Text())
	}
	return nil
}
