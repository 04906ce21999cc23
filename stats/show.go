package stats

import (
	"fmt"
	"io"
)

// ShowRateCounters writes what `show rate-counters [skip-zero]` prints (vty.md §13.2).
func (r *Registry) ShowRateCounters(w io.Writer, skipZero bool) {
	for _, g := range r.reference() {
		if g.text != "" {
			fmt.Fprintf(w, "%s %d (%s):\n", g.desc.Title, g.index, g.text)
		} else {
			fmt.Fprintf(w, "%s %d:\n", g.desc.Title, g.index)
		}
		g.WriteRateCounters(w, "", skipZero)
	}
}

// WriteRateCounters writes the group's lines of `show rate-counters`, each behind indent.
func (g *Group) WriteRateCounters(w io.Writer, indent string, skipZero bool) {
	for i, f := range g.Figures() {
		if skipZero && f.Value == 0 {
			continue
		}
		d := &g.desc.Counters[i]
		fmt.Fprintf(w, "%s%25s: %10d %s %s\n", indent, d.Name, f.Value, f.rates(), d.Description)
	}
}

// ShowStats writes what `show stats [skip-zero]` prints: rate counters, then gauges.
func (r *Registry) ShowStats(w io.Writer, skipZero bool) {
	fmt.Fprintln(w, "Ungrouped counters:")
	for _, g := range r.reference() {
		writeHeading(w, g.desc.Title, &g.identity)
		g.WriteStats(w, " ", skipZero)
	}
	for _, g := range r.GaugeGroups() {
		if g.desc.Own {
			continue
		}
		writeHeading(w, g.desc.Title, &g.identity)
		for i, v := range g.Values() {
			if skipZero && v == 0 {
				continue
			}
			d := &g.desc.Gauges[i]
			fmt.Fprintf(w, " %s: %8d %s\n", d.Description, v, d.Unit)
		}
	}
}

// WriteStats writes the group's lines of `show stats`, each behind indent.
func (g *Group) WriteStats(w io.Writer, indent string, skipZero bool) {
	for i, f := range g.Figures() {
		if skipZero && f.Value == 0 {
			continue
		}
		fmt.Fprintf(w, "%s%s: %8d %s\n", indent, g.desc.Counters[i].Description, f.Value, f.rates())
	}
}

func writeHeading(w io.Writer, title string, id *identity) {
	if id.text != "" {
		fmt.Fprintf(w, "%s (%d)('%s'):\n", title, id.index, id.text)
	} else {
		fmt.Fprintf(w, "%s (%d):\n", title, id.index)
	}
}

func (f *Figures) rates() string {
	return fmt.Sprintf("(%d/s %d/m %d/h %d/d)", f.Rates[PerSecond], f.Rates[PerMinute], f.Rates[PerHour], f.Rates[PerDay])
}

// reference are the groups that osmo-mgw has, too.
func (r *Registry) reference() []*Group {
	groups := r.Groups()
	kept := groups[:0]
	for _, g := range groups {
		if !g.desc.Own {
			kept = append(kept, g)
		}
	}
	return kept
}
