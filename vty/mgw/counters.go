package mgw

import (
	"fmt"
	"strconv"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/stats"
	"osmo-mgw-go/vty"
)

// lineGroup are the counters of an E1 line. Its index is the line's number.
var lineGroup = stats.GroupDesc{Name: "e1inp", Title: "E1 Input subsystem", Counters: lineCounters()}

func lineCounters() []stats.Desc {
	var list []stats.Desc
	for _, c := range e1.Counters {
		list = append(list, stats.Desc{Name: c.Name, Description: c.Description})
	}
	return list
}

// lineAdded makes the counters of a new line, and tells what will not work.
func (m *mgw) lineAdded(line *e1.Line) {
	m.stats.NewGroup(&lineGroup, "", stats.At(line.Number), stats.Label("line", strconv.Itoa(line.Number)))
	if !line.Driver.Served() {
		m.logs.Logger().Log(logging.E1, logging.Notice,
			"E1 line %d: the driver %s is kept in the configuration and not served; calls on trunks of this line are refused", line.Number, line.Driver)
	}
}

// printLineCounters prints the counters of a line.
func (m *mgw) printLineCounters(c *vty.Context, line *e1.Line) {
	for _, g := range m.stats.Groups() {
		if g.Desc() == &lineGroup && g.Index() == line.Number {
			c.Printf(" %s:\n", lineGroup.Title)
			g.WriteStats(c, "  ", false)
		}
	}
}

// trunkGroups are the groups of a trunk's counters that `show mgcp stats` prints, in its order. Their text names are
// the trunk's with the second word behind it.
var trunkGroups = []struct{ group, suffix string }{
	{"crcx", "crcx"},
	{"dlcx", "dlcx"},
	{"mdcx", "mdcx"},
	{"all_rtp_conn", "rtp_conn"},
	{"all_osmux_conn", "osmux_conn"},
	{"e1", "e1"},
}

// printTrunkCounters prints the counters of a trunk.
func (m *mgw) printTrunkCounters(c *vty.Context, kind core.TrunkKind, number int) {
	c.Printf("\nRate counters (trunk):\n")
	for _, t := range trunkGroups {
		m.printGroup(c, t.group, fmt.Sprintf("%v-%d:%s", kind, number, t.suffix))
	}
}

// printGeneralCounters prints those that are not a trunk's.
func (m *mgw) printGeneralCounters(c *vty.Context) {
	c.Printf("\nRate counters (global):\n")
	m.printGroup(c, "mgcp", "mgw:general")
}

func (m *mgw) printGroup(c *vty.Context, group, name string) {
	for _, g := range m.stats.Groups() {
		if g.Desc().Name == group && g.Name() == name {
			c.Printf("   %s:\n", g.Desc().Title)
			g.WriteRateCounters(c, "   ", false)
		}
	}
}
