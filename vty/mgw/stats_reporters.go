package mgw

import (
	"strings"
	"unicode/utf8"

	"osmo-mgw-go/stats"
	"osmo-mgw-go/vty"
)

// nodeStats is the node of a statsd or log reporter. Its subject is the reporter.
const nodeStats = "config-stats"

var statsWords = vty.Words{
	"stats":      "Counters and gauges",
	"reporter":   "Who is told what is counted",
	"statsd":     "A statsd server, by UDP",
	"log":        "The log, at level info of lstats",
	"prometheus": "Prometheus, which fetches by HTTP from /metrics",
	"NAME":       "Name, where there are several of a kind",
	"level":      "How much in detail it goes",
	"global":     "Figures of the whole program",
	"peer":       "Of each peer, too",
	"subscriber": "Of each subscriber, too",
}

// addStats makes the nodes of reporters, the commands that enter and remove them, and the settings of all reports.
func (m *mgw) addStats() {
	m.stats.Declare(&lineGroup)
	m.stats.Declare(&ioGroup)
	m.stats.DeclareGauges(&ioGauges)
	m.io.counters.registry = m.stats
	m.engine.AddNode(vty.Node{
		ID: nodeStats, Parent: vty.Config, Words: statsWords, Order: orderReporters, Indent: 2,
		Blocks: m.reporterBlocks(stats.Statsd, stats.Log),
	})
	m.engine.AddSettings(nodeStats, m.statsdSettings()...)
	m.engine.AddSettings(nodeStats, m.reporterSettings()...)
	m.engine.AddCommands(vty.Config, m.reporterCommands(stats.Statsd, nodeStats, false)...)
	m.engine.AddCommands(vty.Config, m.reporterCommands(stats.Log, nodeStats, false)...)
	m.engine.AddSettings(vty.Config, m.statsIntervals()...)
	m.engine.AddRule(vty.Config, orderStatsRule)
	m.addPrometheus()
	m.engine.AddCommands(vty.Config, m.reporterCommands(stats.Prometheus, nodePrometheus, true)...)
}

// reporterCommands are the commands of the config node that enter and remove a kind of reporter.
func (m *mgw) reporterCommands(kind stats.Kind, node string, own bool) []vty.Command {
	help := func(more vty.Words) vty.Words {
		words := vty.Words{"NAME": statsWords["NAME"]}
		for _, w := range []string{"stats", "reporter", kind.String()} {
			words[w] = statsWords[w]
		}
		for w, text := range more {
			words[w] = text
		}
		return words
	}
	return []vty.Command{
		{
			Syntax: "stats reporter " + kind.String() + " [NAME]", Own: own, Enters: node, Help: help(nil),
			Run: func(c *vty.Context, a vty.Args) error {
				c.Enter(node, m.stats.AddReporter(kind, a.Word(0)))
				return nil
			},
		},
		{
			Syntax: "no stats reporter " + kind.String() + " [NAME]", Own: own, Help: help(nil),
			Run: func(_ *vty.Context, a vty.Args) error {
				r := m.stats.FindReporter(kind, a.Word(0))
				if r == nil {
					return vty.Failf("%% There is no such %s reporter with name '%s'", kind, a.Word(0))
				}
				m.stats.RemoveReporter(r)
				return nil
			},
		},
	}
}

// reporterBlocks are the blocks of all reporters of some kinds, in order of creation.
func (m *mgw) reporterBlocks(kinds ...stats.Kind) func(any) []vty.Block {
	return func(any) []vty.Block {
		var blocks []vty.Block
		for _, r := range m.stats.Reporters() {
			for _, kind := range kinds {
				if r.Kind == kind {
					header := strings.TrimSuffix("stats reporter "+kind.String()+" "+r.Name, " ")
					blocks = append(blocks, vty.Block{Header: header, Subject: r})
				}
			}
		}
		return blocks
	}
}

// onReporter makes the Run of a command that sets something of the reporter whose node it is in. what completes the
// sentence "Unable to …" of its error.
func onReporter(what string, set func(r *stats.Reporter, a vty.Args) error) func(*vty.Context, vty.Args) error {
	return func(c *vty.Context, a vty.Args) error {
		if err := set(c.Subject().(*stats.Reporter), a); err != nil {
			return vty.Failf("%% Unable to %s: %s", what, capital(err.Error()))
		}
		return nil
	}
}

// capital gives the kernel's reasons the capital letter that they have in C.
func capital(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}

// writeReporter makes the Write of a setting of a reporter.
func writeReporter(write func(w *vty.Writer, s stats.ReporterSettings)) func(*vty.Writer, any) {
	return func(w *vty.Writer, subject any) { write(w, subject.(*stats.Reporter).Settings()) }
}

// levelSetting and enableSetting are there for all kinds of reporters.

func levelSetting(order, place int) vty.Setting {
	return vty.Setting{
		Order: order,
		Commands: []vty.Command{{
			Syntax: "level (global|peer|subscriber)", Place: place,
			Run: onReporter("set level", func(r *stats.Reporter, a vty.Args) error {
				return r.SetLevel(map[string]stats.Level{"peer": stats.Peer, "subscriber": stats.Subscriber}[a.Word(0)])
			}),
		}},
		Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) { w.Line("level %s", s.Level) }),
	}
}

func enableSetting(order, place int) vty.Setting {
	return vty.Setting{
		Order: order,
		Commands: []vty.Command{{
			Syntax: "enable", Place: place, Help: vty.Words{"enable": "Let it report"},
			Run: onReporter("enable the reporter", func(r *stats.Reporter, _ vty.Args) error { return r.Enable() }),
		}, {
			Syntax: "disable", Place: place, Help: vty.Words{"disable": "Keep it silent; what is set stays (default)"},
			Run: onReporter("disable the reporter", func(r *stats.Reporter, _ vty.Args) error {
				r.Disable()
				return nil
			}),
		}},
		Write: writeReporter(func(w *vty.Writer, s stats.ReporterSettings) {
			if s.Enabled {
				w.Line("enable")
			} else {
				w.Line("disable")
			}
		}),
	}
}
