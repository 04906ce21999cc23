package mgw

import (
	"osmo-mgw-go/core"
	"osmo-mgw-go/vty"
)

// osmuxSettings are those of Osmux, in the node mgcp. Osmo-mgw writes the details only while Osmux is not off; we write
// then what differs from the default, so that nothing is lost by switching Osmux off and saving.
func (m *mgw) osmuxSettings() []vty.Setting {
	defaults := core.DefaultConfig().Osmux
	shown := func(differs bool) bool { return m.config().Osmux.Use != core.OsmuxOff || differs }
	return []vty.Setting{
		{
			Order: 190,
			Commands: []vty.Command{{
				Syntax: "osmux (on|off|only)", Place: 46,
				Help: vty.Words{
					"on":   "Call agents may ask for it",
					"off":  "Call agents may not ask for it (default)",
					"only": "Call agents must ask for it",
				},
				Doc: "Connections that are there stay as they are.",
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Osmux.Use = osmuxUse(a.Word(0)) }),
			}},
			Write: func(w *vty.Writer, _ any) { w.Line("osmux %v", m.config().Osmux.Use) },
		},
		{
			Order: 200,
			Commands: []vty.Command{{
				Syntax: "osmux bind-ip A.B.C.D", Place: 47,
				Doc: "The sockets are opened with the first Osmux connection and stay.",
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Osmux.BindIP = address(a, 0) }),
			}},
			Write: m.writeWord("osmux bind-ip", func(cfg *core.Config) string { return cfg.Osmux.BindIP }),
		},
		{
			Order: 210,
			Commands: []vty.Command{{
				Syntax: "osmux bind-ip-v6 X:X::X:X", Place: 48,
				Doc: "The sockets are opened with the first Osmux connection and stay.",
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Osmux.BindIPv6 = address(a, 0) }),
			}},
			Write: m.writeWord("osmux bind-ip-v6", func(cfg *core.Config) string { return cfg.Osmux.BindIPv6 }),
		},
		{
			Order: 220,
			Commands: []vty.Command{{
				Syntax: "osmux batch-factor <1-8>", Place: 50,
				Help: vty.Words{
					"batch-factor": "Packets of one call that wait for each other",
					"<1-8>":        "Packets of 20 ms (default 4)",
				},
				Doc: "More save bandwidth and add delay.",
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Osmux.BatchFactor = a.Int(0) }),
			}},
			Write: func(w *vty.Writer, _ any) {
				if n := m.config().Osmux.BatchFactor; shown(n != defaults.BatchFactor) {
					w.Line("osmux batch-factor %d", n)
				}
			},
		},
		{
			Order: 230,
			Commands: []vty.Command{{
				Syntax: "osmux batch-size <1-65535>", Place: 51,
				Help: vty.Words{
					"batch-size": "Octets of Osmux in one datagram",
					"<1-65535>":  "Octets (default 1472, what an Ethernet frame holds)",
				},
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Osmux.BatchSize = a.Int(0) }),
			}},
			Write: func(w *vty.Writer, _ any) {
				if n := m.config().Osmux.BatchSize; shown(n != defaults.BatchSize) {
					w.Line("osmux batch-size %d", n)
				}
			},
		},
		{
			Order: 240,
			Commands: []vty.Command{{
				Syntax: "osmux port <1-65535>", Place: 49,
				Help: vty.Words{"port": "UDP port of Osmux", "<1-65535>": "Port (default 1984)"},
				Doc:  "The sockets are opened with the first Osmux connection and stay.",
				Run:  m.change(func(cfg *core.Config, a vty.Args) { cfg.Osmux.Port = a.Int(0) }),
			}},
			Write: func(w *vty.Writer, _ any) {
				if n := m.config().Osmux.Port; shown(n != defaults.Port) {
					w.Line("osmux port %d", n)
				}
			},
		},
		{
			Order: 250,
			Commands: []vty.Command{{
				Syntax: "osmux dummy (on|off)", Place: 52,
				Help: vty.Words{
					"dummy": "Empty speech frames until the first speech comes",
					"on":    "Send them", "off": "Send none (default)",
				},
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Osmux.Dummy = a.Word(0) == "on" }),
			}},
			Write: func(w *vty.Writer, _ any) {
				if on := m.config().Osmux.Dummy; shown(on) {
					w.Line("osmux dummy %s", onOrOff(on))
				}
			},
		},
		{
			Order: 260,
			Commands: []vty.Command{{
				Syntax: "osmux peer-behind-nat (on|off)", Place: 53,
				Help: vty.Words{
					"peer-behind-nat": "Where Osmux is sent to",
					"on":              "Where the peer's first datagram comes from",
					"off":             "Where the call agent says (default)",
				},
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.Osmux.PeerBehindNAT = a.Word(0) == "on" }),
			}},
			Write: func(w *vty.Writer, _ any) {
				if on := m.config().Osmux.PeerBehindNAT; shown(on) {
					w.Line("osmux peer-behind-nat %s", onOrOff(on))
				}
			},
		},
	}
}

func osmuxUse(word string) core.OsmuxUse {
	switch word {
	case "on":
		return core.OsmuxOn
	case "only":
		return core.OsmuxOnly
	}
	return core.OsmuxOff
}

func onOrOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
