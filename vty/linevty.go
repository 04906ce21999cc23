package vty

import (
	"net"
	"strconv"
)

// Where the telnet door is unless `bind` says otherwise.
const (
	defaultBind = "127.0.0.1"
	DefaultPort = 4243
)

// TelnetAddress is where the configuration wants the telnet door, read once at start: host and port for net.Listen.
func (e *Engine) TelnetAddress() string {
	h := e.settings()
	ip, port := defaultBind, DefaultPort
	if h.bind != "" {
		ip = h.bind
	}
	if h.hasPort {
		port = h.bindPort
	}
	return net.JoinHostPort(ip, strconv.Itoa(port))
}

// addLineNode adds `line vty`.
func (e *Engine) addLineNode() {
	e.AddNode(Node{ID: Line, Doc: "Who gets into the telnet VTY, and where it listens", Parent: Config, ControlZ: ToEnable, Order: OrderLine, Blocks: OneBlock("line vty"), Rule: true})
	e.AddSettings(Line,
		Setting{
			Order: 1,
			Commands: []Command{{
				Syntax: "login", Help: Words{"login": "Ask new sessions for the password"},
				Run: func(*Context, Args) error { return e.change(func(h *host) { h.login = true }) },
			}, {
				Syntax: "no login", Help: Words{"login": "Let new sessions in without a password"},
				Run: func(*Context, Args) error { return e.change(func(h *host) { h.login = false }) },
			}},
			Write: func(w *Writer, _ any) { w.Switch(e.settings().login, "login") },
		},
		Setting{
			Order: 2,
			Commands: []Command{{
				Syntax: "bind A.B.C.D [<0-65535>]",
				Help: Words{
					"bind":      "Where telnet is answered; read at start only",
					"A.B.C.D":   "IPv4 address of this host",
					"<0-65535>": "TCP port, 4243 if not given",
				},
				Run: func(_ *Context, a Args) error {
					ip := a.Addr(0).String()
					return e.change(func(h *host) { h.bind, h.hasPort, h.bindPort = ip, a.Has(1), a.Int(1) })
				},
			}},
			Write: func(w *Writer, _ any) {
				switch h := e.settings(); {
				case h.hasPort:
					w.Line("bind %s %d", h.bind, h.bindPort)
				case h.bind != "" && h.bind != defaultBind:
					w.Line("bind %s", h.bind)
				}
			},
		},
	)
}
