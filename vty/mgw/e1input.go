package mgw

import (
	"cmp"
	"strconv"

	"osmo-mgw-go/e1"
	"osmo-mgw-go/vty"
)

// nodeE1 is the node of the lines that E1 trunks stand on.
const nodeE1 = "config-e1_input"

// Flags of osmo-mgw's e1_input node, by what becomes of a change in the reference.
const (
	flagIPALink = "I"
	flagE1Line  = "L"
)

// e1Words are help texts that the commands of the node share.
var e1Words = vty.Words{
	"e1_line":         "An E1 line",
	"<0-255>":         "Number of the line",
	"keepalive":       "TCP keep-alive of the line's links",
	"ipa-keepalive":   "Keep-alive of the line's links by pings inside IPA",
	"pcap":            "Recording of the line's signalling",
	"ipa":             "Links of all lines of the driver ipa",
	"ip-dscp":         "DSCP of outgoing packets (RFC 2474)",
	"socket-priority": "Priority of outgoing packets inside this host (SO_PRIORITY)",
	"oml":             "Links for operation and maintenance",
	"rsl":             "Links for radio signalling",
}

// addE1Input makes the node e1_input. Only lines of the driver virtual are served; all the rest is read, kept and
// written back.
func (m *mgw) addE1Input() {
	m.engine.AddNode(vty.Node{
		ID: nodeE1, Parent: vty.Config, Words: e1Words, Order: orderE1,
		Blocks: func(any) []vty.Block {
			if len(m.written.lines) == 0 && m.written.ipa == (e1.IPASettings{}) {
				return nil
			}
			return []vty.Block{{Header: "e1_input"}}
		},
	})
	m.engine.AddSettings(nodeE1, m.e1Lines(), m.ipaBind(), m.ipaMarks())
	m.engine.AddCommands(nodeE1, deprecatedPcap("pcap .FILE", vty.Words{"FILE": "File name"}), deprecatedPcap("no pcap", nil))
}

// enterE1Input is the command of the config node.
var enterE1Input = vty.Command{
	Syntax: "e1_input", Attr: vty.Immediate,
	Help:   vty.Words{"e1_input": "E1 lines"},
	Enters: nodeE1,
	Run:    enter(nodeE1),
}

// onLine makes the Run of a command about a line that must be there. The first argument is its number; f gets the
// others. It runs on the control side.
func (m *mgw) onLine(f func(line *e1.Line, a vty.Args) error) func(*vty.Context, vty.Args) error {
	return func(_ *vty.Context, a vty.Args) error {
		var err error
		m.gateway.Do(func() {
			line := m.lines.Get(a.Int(0))
			if line == nil {
				err = vty.Failf("%% Line %d doesn't exist", a.Int(0))
				return
			}
			err = f(line, a[1:])
		})
		return err
	}
}

// set is onLine for what cannot fail.
func (m *mgw) set(f func(line *e1.Line, a vty.Args)) func(*vty.Context, vty.Args) error {
	return m.onLine(func(line *e1.Line, a vty.Args) error {
		f(line, a)
		return nil
	})
}

// addLine makes the Run of the commands that make a line.
func (m *mgw) addLine(driver func(vty.Args) string) func(*vty.Context, vty.Args) error {
	return func(_ *vty.Context, a vty.Args) error {
		var err error
		m.gateway.Do(func() {
			d, _ := e1.ParseDriver(driver(a)) // the syntax lets no other word through
			if _, addErr := m.lines.Add(a.Int(0), d); addErr != nil {
				err = vty.Failf("%% Line %d already exists", a.Int(0))
			}
		})
		return err
	}
}

