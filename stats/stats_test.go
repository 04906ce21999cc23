package stats_test

import (
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/stats"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var calls = stats.GroupDesc{Name: "calls", Title: "call statistics", Counters: []stats.Desc{
	{Name: "calls:made", Description: "calls that were made"},
	{Name: "calls:lost", Description: "calls that were lost"},
}}

var lines = stats.GroupDesc{Name: "lines", Title: "line statistics", Counters: []stats.Desc{
	{Name: "lines:up", Description: "times that a line came up"},
}}

var rooms = stats.GaugeGroupDesc{Name: "rooms", Title: "room figures", Gauges: []stats.GaugeDesc{
	{Name: "rooms:total", Description: "rooms in the house"},
	{Name: "rooms:used", Description: "rooms in use"},
}}

var ours = stats.GroupDesc{Name: "ours", Title: "figures of our own", Own: true, Counters: []stats.Desc{
	{Name: "ours:seen", Description: "what only we see"},
}}

// newRegistry makes a registry that nothing drives but the test.
func newRegistry(t *testing.T) *stats.Registry {
	r := stats.NewRegistry(logging.Discard)
	t.Cleanup(r.Close)
	return r
}

func rateCounters(r *stats.Registry, skipZero bool) string {
	var b strings.Builder
	r.ShowRateCounters(&b, skipZero)
	return b.String()
}

func showStats(r *stats.Registry, skipZero bool) string {
	var b strings.Builder
	r.ShowStats(&b, skipZero)
	return b.String()
}

func want(t *testing.T, got, wanted string) {
	t.Helper()
	if got != wanted {
		t.Errorf("got\n%s\nwant\n%s", got, wanted)
	}
}

func TestListsShowNewestFirst(t *testing.T) {
	r := newRegistry(t)
	g := r.NewGroup(&calls, "virtual-0:calls")
	r.NewGroup(&lines, "")
	r.NewGroup(&ours, "hidden")
	r.NewGauges(&rooms, "virtual-0:rooms").Set(0, 7)
	g.Add(0, 3)

	want(t, rateCounters(r, false), `line statistics 0:
                 lines:up:          0 (0/s 0/m 0/h 0/d) times that a line came up
call statistics 0 (virtual-0:calls):
               calls:made:          3 (0/s 0/m 0/h 0/d) calls that were made
               calls:lost:          0 (0/s 0/m 0/h 0/d) calls that were lost
`)
	want(t, rateCounters(r, true), `line statistics 0:
call statistics 0 (virtual-0:calls):
               calls:made:          3 (0/s 0/m 0/h 0/d) calls that were made
`)
	want(t, showStats(r, true), `Ungrouped counters:
line statistics (0):
call statistics (0)('virtual-0:calls'):
 calls that were made:        3 (0/s 0/m 0/h 0/d)
room figures (0)('virtual-0:rooms'):
 rooms in the house:        7 
`)
	want(t, showStats(r, false), `Ungrouped counters:
line statistics (0):
 times that a line came up:        0 (0/s 0/m 0/h 0/d)
call statistics (0)('virtual-0:calls'):
 calls that were made:        3 (0/s 0/m 0/h 0/d)
 calls that were lost:        0 (0/s 0/m 0/h 0/d)
room figures (0)('virtual-0:rooms'):
 rooms in the house:        7 
 rooms in use:        0 
`)
}

// Each name counts its indexes up for ever; a group may take its number from another name's sequence or bring it.
func TestIndexes(t *testing.T) {
	r := newRegistry(t)
	var got []string
	note := func(g *stats.Group) { got = append(got, fmt.Sprint(g.Index())) }
	note(r.NewGroup(&calls, ""))
	gone := r.NewGroup(&calls, "")
	note(gone)
	gone.Free()
	gone.Free()
	note(r.NewGroup(&calls, ""))
	note(r.NewGroup(&lines, "", stats.InSequence("calls")))
	note(r.NewGroup(&lines, "", stats.At(40)))
	note(r.NewGroup(&lines, ""))
	want(t, strings.Join(got, " "), "0 1 2 3 40 0")
	if n := len(r.Groups()); n != 5 {
		t.Errorf("%d groups in the list, want 5: one of 6 was freed", n)
	}
}

func TestFreedGroupsLeaveTheList(t *testing.T) {
	r := newRegistry(t)
	all := make([]*stats.Group, 5)
	for i := range all {
		all[i] = r.NewGroup(&lines, "")
	}
	for _, i := range []int{4, 0, 2} { // newest, oldest, middle
		all[i].Free()
	}
	want(t, rateCounters(r, true), "line statistics 3:\nline statistics 1:\n")
	all[1].Free()
	all[3].Free()
	want(t, rateCounters(r, true), "")
	r.NewGroup(&lines, "")
	want(t, rateCounters(r, true), "line statistics 5:\n")
}

