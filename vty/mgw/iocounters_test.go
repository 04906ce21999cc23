package mgw

import (
	"strings"
	"testing"

	"osmo-mgw-go/stats"
)

// queueGroups are the engine's groups of counters, the newest first.
func queueGroups(r *stats.Registry) (all []*stats.Group) {
	for _, g := range r.Groups() {
		if g.Desc() == &ioGroup {
			all = append(all, g)
		}
	}
	return all
}

// Each queue has its counters, also one that is added while the engine runs, or taken away and added again. Lists of
// osmo-mgw's do not mention them.
func TestQueuesHaveCounters(t *testing.T) {
	b := newStartedBed(t, onLoopback)
	for _, step := range []struct {
		line string
		want int
	}{{"queues 1", 1}, {"queues 3", 3}, {"queues 1", 3}, {"queues 2", 3}} {
		b.run("configure terminal", "io", step.line)
		if got := len(queueGroups(b.stats)); got != step.want {
			t.Errorf("%s: %d groups, want %d", step.line, got, step.want)
		}
	}
	first := queueGroups(b.stats)[2]
	if first.Index() != 0 || len(first.Figures()) != len(ioGroup.Counters) {
		t.Errorf("group %d with %d counters", first.Index(), len(first.Figures()))
	}
	if text := b.run("show stats", "show rate-counters"); strings.Contains(text, ioGroup.Title) {
		t.Errorf("our counters are in osmo-mgw's lists:\n%s", text)
	}
}
