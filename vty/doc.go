// Package vty is the command line of an Osmocom-style network element: nodes and commands, sessions with line editor,
// help and completion, and the configuration file that is read and written with the same commands. It knows nothing
// of what it configures.
//
// # What is where
//
// An Engine holds a tree of Nodes. Each node has Commands; below the node Config it also has Settings, which are
// commands together with what they write into the configuration. A Session runs on one goroutine, from its Terminal's
// first prompt to its end, and runs every command itself: a command that waits keeps nobody else waiting. Terminals
// are made by transports (package vty/telnet; others plug in the same way).
//
// The tree is built before the first session starts and does not change afterwards. What a command changes belongs to
// the program; the program guards it.
//
// # Sessions and transports
//
// A transport makes a Terminal of each connection, on an Output so that no reader is waited for, and calls Engine.Serve
// with the User it found. Engine.Exec runs lines without a terminal, Engine.ServeLine one line at a terminal. A User
// whose Role is Viewer never gets beyond the node View, and cannot run a Command that Changes something. A command may
// take the whole screen (Context.FullScreen), and give its session a log target (Session.AttachLog).
//
// # How to declare a setting
//
//	e.AddNode(vty.Node{
//		ID: "config-door", Parent: vty.Config, ControlZ: vty.ToEnable,
//		Order: 500, Blocks: vty.OneBlock("door"), OmitEmpty: true,
//		Words: vty.Words{"limit": "How much goes through"},
//	})
//	e.AddCommands(vty.Config, vty.Command{
//		Syntax: "door", Help: vty.Words{"door": "Doors"}, Enters: "config-door",
//		Run: func(c *vty.Context, _ vty.Args) error {
//			c.Enter("config-door", nil)
//			return nil
//		},
//	})
//	e.AddSettings("config-door", vty.Setting{
//		Order: 10,
//		Commands: []vty.Command{{
//			Syntax: "limit <1-100>", Help: vty.Words{"<1-100>": "Persons a minute"}, Attr: vty.Immediate,
//			Doc: "Default: no limit.",
//			Run: func(c *vty.Context, a vty.Args) error { return door.SetLimit(a.Int(0)) },
//		}, {
//			Syntax: "no limit",
//			Run: func(c *vty.Context, _ vty.Args) error { return door.SetLimit(0) },
//		}},
//		Write: func(w *vty.Writer, _ any) {
//			if n := door.Limit(); n != 0 {
//				w.Line("limit %d", n)
//			}
//		},
//	})
//
// A node that is there several times (trunks, log targets) returns one Block each, with a subject; the entering
// command hands the same subject to Context.Enter, and the node's commands find it in Context.Subject, Write in its
// argument.
//
// # Notation of Syntax
//
//	word          keyword; typed, it may be cut short, in a file not
//	NAME          any one word (first letter upper-case)
//	<1-65535>     decimal number in the range
//	A.B.C.D       IPv4 address        X:X::X:X  IPv6 address
//	(a|b)         exactly one of      [a]       optional, only at the end; [(a|b)] likewise
//	.TEXT         the rest of the line, at least one word
//
// A command gets as Args the words that are not plain keywords. Every token needs a help text: in Command.Help, in the
// Words of its node, or in the engine's (Engine.AddWords).
//
// # Order
//
// `list`, `?` and TAB show commands as they were added, or by Command.Place; the configuration is written by
// Setting.Order and Node.Order. The two are independent, as they are on osmo-mgw. Commands that osmo-mgw does not have
// carry Own: they come last, and never change what an abbreviation of another command means.
//
// # Errors
//
// A command that fails returns an error, made by Failf: its text is printed as it is, by custom with "% " in front. While
// a file is read any error ends the reading. A command that has printed its own message returns ErrFailed.
package vty
