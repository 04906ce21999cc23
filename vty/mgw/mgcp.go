package mgw

import (
	"slices"

	"osmo-mgw-go/core"
	"osmo-mgw-go/vty"
)

// nodeMGCP is the node that osmo-mgw's configuration keeps nearly all in.
const nodeMGCP = "config-mgcp"

// mgcpWords are the help texts that commands of the nodes mgcp and trunk share.
var mgcpWords = vty.Words{
	"no":            "Take a setting back",
	"ip":            "Address",
	"rtp":           "RTP: sockets, packets, timing",
	"osmux":         "Osmux: speech of several calls in one datagram",
	"bind":          "Socket that call agents speak to",
	"bind-ip":       "IPv4 address to bind to",
	"bind-ip-v6":    "IPv6 address to bind to",
	"rtp-patch":     "Rewrite RTP headers so that the receiver sees one steady stream",
	"sdp":           "Session descriptions in replies",
	"audio":         "Lines about audio",
	"audio-payload": "Lines about payload types",
	"payload":       "Lines about payload types",
	"call-agent":    "The call agent that commands this gateway",
	"A.B.C.D":       "IPv4 address",
	"X:X::X:X":      "IPv6 address",
}

// enterMGCP is the command of the config node.
var enterMGCP = vty.Command{
	Syntax: "mgcp",
	Help:   vty.Words{"mgcp": "The gateway: MGCP, RTP, Osmux, trunks"},
	Enters: nodeMGCP,
	Run:    enter(nodeMGCP),
}

// addMGCP makes the node mgcp. Places of commands follow osmo-mgw's order of registration, orders of settings the one in
// which it writes them.
func (m *mgw) addMGCP() {
	m.engine.AddNode(vty.Node{
		ID: nodeMGCP, Parent: vty.Config, Words: mgcpWords, Order: orderMGCP, Blocks: vty.OneBlock("mgcp"),
	})
	m.engine.AddSettings(nodeMGCP, slices.Concat(
		m.mgcpSettings(),
		m.rtpSettings(),
		m.osmuxSettings(),
		m.trunkSettings(virtualTrunk),
	)...)
	m.engine.AddCommands(nodeMGCP, withoutEffect(virtualTrunk)...)
}

// mgcpSettings are those of MGCP itself.
func (m *mgw) mgcpSettings() []vty.Setting {
	return []vty.Setting{
		{
			Order: 10,
			Commands: []vty.Command{{
				Syntax: "domain NAME", Place: 56,
				Help: vty.Words{
					"domain": "Part of endpoint names behind the @ (default mgw)",
					"NAME":   "Domain, at most 255 characters; * takes requests for any",
				},
				Doc: "Requests are checked against it at once, without regard to case; endpoints are named after it at start.",
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Domain = a.Word(0) }),
			}},
			Write: func(w *vty.Writer, _ any) { w.Line("domain %s", m.config().Domain) },
		},
		{
			Order: 20,
			Commands: []vty.Command{{
				Syntax: "local ip (A.B.C.D|X:X::X:X)", Place: 1, Flags: flagNewConn,
				Help: vty.Words{"local": "What peers are told about us"},
				Doc:  "Address that replies announce instead of the one that is bound, for gateways behind address translation.",
				Run:  m.change(func(cfg *core.Config, a vty.Args) { cfg.LocalIP = address(a, 0) }),
			}},
			Write: m.writeWord("local ip", func(cfg *core.Config) string { return cfg.LocalIP }),
		},
		{
			Order: 30,
			Commands: []vty.Command{{
				Syntax: "bind ip (A.B.C.D|X:X::X:X)", Place: 2,
				Doc: "Default 0.0.0.0. Read at start. RTP takes it, too, where neither rtp bind-ip nor ip-probing say otherwise.",
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.BindIP = address(a, 0) }),
			}},
			Write: func(w *vty.Writer, _ any) { w.Line("bind ip %s", m.config().BindIP) },
		},
		{
			Order: 40,
			Commands: []vty.Command{{
				Syntax: "bind port <0-65534>", Place: 3,
				Help: vty.Words{"port": "UDP port of MGCP", "<0-65534>": "Port (default 2427)"},
				Doc:  "Read at start.",
				Run:  m.change(func(cfg *core.Config, a vty.Args) { cfg.BindPort = a.Int(0) }),
			}},
			Write: func(w *vty.Writer, _ any) { w.Line("bind port %d", m.config().BindPort) },
		},
		{
			Order: 160,
			Commands: []vty.Command{{
				Syntax: "number endpoints <1-65534>", Place: 31,
				Help: vty.Words{
					"number":    "How many of something",
					"endpoints": "Endpoints rtpbridge/1, rtpbridge/2 and so on",
					"<1-65534>": "Endpoints (default 512)",
				},
				Doc: "Read at start.",
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Endpoints = a.Int(0) }),
			}},
			Write: func(w *vty.Writer, _ any) { w.Line("number endpoints %d", m.config().Endpoints) },
		},
		m.callAgent(),
		{
			Order: 290,
			Commands: []vty.Command{{
				Syntax: "conn-timeout <0-65534>", Place: 57,
				Help: vty.Words{
					"conn-timeout": "Delete connections from which no RTP comes",
					"<0-65534>":    "Seconds without a packet; 0 never deletes (default)",
				},
				Doc: "A connection takes the value over when it is made or modified and with each packet.",
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.ConnTimeout = a.Int(0) }),
			}},
			Write: m.writeNumber("conn-timeout", func(cfg *core.Config) int { return cfg.ConnTimeout }),
		},
	}
}

func (m *mgw) callAgent() vty.Setting {
	run := m.change(func(cfg *core.Config, a vty.Args) { cfg.CallAgentIP = address(a, 0) })
	return vty.Setting{
		Order: 170,
		Commands: []vty.Command{
			{
				Syntax: "call-agent ip (A.B.C.D|X:X::X:X)", Place: 22,
				Doc: "The MGCP socket is connected to port 2727 of this address, and nobody else is heard. Read at start; " +
					"without it everybody who reaches the port is answered.",
				Run: run,
			},
			{
				Syntax: "call agent ip A.B.C.D", Place: 23, Attr: vty.Deprecated,
				Help: vty.Words{"call": "Old spelling of call-agent", "agent": "Old spelling of call-agent"},
				Run:  run,
			},
		},
		Write: m.writeWord("call-agent ip", func(cfg *core.Config) string { return cfg.CallAgentIP }),
	}
}
