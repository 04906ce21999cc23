package mgw

import (
	"fmt"

	"osmo-mgw-go/e1"
	"osmo-mgw-go/vty"
)

// showE1 are the commands about E1 lines.
func (m *mgw) showE1() []vty.Command {
	return []vty.Command{
		{
			Syntax: "show e1_driver",
			Help:   vty.Words{"e1_driver": "Drivers of E1 lines that are served"},
			Run: func(c *vty.Context, _ vty.Args) error {
				c.Printf("E1 Input Driver %s\n", e1.Virtual)
				return nil
			},
		},
		{
			Syntax: "show e1_line [<0-255>] [stats]",
			Help:   vty.Words{"e1_line": "E1 lines", "<0-255>": "One line only", "stats": "With counters"},
			Run:    m.showLines,
		},
		{
			Syntax: "show e1_timeslot [<0-255>] [<0-31>]",
			Help:   vty.Words{"e1_timeslot": "Time slots in use", "<0-255>": "Of one line only", "<0-31>": "One time slot only"},
			Run:    m.showTimeslots,
		},
	}
}

// lineState is what the commands show of a line.
type lineState struct {
	line      e1.Line
	timeslots []e1.Timeslot
	trunks    []int // that stand on it
}

// e1State reads all lines, in order of their numbers.
func (m *mgw) e1State() []lineState {
	trunks := map[int][]int{}
	for _, t := range m.gateway.Config().E1 {
		trunks[t.Line] = append(trunks[t.Line], t.Number)
	}
	var states []lineState
	m.gateway.Do(func() {
		for _, line := range m.lines.All() {
			states = append(states, lineState{*line, line.Timeslots(), trunks[line.Number]})
		}
	})
	return states
}

func (m *mgw) showLines(c *vty.Context, a vty.Args) error {
	for _, s := range m.e1State() {
		if a.Has(0) && s.line.Number != a.Int(0) {
			continue
		}
		c.Printf("E1 Line Number %d, Name %s, Driver %s\n", s.line.Number, s.line.Name, s.line.Driver)
		if s.line.Pcap != "" {
			c.Printf("PCAP %s\n", s.line.Pcap)
		}
		// Said only where it matters: osmo-mgw's answer for a line that no trunk uses has no more lines.
		if !s.line.Driver.Served() {
			for _, trunk := range s.trunks {
				c.Printf(" Not served: calls on trunk %d are refused. Only lines of the driver %s carry calls.\n", trunk, e1.Virtual)
			}
		}
		if a.Has(1) {
			m.printLineCounters(c, &s.line)
		}
	}
	return nil
}

func (m *mgw) showTimeslots(c *vty.Context, a vty.Args) error {
	states := m.e1State()
	found := false
	for _, s := range states {
		if a.Has(0) && s.line.Number != a.Int(0) {
			continue
		}
		found = true
		for _, ts := range s.timeslots {
			if !a.Has(1) || ts.Number == a.Int(1) {
				c.Printf("E1 Timeslot %02d of Line %d is Type %s\n", ts.Number, s.line.Number, ts.Type)
			}
		}
	}
	if a.Has(0) && !found {
		return fmt.Errorf("E1 line %d is invalid", a.Int(0))
	}
	return nil
}
