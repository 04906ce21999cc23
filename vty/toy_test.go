package vty

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// toy is a small program behind an engine, with nodes shaped like those of a media gateway.
type toy struct {
	*Engine

	mu     sync.Mutex
	domain string
	low    int // rtp port-range
	high   int
	ip     string
	keep   int
	mux    string
	doors  []*toyDoor
	extra  int
	ended  bool
}

type toyDoor struct{ number, line int }

func newToy(t testing.TB, change ...func(o *Options)) *toy {
	t.Helper()
	toy := &toy{domain: "toy", low: 16002, high: 16066, mux: "off"}
	options := Options{
		Name: "Toy", Version: "1.0", Copyright: "All rights given.\n\nNo warranty.\n",
		Flags:    []Flag{{Letter: 'L', Library: true, Text: "when the line is set up"}, {Letter: 'n', Text: "for new calls"}},
		Shutdown: func() { toy.ended = true },
		Log:      t.Logf,
	}
	for _, f := range change {
		f(&options)
	}
	e := New(options)
	toy.Engine = e
	e.AddWords(Words{"mgcp": "Calls", "rtp": "Media", "active": "Those in use", "stats": "With figures", "NAME": "Name"})
	for _, node := range []string{View, Enable} {
		e.AddCommands(node,
			Command{Syntax: "show mgcp [stats]", Run: toy.show},
			Command{Syntax: "show mgcp active", Run: toy.show},
			Command{Syntax: "show mgcp endpoint NAME", Help: Words{"endpoint": "One endpoint"}, Run: toy.show},
			Command{Syntax: "show mgcp trunk <0-64> endpoint NAME", Help: Words{"trunk": "On a trunk", "<0-64>": "Number", "endpoint": "One endpoint"}, Run: toy.show},
			Command{Syntax: "logp (lmgcp|lmux) (info|notice) .LOGMESSAGE", Help: Words{
				"logp": "Log a line", "lmgcp": "Calls", "lmux": "Mux", "info": "Info", "notice": "Notice", "LOGMESSAGE": "Words"}, Run: toy.show},
			Command{Syntax: "show io", Help: Words{"io": "Input and output"}, Own: true, Run: func(c *Context, _ Args) error {
				c.Printf("io\n")
				return nil
			}},
		)
	}
	e.AddNode(Node{ID: "config-mgcp", Parent: Config, Order: 900, Blocks: OneBlock("mgcp")})
	e.AddNode(Node{ID: "config-mgcp-trunk", Parent: "config-mgcp", Order: 99, Blocks: func(any) []Block {
		var blocks []Block
		for _, d := range toy.doors {
			blocks = append(blocks, Block{fmt.Sprintf("trunk %d", d.number), d})
		}
		return blocks
	}})
	e.AddNode(Node{ID: "config-io", Parent: Config, Order: 800, Blocks: OneBlock("io"), OmitEmpty: true})
	e.AddCommands(Config,
		Command{Syntax: "mgcp", Enters: "config-mgcp", Run: func(c *Context, _ Args) error { c.Enter("config-mgcp", nil); return nil }},
		Command{Syntax: "io", Help: Words{"io": "Input and output"}, Own: true, Enters: "config-io",
			Run: func(c *Context, _ Args) error { c.Enter("config-io", nil); return nil }},
	)
	e.AddSettings("config-mgcp",
		Setting{
			Order: 30,
			Commands: []Command{{
				Syntax: "rtp port-range <1024-65534> <1025-65535>",
				Help:   Words{"port-range": "UDP ports", "<1024-65534>": "First", "<1025-65535>": "Last"},
				Run: func(c *Context, a Args) error {
					if a.Int(1) < a.Int(0) {
						return Failf("%% End %d is below start %d", a.Int(1), a.Int(0))
					}
					toy.low, toy.high = a.Int(0), a.Int(1)
					return nil
				},
			}},
			Write: func(w *Writer, _ any) { w.Line("rtp port-range %d %d", toy.low, toy.high) },
		},
		Setting{
			Order: 10,
			Commands: []Command{{Syntax: "domain NAME", Help: Words{"domain": "Domain"}, Run: func(_ *Context, a Args) error {
				toy.mu.Lock()
				defer toy.mu.Unlock()
				toy.domain = a.Word(0)
				return nil
			}}},
			Write: func(w *Writer, _ any) {
				toy.mu.Lock()
				defer toy.mu.Unlock()
				w.Line("domain %s", toy.domain)
			},
		},
		Setting{
			Order: 20,
			Commands: []Command{{
				Syntax: "bind ip (A.B.C.D|X:X::X:X)", Help: Words{"bind": "Listen", "ip": "Address"}, Flags: "n",
				Run: func(_ *Context, a Args) error { toy.ip = a.Addr(0).String(); return nil },
			}},
			Write: func(w *Writer, _ any) {
				if toy.ip != "" {
					w.Line("bind ip %s", toy.ip)
				}
			},
		},
		Setting{
			Order: 40,
			Commands: []Command{
				{Syntax: "rtp keep-alive <1-120>", Help: Words{"keep-alive": "Dummies", "<1-120>": "Seconds"}, Attr: Immediate,
					Run: func(_ *Context, a Args) error { toy.keep = a.Int(0); return nil }},
				{Syntax: "rtp keep-alive once", Help: Words{"keep-alive": "Dummies", "once": "Once"}, Attr: Immediate,
					Run: func(_ *Context, a Args) error { toy.keep = -1; return nil }},
				{Syntax: "no rtp keep-alive", Help: Words{"keep-alive": "Dummies"}, Place: 1, Attr: Immediate,
					Run: func(_ *Context, a Args) error { toy.keep = 0; return nil }},
			},
			Write: func(w *Writer, _ any) {
				switch toy.keep {
				case 0:
					w.Line("no rtp keep-alive")
				case -1:
					w.Line("rtp keep-alive once")
				default:
					w.Line("rtp keep-alive %d", toy.keep)
				}
			},
		},
		Setting{
			Order: 50,
			Commands: []Command{{Syntax: "osmux (on|off|only)", Help: Words{"osmux": "Mux", "on": "Yes", "off": "No", "only": "Nothing else"},
				Run: func(_ *Context, a Args) error { toy.mux = a.Word(0); return nil }}},
			Write: func(w *Writer, _ any) { w.Line("osmux %s", toy.mux) },
		},
	)
	e.AddCommands("config-mgcp",
		Command{Syntax: "loop (0|1)", Help: Words{"loop": "Old", "0": "No", "1": "Yes"}, Attr: Deprecated,
			Run: func(c *Context, _ Args) error { c.Printf("%% loop is obsolete\n"); return nil }},
		Command{Syntax: "rtp net-range <0-65534>", Help: Words{"net-range": "Old", "<0-65534>": "Port"}, Attr: Deprecated,
			Run: func(*Context, Args) error { return nil }},
		Command{Syntax: "rtp net-bind-ip A.B.C.D", Help: Words{"net-bind-ip": "Old"}, Attr: Deprecated,
			Run: func(*Context, Args) error { return nil }},
		Command{Syntax: "trunk <0-64>", Help: Words{"trunk": "Trunk", "<0-64>": "Number"}, Enters: "config-mgcp-trunk",
			Run: func(c *Context, a Args) error {
				for _, d := range toy.doors {
					if d.number == a.Int(0) {
						c.Enter("config-mgcp-trunk", d)
						return nil
					}
				}
				d := &toyDoor{number: a.Int(0)}
				toy.doors = append(toy.doors, d)
				c.Enter("config-mgcp-trunk", d)
				return nil
			}},
	)
	e.AddSettings("config-mgcp-trunk", Setting{
		Order: 1,
		Commands: []Command{{Syntax: "line <0-255>", Help: Words{"line": "E1 line", "<0-255>": "Number"},
			Run: func(c *Context, a Args) error { c.Subject().(*toyDoor).line = a.Int(0); return nil }}},
		Write: func(w *Writer, subject any) { w.Line("line %d", subject.(*toyDoor).line) },
	})
	e.AddSettings("config-io", Setting{
		Order: 1,
		Commands: []Command{{Syntax: "queues <1-64>", Help: Words{"queues": "Queues", "<1-64>": "Number"},
			Run: func(_ *Context, a Args) error { toy.extra = a.Int(0) - 1; return nil }}},
		Write: func(w *Writer, _ any) {
			if toy.extra != 0 {
				w.Line("queues %d", toy.extra+1)
			}
		},
	})
	return toy
}

func (toy *toy) show(c *Context, a Args) error {
	c.Printf("shown %s\n", strings.Join(a, ","))
	return nil
}
