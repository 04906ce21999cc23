package mgw

import (
	"fmt"
	"slices"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	"osmo-mgw-go/vty"
)

// nodeTrunk is the node of one E1 trunk. Its subject is the trunk's number, an int.
const nodeTrunk = "config-mgcp-trunk"

// trunkKind tells the trunk whose settings stand in the node mgcp from those that have nodes of their own. The settings
// are the same, their places in `list` and in the written configuration are not.
type trunkKind int

const (
	virtualTrunk trunkKind = iota
	e1Trunk
)

// at chooses between a number for the node mgcp and one for the node trunk.
func (k trunkKind) at(virtual, e1 int) int {
	if k == e1Trunk {
		return e1
	}
	return virtual
}

// addTrunk makes the node trunk.
func (m *mgw) addTrunk() {
	m.engine.AddNode(vty.Node{
		ID: nodeTrunk, Parent: nodeMGCP, Words: mgcpWords, Order: 300,
		Blocks: func(any) []vty.Block {
			var blocks []vty.Block
			for _, trunk := range m.config().E1 {
				blocks = append(blocks, vty.Block{Header: fmt.Sprintf("trunk %d", trunk.Number), Subject: trunk.Number})
			}
			return blocks
		},
	})
	m.engine.AddCommands(nodeMGCP, vty.Command{
		Syntax: "trunk <0-64>", Place: 58,
		Help: vty.Words{
			"trunk":  "An E1 trunk, with endpoints ds/e1-N/s-1/su64-0 and so on",
			"<0-64>": "Number of the trunk",
		},
		Doc:    "A trunk that is made while the gateway runs gets its endpoints at the next start.",
		Enters: nodeTrunk,
		Run: func(c *vty.Context, a vty.Args) error {
			if err := m.configure(func(cfg *core.Config) { cfg.AddTrunk(a.Int(0)) }); err != nil {
				return err
			}
			c.Enter(nodeTrunk, a.Int(0))
			return nil
		},
	})
	m.engine.AddSettings(nodeTrunk, slices.Concat(m.trunkSettings(e1Trunk), []vty.Setting{m.trunkLine()})...)
	m.engine.AddCommands(nodeTrunk, withoutEffect(e1Trunk)...)
}

// trunkOf finds the settings that a node's subject means: those of the virtual trunk in the node mgcp.
func trunkOf(cfg *core.Config, subject any) *core.TrunkConfig {
	if number, ok := subject.(int); ok {
		return cfg.Trunk(number)
	}
	return &cfg.Virtual
}

// changeTrunk makes the Run of a command that sets something of the trunk whose node it stands in.
func (m *mgw) changeTrunk(set func(t *core.TrunkConfig, a vty.Args)) func(*vty.Context, vty.Args) error {
	return func(c *vty.Context, a vty.Args) error {
		return m.configure(func(cfg *core.Config) { set(trunkOf(cfg, c.Subject()), a) })
	}
}

// writeTrunk makes the Write of a trunk's setting.
func (m *mgw) writeTrunk(write func(w *vty.Writer, t *core.TrunkConfig)) func(*vty.Writer, any) {
	return func(w *vty.Writer, subject any) { write(w, trunkOf(m.config(), subject)) }
}

// trunkLine says which line an E1 trunk stands on.
func (m *mgw) trunkLine() vty.Setting {
	return vty.Setting{
		Order: 10,
		Commands: []vty.Command{{
			Syntax: "line <0-255>", Place: 27,
			Help: vty.Words{"line": "E1 line that the trunk stands on", "<0-255>": "Number of the line in the node e1_input (default 0)"},
			Doc:  fmt.Sprintf("Looked up when a call claims an endpoint. Several trunks may share a line. Only lines of the driver %s carry calls.", e1.Virtual),
			Run:  m.changeTrunk(func(t *core.TrunkConfig, a vty.Args) { t.Line = a.Int(0) }),
		}},
		Write: m.writeTrunk(func(w *vty.Writer, t *core.TrunkConfig) { w.Line("line %d", t.Line) }),
	}
}