// e1Lines are all settings of lines. They are one, because they are written line by line.
func (m *mgw) e1Lines() vty.Setting {
	return vty.Setting{
		Order:   10,
		Samples: map[string][]string{"<0-255>": {"3", "7"}},
		Commands: []vty.Command{
			{
				Syntax: "e1_line <0-255> pcap .FILE", Place: 1, Attr: vty.Immediate,
				Help: vty.Words{"FILE": "File name"},
				Doc:  "Kept in the configuration; nothing is recorded.",
				Run:  m.set(func(line *e1.Line, a vty.Args) { line.Pcap = a.Word(0) }),
			},
			{
				Syntax: "no e1_line <0-255> pcap", Place: 2, Attr: vty.Immediate,
				Run: m.set(func(line *e1.Line, _ vty.Args) { line.Pcap = "" }),
			},
			{
				Syntax: "e1_line <0-255> driver (misdn|misdn_lapd|dahdi|e1d|ipa|unixsocket)", Place: 3,
				Help: vty.Words{
					"driver":     "Make the line; what serves it",
					"misdn":      "mISDN (kept, not served)",
					"misdn_lapd": "mISDN with LAPD in user space (kept, not served)",
					"dahdi":      "DAHDI (kept, not served)",
					"e1d":        "osmo-e1d (kept, not served)",
					"ipa":        "Abis over IP (kept, not served)",
					"unixsocket": "A UNIX socket (kept, not served)",
				},
				Doc: "These are the drivers of osmo-mgw. Calls on such a line are refused.",
				Run: m.addLine(func(a vty.Args) string { return a.Word(1) }),
			},
			{
				Syntax: "e1_line <0-255> driver virtual", Own: true,
				Help: vty.Words{"driver": "Make the line; what serves it", "virtual": "No hardware: calls are set up, RTP to the line is counted and discarded"},
				Doc:  "For tests of signalling and of loopback.",
				Run:  m.addLine(func(vty.Args) string { return e1.Virtual.String() }),
			},
			{
				Syntax: "e1_line <0-255> port <0-255>", Place: 4, Flags: flagE1Line,
				Help: vty.Words{"port": "Port of the hardware", "<0-255>#2": "Number of the port (default 0)"},
				Run:  m.set(func(line *e1.Line, a vty.Args) { line.Port = a.Int(0) }),
			},
			{
				Syntax: "e1_line <0-255> socket .SOCKET", Place: 5, Flags: flagE1Line,
				Help: vty.Words{"socket": "Socket of the driver unixsocket", "SOCKET": "File name"},
				Run:  m.set(func(line *e1.Line, a vty.Args) { line.Socket = a.Word(0) }),
			},
			{
				Syntax: "e1_line <0-255> name .LINE", Place: 6, Attr: vty.Immediate,
				Help: vty.Words{"name": "Name of the line in show commands", "LINE": "Name, one word"},
				Run:  m.set(func(line *e1.Line, a vty.Args) { line.Name = a.Word(0) }),
			},
			{
				Syntax: "e1_line <0-255> connect-timeout <0-60>", Place: 7, Attr: vty.Immediate,
				Help: vty.Words{"connect-timeout": "Time that a link of the line may take to connect", "<0-60>": "Seconds; 0 waits (default)"},
				Run:  m.set(func(line *e1.Line, a vty.Args) { line.ConnectTimeout = a.Int(0) }),
			},
			{
				Syntax: "e1_line <0-255> keepalive", Place: 8, Flags: flagIPALink,
				Run: m.setKeepalive(e1.Keepalive{On: true}),
			},
			{
				Syntax: "e1_line <0-255> keepalive <1-300> <1-20> <1-300>", Place: 9, Flags: flagIPALink,
				Help: vty.Words{
					"<1-300>":   "Seconds of silence before the first probe",
					"<1-20>":    "Unanswered probes before the link is given up",
					"<1-300>#2": "Seconds between probes",
				},
				Run: m.setKeepalive(e1.Keepalive{On: true}),
			},
			{
				Syntax: "no e1_line <0-255> keepalive", Place: 10, Flags: flagIPALink,
				Run: m.set(func(line *e1.Line, _ vty.Args) { line.Keepalive = e1.Keepalive{} }),
			},
			{
				Syntax: "e1_line <0-255> ipa-keepalive <1-300> <1-300>", Place: 11, Attr: vty.Immediate,
				Help: vty.Words{"<1-300>": "Seconds between pings", "<1-300>#2": "Seconds to wait for an answer"},
				Run:  m.setIPAKeepalive(),
			},
			{
				Syntax: "no e1_line <0-255> ipa-keepalive", Place: 12, Attr: vty.Immediate,
				Run: m.setIPAKeepalive(),
			},
		},
		Write: func(w *vty.Writer, _ any) {
			for i := range m.written.lines {
				writeLine(w, &m.written.lines[i])
			}
		},
	}
}

// setKeepalive is refused for drivers that have no TCP below. Without numbers the driver's own are meant.
func (m *mgw) setKeepalive(k e1.Keepalive) func(*vty.Context, vty.Args) error {
	return m.onLine(func(line *e1.Line, a vty.Args) error {
		if line.Driver != e1.IPA {
			return vty.Failf("%% Driver '%s' does not support keep alive", line.Driver)
		}
		k.Idle, k.Probes, k.Interval = a.Int(0), a.Int(1), a.Int(2)
		line.Keepalive = k
		return nil
	})
}

