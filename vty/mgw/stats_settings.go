package mgw

import (
	"osmo-mgw-go/stats"
	"osmo-mgw-go/vty"
)

// Places of the commands of the node config-stats in `list`, which differs from the order of the written configuration.
const (
	placeStatsd = iota
	placePrefix
	placeLevel
	placeEnable
	placeFlush
)

// statsdSettings are settings that only a statsd reporter takes. In the written configuration they stand first.
func (m *mgw) statsdSettings() []vty.Setting {
	return []vty.Setting{
		{
			Order: 30,
			Commands: []vty.Command{{
				Syntax: "local-ip ADDR", Place: placeStatsd,
				Help: vty.Words{"local-ip": "From which address to send", "ADDR": "IPv4 address of this host"},
				Run:  onReporter("set local address", func(r *stats.Reporter, a vty.Args) error { return r.SetLocalIP(a.Word(0)) }),
			}, {
				Syntax: "no local-ip", Place: placeStatsd,
				Help: vty.Words{"local-ip": "Let the kernel choose the address (default)"},
				Run:  onReporter("set local address", func(r *stats.Reporter, _ vty.Args) error { return r.SetLocalIP("") }),
			}},
			Samples: map[string][]string{"ADDR": {"127.0.0.1", "127.0.0.2"}},
			Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) {
				if s.LocalIP.IsValid() {
					w.Line("local-ip %s", s.LocalIP)
				}
			}),
		},
		{
			Order: 10,
			Commands: []vty.Command{{
				Syntax: "remote-ip ADDR", Place: placeStatsd,
				Help: vty.Words{"remote-ip": "Where the server is", "ADDR": "IPv4 address"},
				Run:  onReporter("set remote address", func(r *stats.Reporter, a vty.Args) error { return r.SetRemoteIP(a.Word(0)) }),
			}},
			Samples: map[string][]string{"ADDR": {"127.0.0.1", "192.0.2.1"}},
			Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) {
				if s.RemoteIP.IsValid() {
					w.Line("remote-ip %s", s.RemoteIP)
				}
			}),
		},
		{
			Order: 20,
			Commands: []vty.Command{{
				Syntax: "remote-port <1-65535>", Place: placeStatsd,
				Help: vty.Words{"remote-port": "On which port the server is", "<1-65535>": "UDP port"},
				Run:  onReporter("set remote port", func(r *stats.Reporter, a vty.Args) error { return r.SetRemotePort(uint16(a.Int(0))) }),
			}},
			Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) {
				if s.RemotePort != 0 {
					w.Line("remote-port %d", s.RemotePort)
				}
			}),
		},
		{
			Order: 40,
			Commands: []vty.Command{{
				Syntax: "mtu <100-65535>", Place: placeStatsd,
				Help: vty.Words{"mtu": "Put several values into a datagram", "<100-65535>": "Its size at most, in octets, with IP and UDP headers"},
				Run:  onReporter("set mtu", func(r *stats.Reporter, a vty.Args) error { return r.SetMTU(a.Int(0)) }),
			}, {
				Syntax: "no mtu", Place: placeStatsd,
				Help: vty.Words{"mtu": "Send a datagram for each value (default)"},
				Run:  onReporter("drop mtu", func(r *stats.Reporter, _ vty.Args) error { return r.SetMTU(0) }),
			}},
			Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) {
				if s.MTU != 0 {
					w.Line("mtu %d", s.MTU)
				}
			}),
		},
	}
}

// reporterSettings are settings of both kinds of osmo-mgw's reporters.
func (m *mgw) reporterSettings() []vty.Setting {
	return []vty.Setting{
		{
			Order: 60,
			Commands: []vty.Command{{
				Syntax: "prefix PREFIX", Place: placePrefix,
				Help: vty.Words{"prefix": "What stands before each name", "PREFIX": "A word; a dot is put behind it"},
				Run:  onReporter("set prefix", func(r *stats.Reporter, a vty.Args) error { return r.SetPrefix(a.Word(0)) }),
			}, {
				Syntax: "no prefix", Place: placePrefix,
				Help: vty.Words{"prefix": "Nothing before names (default)"},
				Run:  onReporter("drop prefix", func(r *stats.Reporter, _ vty.Args) error { return r.SetPrefix("") }),
			}},
			Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) {
				if s.Prefix != "" {
					w.Line("prefix %s", s.Prefix)
				} else {
					w.Line("no prefix")
				}
			}),
		},
		levelSetting(50, placeLevel),
		enableSetting(80, placeEnable),
		{
			Order: 70,
			Commands: []vty.Command{{
				Syntax: "flush-period <0-65535>", Place: placeFlush,
				Help: vty.Words{"flush-period": "How often values are told that have not changed", "<0-65535>": "With every so many reports; 0: never (default)"},
				Run:  onReporter("set flush period", func(r *stats.Reporter, a vty.Args) error { return r.SetFlushPeriod(a.Int(0)) }),
			}},
			Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) {
				if s.FlushPeriod != 0 {
					w.Line("flush-period %d", s.FlushPeriod)
				}
			}),
		},
	}
}