// trunkSettings are those that all trunks have.
func (m *mgw) trunkSettings(kind trunkKind) []vty.Setting {
	return []vty.Setting{
		m.keepAlive(kind),
		m.trunkSwitch(trunkSwitch{
			syntax: "force-realloc", order: kind.at(112, 50), place: kind.at(29, 9), flags: flagNewConn, always: kind == e1Trunk,
			help: vty.Words{
				"force-realloc": "What becomes of a CRCX for an endpoint that another call is on",
				"0":             "It is refused (default)",
				"1":             "The other call is thrown out",
			},
			field: func(t *core.TrunkConfig) *bool { return &t.ForceRealloc },
		}),
		m.trunkSwitch(trunkSwitch{
			syntax: "rtp-accept-all", order: kind.at(114, 60), place: kind.at(30, 10), attr: vty.Immediate, always: kind == e1Trunk,
			help: vty.Words{
				"rtp-accept-all": "Whom RTP is taken from",
				"0":              "From the address and port that the call agent named (default)",
				"1":              "From anybody. Not safe on networks that others can reach",
			},
			field: func(t *core.TrunkConfig) *bool { return &t.AcceptAll },
		}),
		{
			Order: kind.at(120, 70),
			Commands: m.trunkOnOff("rtcp-omit", kind.at(32, 11), kind.at(33, 12), vty.Immediate, "",
				vty.Words{"rtcp-omit": "Count RTCP packets and pass none on"},
				func(t *core.TrunkConfig) *bool { return &t.OmitRTCP }),
			Write: m.writeTrunk(func(w *vty.Writer, t *core.TrunkConfig) { w.Switch(t.OmitRTCP, "rtcp-omit") }),
		},
		m.rtpPatch(kind),
		{
			Order: kind.at(140, 20),
			Commands: m.trunkOnOff("sdp audio-payload send-ptime", kind.at(42, 21), kind.at(43, 22), 0, flagNewConn,
				vty.Words{"send-ptime": "The line a=ptime (default: sent)"},
				func(t *core.TrunkConfig) *bool { return &t.SendTime }),
			Write: m.writeTrunk(func(w *vty.Writer, t *core.TrunkConfig) { w.Switch(t.SendTime, "sdp audio-payload send-ptime") }),
		},
		{
			Order: kind.at(150, 30),
			Commands: m.trunkOnOff("sdp audio-payload send-name", kind.at(44, 23), kind.at(45, 24), 0, flagNewConn,
				vty.Words{"send-name": "The lines a=rtpmap (default: sent)"},
				func(t *core.TrunkConfig) *bool { return &t.SendName }),
			Write: m.writeTrunk(func(w *vty.Writer, t *core.TrunkConfig) { w.Switch(t.SendName, "sdp audio-payload send-name") }),
		},
	}
}

func (m *mgw) keepAlive(kind trunkKind) vty.Setting {
	text := vty.Words{"keep-alive": "Dummy packets to peers of receive-only connections, for address translation on the way"}
	set := func(value int) func(*vty.Context, vty.Args) error {
		return m.changeTrunk(func(t *core.TrunkConfig, _ vty.Args) { t.KeepAlive = value })
	}
	return vty.Setting{
		Order: kind.at(110, 40),
		Commands: []vty.Command{
			{
				Syntax: "rtp keep-alive <1-120>", Place: kind.at(19, 1), Attr: vty.Immediate,
				Help: vty.Words{"keep-alive": text["keep-alive"], "<1-120>": "Seconds between two of them"},
				Run:  m.changeTrunk(func(t *core.TrunkConfig, a vty.Args) { t.KeepAlive = a.Int(0) }),
			},
			{
				Syntax: "rtp keep-alive once", Place: kind.at(20, 2), Attr: vty.Immediate,
				Help: vty.Words{"keep-alive": text["keep-alive"], "once": "One when a connection is made or modified (default)"},
				Run:  set(core.KeepAliveOnce),
			},
			{
				Syntax: "no rtp keep-alive", Place: kind.at(21, 3), Attr: vty.Immediate, Help: text,
				Run: set(core.KeepAliveNever),
			},
		},
		Write: m.writeTrunk(func(w *vty.Writer, t *core.TrunkConfig) {
			switch t.KeepAlive {
			case core.KeepAliveOnce:
				w.Line("rtp keep-alive once")
			case core.KeepAliveNever:
				w.Line("no rtp keep-alive")
			default:
				w.Line("rtp keep-alive %d", t.KeepAlive)
			}
		}),
	}
}

