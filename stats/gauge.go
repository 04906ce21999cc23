package stats

import "sync"

// Gauges is a group of values that go up and down. Any goroutine may change them; the control side does.
type Gauges struct {
	identity
	desc     *GaugeGroupDesc
	registry *Registry
	links    links[*Gauges]
	read     func(values []int64) // a group that shows what somebody else knows

	mu    sync.Mutex
	items []gauge
}

type gauge struct {
	value   int64
	highest int64 // since the last report
	told    int64 // at the last report
}

// Set sets a gauge.
func (g *Gauges) Set(i int, v int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.items[i].set(v)
}

// Add moves a gauge by n.
func (g *Gauges) Add(i int, n int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.items[i].set(g.items[i].value + n)
}

func (g *gauge) set(v int64) {
	g.value = v
	g.highest = max(g.highest, v)
}

// Value returns a gauge's present value.
func (g *Gauges) Value(i int) int64 { return g.Values()[i] }

// Values returns the present values of all gauges, in the order of the group.
func (g *Gauges) Values() []int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	values := make([]int64, len(g.items))
	if g.read != nil {
		g.read(values)
		return values
	}
	for i := range values {
		values[i] = g.items[i].value
	}
	return values
}

// report tells each gauge's highest value since the last report, and whether that differs from what was told then. The
// next report counts from the present value.
func (g *Gauges) report(tell func(i int, highest int64, changed bool)) {
	g.mu.Lock()
	items := make([]gauge, len(g.items))
	copy(items, g.items)
	for i := range g.items {
		g.items[i].told = g.items[i].highest
		g.items[i].highest = g.items[i].value
	}
	g.mu.Unlock()
	for i, item := range items {
		tell(i, item.highest, item.highest != item.told)
	}
}

// Free takes the group out of all lists.
func (g *Gauges) Free() { g.registry.gauges.remove(g) }

// Index is the number that the group goes by.
func (g *Gauges) Index() int { return g.index }
