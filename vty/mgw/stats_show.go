package mgw

import (
	"osmo-mgw-go/vty"
)

// showStats are the commands of the view and enable nodes that show what is counted. The texts are those of package stats.
func (m *mgw) showStats() []vty.Command {
	skipZero := "Leave out what is 0"
	return []vty.Command{
		{
			Syntax: "show stats [skip-zero]",
			Help:   vty.Words{"stats": "Counters and gauges, with their rates", "skip-zero": skipZero},
			Run: func(c *vty.Context, a vty.Args) error {
				m.stats.ShowStats(c, a.Has(0))
				return nil
			},
		},
		{
			Syntax: "show stats level (global|peer|subscriber) [skip-zero]",
			Help: vty.Words{
				"stats": "Counters and gauges, with their rates", "level": "Of a class only; all groups here are global",
				"global": "Of the whole program", "peer": "Of each peer, too", "subscriber": "Of each subscriber, too",
				"skip-zero": skipZero,
			},
			Run: func(c *vty.Context, a vty.Args) error {
				m.stats.ShowStats(c, a.Has(1))
				return nil
			},
		},
		{
			Syntax: "show asciidoc counters",
			Help:   vty.Words{"asciidoc": "Reference texts in AsciiDoc", "counters": "What all counters and gauges mean"},
			Run: func(c *vty.Context, _ vty.Args) error {
				m.stats.WriteAsciiDoc(c, m.name, m.version)
				return nil
			},
		},
		{
			Syntax: "show rate-counters [skip-zero]",
			Help:   vty.Words{"rate-counters": "Counters by name, with their rates", "skip-zero": skipZero},
			Run: func(c *vty.Context, a vty.Args) error {
				m.stats.ShowRateCounters(c, a.Has(0))
				return nil
			},
		},
	}
}

// statsCommands are those of the enable node that do something with the counters.
func (m *mgw) statsCommands() []vty.Command {
	return []vty.Command{
		{
			Syntax: "stats report", Changes: true,
			Help: vty.Words{"stats": "Counters and gauges", "report": "Let all reporters report now"},
			Run: func(*vty.Context, vty.Args) error {
				m.stats.Report()
				return nil
			},
		},
		{
			Syntax: "stats reset", Changes: true,
			Help: vty.Words{"stats": "Counters and gauges", "reset": "Set all counters and rates to 0; gauges stay"},
			Run: func(*vty.Context, vty.Args) error {
				m.stats.Reset()
				return nil
			},
		},
	}
}