// rtpPatch are three switches that are written as one line when all are off.
func (m *mgw) rtpPatch(kind trunkKind) vty.Setting {
	ssrc := func(t *core.TrunkConfig) *bool { return &t.PatchSSRC }
	timestamp := func(t *core.TrunkConfig) *bool { return &t.PatchTimestamp }
	hr := func(t *core.TrunkConfig) *bool { return &t.PatchHR }
	return vty.Setting{
		Order: kind.at(130, 80),
		Commands: slices.Concat(
			m.trunkOnOff("rtp-patch ssrc", kind.at(34, 13), kind.at(35, 14), 0, flagNewConn,
				vty.Words{"ssrc": "Send with one SSRC, whatever comes in"}, ssrc),
			m.trunkOnOff("rtp-patch timestamp", kind.at(36, 15), kind.at(37, 18), 0, flagNewConn,
				vty.Words{"timestamp": "Send with timestamps that fit sequence numbers and packet time"}, timestamp),
			[]vty.Command{{
				Syntax: "no rtp-patch", Place: kind.at(38, 19), Flags: flagNewConn,
				Doc: "Takes all three back.",
				Run: m.changeTrunk(func(t *core.TrunkConfig, _ vty.Args) {
					t.PatchSSRC, t.PatchTimestamp, t.PatchHR = false, false, false
				}),
			}},
			m.trunkOnOff("rtp-patch rfc5993hr", kind.at(39, 16), kind.at(40, 17), 0, flagNewConn,
				vty.Words{"rfc5993hr": "Convert GSM half rate from TS 101 318 to RFC 5993 and back"}, hr),
		),
		Write: m.writeTrunk(func(w *vty.Writer, t *core.TrunkConfig) {
			if !t.PatchSSRC && !t.PatchTimestamp && !t.PatchHR {
				w.Line("no rtp-patch")
				return
			}
			w.Switch(t.PatchSSRC, "rtp-patch ssrc")
			w.Switch(t.PatchTimestamp, "rtp-patch timestamp")
			w.Switch(t.PatchHR, "rtp-patch rfc5993hr")
		}),
	}
}

// trunkOnOff makes the pair of commands that set and take back a switch of a trunk.
func (m *mgw) trunkOnOff(syntax string, place, placeNo int, attr vty.Attr, flags string, help vty.Words,
	field func(*core.TrunkConfig) *bool) []vty.Command {
	set := func(value bool) func(*vty.Context, vty.Args) error {
		return m.changeTrunk(func(t *core.TrunkConfig, _ vty.Args) { *field(t) = value })
	}
	return []vty.Command{
		{Syntax: syntax, Place: place, Attr: attr, Flags: flags, Help: help, Run: set(true)},
		{Syntax: "no " + syntax, Place: placeNo, Attr: attr, Flags: flags, Help: help, Run: set(false)},
	}
}

// trunkSwitch is a setting that takes 0 or 1.
type trunkSwitch struct {
	syntax       string
	order, place int
	attr         vty.Attr
	flags        string
	always       bool // written also when 0, as osmo-mgw does in the node trunk
	help         vty.Words
	field        func(*core.TrunkConfig) *bool
}

func (m *mgw) trunkSwitch(s trunkSwitch) vty.Setting {
	return vty.Setting{
		Order: s.order,
		Commands: []vty.Command{{
			Syntax: s.syntax + " (0|1)", Place: s.place, Attr: s.attr, Flags: s.flags, Help: s.help,
			Run: m.changeTrunk(func(t *core.TrunkConfig, a vty.Args) { *s.field(t) = a.Word(0) == "1" }),
		}},
		Write: m.writeTrunk(func(w *vty.Writer, t *core.TrunkConfig) {
			switch {
			case *s.field(t):
				w.Line("%s 1", s.syntax)
			case s.always:
				w.Line("%s 0", s.syntax)
			}
		}),
	}
}