// Second rates change with every tick, minute rates with every 60th since the start, and so on.
func TestRatesAreOfTheLastWholeInterval(t *testing.T) {
	r := newRegistry(t)
	g := r.NewGroup(&lines, "")
	line := func() string {
		f := g.Figures()[0]
		return fmt.Sprint(f.Value, f.Rates)
	}
	g.Add(0, 5)
	want(t, line(), "5 [0 0 0 0]")
	r.Tick()
	want(t, line(), "5 [5 0 0 0]")
	g.Add(0, 2)
	for range 59 {
		r.Tick()
	}
	want(t, line(), "7 [0 7 0 0]")
	g.Add(0, 1)
	for range 3600 - 60 {
		r.Tick()
	}
	want(t, line(), "8 [0 0 8 0]")
	for range 86400 - 3600 {
		r.Tick()
	}
	want(t, line(), "8 [0 0 0 8]")
	for range 86400 {
		r.Tick()
	}
	want(t, line(), "8 [0 0 0 0]")
}

func TestResetClearsCountersAndLeavesGauges(t *testing.T) {
	r := newRegistry(t)
	g := r.NewGroup(&lines, "", stats.Shards(1))
	gauges := r.NewGauges(&rooms, "")
	gauges.Set(0, 4)
	g.Add(0, 5)
	g.Shard(0).Add(0, 2)
	r.Tick()
	r.Reset()
	g.Shard(0).Add(0, 1)
	want(t, showStats(r, true), `Ungrouped counters:
line statistics (0):
 times that a line came up:        1 (0/s 0/m 0/h 0/d)
room figures (0):
 rooms in the house:        4 
`)
	if n := g.Total(0); n != 8 {
		t.Errorf("total %d, want 8: a reset does not change it", n)
	}
	r.Tick()
	if f := g.Figures()[0]; f.Rates[stats.PerSecond] != 1 {
		t.Errorf("%d a second after the reset, want 1", f.Rates[stats.PerSecond])
	}
}

// Every writer has its shard; the value is the sum, whoever reads meanwhile.
func TestShardsAddUp(t *testing.T) {
	const writers, each = 4, 10000
	r := newRegistry(t)
	g := r.NewGroup(&calls, "", stats.Shards(writers))
	done := make(chan struct{})
	for k := range writers {
		go func() {
			s := g.Shard(k)
			for range each {
				s.Add(1, 2)
			}
			done <- struct{}{}
		}()
	}
	for ended := 0; ended < writers; {
		select {
		case <-done:
			ended++
		default:
			r.Tick()
			g.Add(0, 1)
		}
	}
	if n := g.Total(1); n != writers*each*2 {
		t.Errorf("%d, want %d", n, writers*each*2)
	}
}

func TestCountingAllocatesNothing(t *testing.T) {
	g := newRegistry(t).NewGroup(&calls, "", stats.Shards(1))
	s := g.Shard(0)
	if n := testing.AllocsPerRun(100, func() { s.Add(1, 1); g.Add(0, 1) }); n != 0 {
		t.Errorf("%v allocations to count", n)
	}
}

func TestSourceShowsWhatOthersCount(t *testing.T) {
	r := newRegistry(t)
	var seen uint64
	r.AddSource(&lines, "", func(values []uint64) { values[0] = seen })
	seen = 9
	r.Tick()
	want(t, rateCounters(r, false), `line statistics 0:
                 lines:up:          9 (9/s 0/m 0/h 0/d) times that a line came up
`)
}

func BenchmarkShardAdd(b *testing.B) {
	s := stats.NewRegistry(logging.Discard).NewGroup(&calls, "", stats.Shards(1)).Shard(0)
	for b.Loop() {
		s.Add(0, 1)
	}
}

func BenchmarkNewGroupAmong20000(b *testing.B) {
	r := stats.NewRegistry(logging.Discard)
	for range 20000 {
		r.NewGroup(&calls, "", stats.Shards(1))
	}
	for b.Loop() {
		r.NewGroup(&calls, "", stats.Shards(1)).Free()
	}
}

func BenchmarkTickOf20000Groups(b *testing.B) {
	r := stats.NewRegistry(logging.Discard)
	for range 20000 {
		r.NewGroup(&calls, "", stats.Shards(1))
	}
	for b.Loop() {
		r.Tick()
	}
}
