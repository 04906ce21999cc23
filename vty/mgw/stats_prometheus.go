package mgw

import (
	"net/netip"

	"osmo-mgw-go/stats"
	"osmo-mgw-go/vty"
)

// nodePrometheus is the node of a Prometheus reporter, which osmo-mgw does not have.
const nodePrometheus = "config-prometheus"

// addPrometheus makes the node. It is written where there is such a reporter, behind osmo-mgw's own statistics.
func (m *mgw) addPrometheus() {
	m.engine.AddNode(vty.Node{
		ID: nodePrometheus, Parent: vty.Config, ControlZ: vty.ToEnable, Words: statsWords, Order: orderPrometheus, Indent: 2,
		Blocks: m.reporterBlocks(stats.Prometheus),
	})
	m.engine.AddSettings(nodePrometheus,
		vty.Setting{
			Order: 10,
			Commands: []vty.Command{{
				Syntax: "bind A.B.C.D [<1-65535>]",
				Help: vty.Words{
					"bind":      "Where to listen for HTTP",
					"A.B.C.D":   "IPv4 address of this host (default 127.0.0.1)",
					"<1-65535>": "TCP port, 9427 if not given",
				},
				Doc: "Anyone who reaches the port can read the figures: bind it to an address that only Prometheus reaches.",
				Run: onReporter("bind", func(r *stats.Reporter, a vty.Args) error {
					port := stats.DefaultBind.Port()
					if a.Has(1) {
						port = uint16(a.Int(1))
					}
					return r.SetBind(netip.AddrPortFrom(a.Addr(0), port))
				}),
			}},
			Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) {
				if s.Bind != stats.DefaultBind {
					w.Line("bind %s %d", s.Bind.Addr(), s.Bind.Port())
				}
			}),
		},
		levelSetting(20, 0),
		enableSetting(30, 0),
	)
}
