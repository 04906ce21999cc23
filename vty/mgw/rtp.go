package mgw

import (
	"osmo-mgw-go/core"
	"osmo-mgw-go/vty"
)

// rtpSettings are those of the sockets of RTP and RTCP, in the node mgcp.
func (m *mgw) rtpSettings() []vty.Setting {
	return []vty.Setting{
		m.portRange(),
		m.rtpBindIP(),
		{
			Order: 70,
			Commands: []vty.Command{
				{
					Syntax: "rtp bind-ip-v6 X:X::X:X", Place: 9, Flags: flagNewConn,
					Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.RTP.BindIPv6 = address(a, 0) }),
				},
				{
					Syntax: "no rtp bind-ip-v6", Place: 12, Flags: flagNewConn,
					Run: m.change(func(cfg *core.Config, _ vty.Args) { cfg.RTP.BindIPv6 = "" }),
				},
			},
			Write: m.writeWord("rtp bind-ip-v6", func(cfg *core.Config) string { return cfg.RTP.BindIPv6 }),
		},
		{
			Order: 80,
			Commands: m.onOff("rtp ip-probing", 13, 14, flagNewConn,
				vty.Words{"ip-probing": "Take the local address that the kernel would use towards the peer"},
				func(cfg *core.Config, on bool) { cfg.RTP.Probing = on }),
			Write: func(w *vty.Writer, _ any) { w.Switch(m.config().RTP.Probing, "rtp ip-probing") },
		},
		{
			Order: 90,
			Commands: []vty.Command{{
				Syntax: "rtp ip-dscp <0-63>", Place: 15, Flags: flagNewConn,
				Help: vty.Words{
					"ip-dscp": "DSCP of outgoing RTP, RTCP and Osmux (RFC 2474)",
					"<0-63>":  "DSCP, for example 46 for expedited forwarding (default 0)",
				},
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.RTP.DSCP = a.Int(0) }),
			}},
			Write: func(w *vty.Writer, _ any) { w.Line("rtp ip-dscp %d", m.config().RTP.DSCP) },
		},
		{
			Order: 100,
			Commands: []vty.Command{{
				Syntax: "rtp socket-priority <0-255>", Place: 16, Flags: flagNewConn,
				Help: vty.Words{
					"socket-priority": "Priority of outgoing RTP, RTCP and Osmux inside this host (SO_PRIORITY)",
					"<0-255>":         "Priority (default 0); over 6 needs the privilege CAP_NET_ADMIN",
				},
				Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.RTP.Priority = a.Int(0) }),
			}},
			Write: m.writeNumber("rtp socket-priority", func(cfg *core.Config) int { return cfg.RTP.Priority }),
		},
		{
			Order: 180,
			Commands: []vty.Command{
				{
					Syntax: "rtp force-ptime (10|20|40)", Place: 17, Flags: flagNewConn,
					Help: vty.Words{
						"force-ptime": "Packet time of new connections, whatever the call agent says",
						"10":          "10 ms", "20": "20 ms", "40": "40 ms",
					},
					Run: m.change(func(cfg *core.Config, a vty.Args) { cfg.RTP.ForcePacketTime = a.Int(0) }),
				},
				{
					Syntax: "no rtp force-ptime", Place: 18, Flags: flagNewConn,
					Help: vty.Words{"force-ptime": "Take the packet time that the call agent says"},
					Run:  m.change(func(cfg *core.Config, _ vty.Args) { cfg.RTP.ForcePacketTime = 0 }),
				},
			},
			Write: m.writeNumber("rtp force-ptime", func(cfg *core.Config) int { return cfg.RTP.ForcePacketTime }),
		},
	}
}

func (m *mgw) portRange() vty.Setting {
	return vty.Setting{
		Order: 50,
		Commands: []vty.Command{
			{
				Syntax: "rtp port-range <1024-65534> <1025-65535>", Place: 6,
				Help: vty.Words{
					"port-range":   "UDP ports for RTP and RTCP, in pairs",
					"<1024-65534>": "First port, an even one (default 16002)",
					"<1025-65535>": "Last port, an odd one (default 16066)",
				},
				Doc: "New connections get ports from here, in rotation from the first on. Each takes two. Keep the range out of " +
					"net.ipv4.ip_local_port_range, or other programs take ports of it.",
				Run: m.setPortRange,
			},
			{
				Syntax: "rtp net-range <0-65534> <0-65534>", Place: 5, Attr: vty.Deprecated,
				Help: vty.Words{"net-range": "Old spelling of port-range", "<0-65534>": "First port", "<0-65534>#2": "Last port"},
				Run:  m.setPortRange,
			},
			{
				// What net-range lets through below 1024 is written as port-range, as osmo-mgw does; that must read back.
				Syntax: "rtp port-range <0-65534> <0-65535>", FileOnly: true,
				Help: vty.Words{"port-range": "UDP ports for RTP and RTCP, in pairs", "<0-65534>": "First port", "<0-65535>": "Last port"},
				Run:  m.setPortRange,
			},
		},
		Write: func(w *vty.Writer, _ any) {
			w.Line("rtp port-range %d %d", m.config().RTP.PortStart, m.config().RTP.PortEnd)
		},
	}
}

// setPortRange takes a range of whole pairs: an odd start is lowered and an even end raised by one.
func (m *mgw) setPortRange(c *vty.Context, a vty.Args) error {
	first, last := a.Int(0), a.Int(1)
	start, end, err := core.PortRange(first, last)
	// The default ends at an even number, as in osmo-mgw. It stays as it is, or a written default would not read back.
	if d := core.DefaultConfig().RTP; first == d.PortStart && last == d.PortEnd {
		start, end = first, last
	}
	if err != nil {
		return vty.Failf("%% RTP ports cannot end at %d: they start at %d", last, first)
	}
	if start != first {
		c.Printf("%% RTP ports start at an even number: %d was changed to %d\n", first, start)
	}
	if end != last {
		c.Printf("%% RTP ports end at an odd number: %d was changed to %d\n", last, end)
	}
	return m.configure(func(cfg *core.Config) { cfg.RTP.PortStart, cfg.RTP.PortEnd = start, end })
}

func (m *mgw) rtpBindIP() vty.Setting {
	set := m.change(func(cfg *core.Config, a vty.Args) { cfg.RTP.BindIP = address(a, 0) })
	unset := m.change(func(cfg *core.Config, _ vty.Args) { cfg.RTP.BindIP = "" })
	old := vty.Words{"net-bind-ip": "Old spelling of bind-ip"}
	return vty.Setting{
		Order: 60,
		Commands: []vty.Command{
			{Syntax: "rtp net-bind-ip A.B.C.D", Place: 7, Attr: vty.Deprecated, Help: old, Run: set},
			{Syntax: "rtp bind-ip A.B.C.D", Place: 8, Flags: flagNewConn, Run: set},
			{Syntax: "no rtp net-bind-ip", Place: 10, Attr: vty.Deprecated, Help: old, Run: unset},
			{Syntax: "no rtp bind-ip", Place: 11, Flags: flagNewConn, Run: unset},
		},
		Write: m.writeWord("rtp bind-ip", func(cfg *core.Config) string { return cfg.RTP.BindIP }),
	}
}