// setIPAKeepalive serves both forms: without numbers it is off.
func (m *mgw) setIPAKeepalive() func(*vty.Context, vty.Args) error {
	return m.onLine(func(line *e1.Line, a vty.Args) error {
		if line.Driver != e1.IPA {
			return vty.Failf("%% Line %d doesn't use the ipa driver", line.Number)
		}
		line.IPAKeepalive = e1.IPAKeepalive{Interval: a.Int(0), Timeout: a.Int(1)}
		return nil
	})
}

// writeLine writes a line's settings, the driver first: it makes the line when they are read.
func writeLine(w *vty.Writer, line *e1.Line) {
	set := func(format string, a ...any) {
		w.Line("e1_line "+strconv.Itoa(line.Number)+" "+format, a...)
	}
	set("driver %s", line.Driver)
	set("port %d", line.Port)
	if line.Socket != "" {
		set("socket %s", line.Socket)
	}
	if line.Name != "" {
		set("name %s", line.Name)
	}
	if line.ConnectTimeout != 0 {
		set("connect-timeout %d", line.ConnectTimeout)
	}
	switch k := line.Keepalive; {
	case !k.On:
		w.Line("no e1_line %d keepalive", line.Number)
	case k.Idle == 0:
		set("keepalive")
	default:
		set("keepalive %d %d %d", k.Idle, k.Probes, k.Interval)
	}
	if k := line.IPAKeepalive; k.Interval != 0 {
		set("ipa-keepalive %d %d", k.Interval, k.Timeout)
	}
	if line.Pcap != "" {
		set("pcap %s", line.Pcap)
	}
}

func (m *mgw) ipaBind() vty.Setting {
	return vty.Setting{
		Order: 20,
		Commands: []vty.Command{{
			Syntax: "ipa bind A.B.C.D", Place: 13, Flags: flagE1Line,
			Help: vty.Words{"bind": "Address that base stations connect to", "A.B.C.D": "IPv4 address (default 0.0.0.0)"},
			Doc:  "Kept in the configuration.",
			Run: func(_ *vty.Context, a vty.Args) error {
				m.gateway.Do(func() { m.lines.IPA.Bind = address(a, 0) })
				return nil
			},
		}},
		Write: func(w *vty.Writer, _ any) {
			if bind := cmp.Or(m.written.ipa.Bind, "0.0.0.0"); bind != "0.0.0.0" {
				w.Line("ipa bind %s", bind)
			}
		},
	}
}

// ipaMarks are DSCP and priority of the links of the driver ipa.
func (m *mgw) ipaMarks() vty.Setting {
	run := func(oml, rsl *int) func(*vty.Context, vty.Args) error {
		return func(_ *vty.Context, a vty.Args) error {
			field := oml
			if a.Word(0) == "rsl" {
				field = rsl
			}
			m.gateway.Do(func() { *field = a.Int(1) })
			return nil
		}
	}
	ipa := &m.lines.IPA
	return vty.Setting{
		Order: 30,
		Commands: []vty.Command{
			{
				Syntax: "ipa ip-dscp (oml|rsl) <0-63>", Place: 14, Flags: flagIPALink,
				Help: vty.Words{"<0-63>": "DSCP (default 0)"},
				Doc:  "Kept in the configuration.",
				Run:  run(&ipa.DSCPOML, &ipa.DSCPRSL),
			},
			{
				Syntax: "ipa socket-priority (oml|rsl) <0-255>", Place: 15, Flags: flagIPALink,
				Help: vty.Words{"<0-255>": "Priority (default 0)"},
				Doc:  "Kept in the configuration.",
				Run:  run(&ipa.PriorityOML, &ipa.PriorityRSL),
			},
		},
		Write: func(w *vty.Writer, _ any) {
			for _, mark := range []struct {
				words string
				value int
			}{
				{"ip-dscp oml", m.written.ipa.DSCPOML},
				{"ip-dscp rsl", m.written.ipa.DSCPRSL},
				{"socket-priority oml", m.written.ipa.PriorityOML},
				{"socket-priority rsl", m.written.ipa.PriorityRSL},
			} {
				if mark.value != 0 {
					w.Line("ipa %s %d", mark.words, mark.value)
				}
			}
		},
	}
}

// deprecatedPcap is a command that osmo-mgw refuses with a hint.
func deprecatedPcap(syntax string, help vty.Words) vty.Command {
	return vty.Command{
		Syntax: syntax, Place: 16, Attr: vty.Deprecated, Help: help,
		Run: func(*vty.Context, vty.Args) error {
			return vty.Failf("%% pcap is said for each line now: e1_line <0-255> pcap FILE")
		},
	}
}
