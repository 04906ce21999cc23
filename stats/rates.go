package stats

// Interval is a time over which increments are counted.
type Interval uint8

// The intervals, as CTRL and the lists have them.
const (
	PerSecond Interval = iota
	PerMinute
	PerHour
	PerDay
	numIntervals
)

// ticks is the length of each interval in ticks of a second.
var ticks = [numIntervals]uint64{1, 60, 3600, 86400}

// rates are a counter's increments in the last whole interval of each kind.
type rates [numIntervals]struct{ from, rate uint64 }

// cut closes the intervals that end with a tick; tick counts from 1 since the program has started.
func (r *rates) cut(tick, total uint64) {
	for i := range r {
		if tick%ticks[i] == 0 {
			r[i].rate = total - r[i].from
			r[i].from = total
		}
	}
}

// reset forgets what was counted, up to total.
func (r *rates) reset(total uint64) {
	for i := range r {
		r[i].from, r[i].rate = total, 0
	}
}

// Figures are a counter's value and its increments in the last whole interval of each kind.
type Figures struct {
	Value uint64
	Rates [numIntervals]uint64
}

// Figures returns the values of all counters of the group, in its order.
func (g *Group) Figures() []Figures {
	g.registry.figures.Lock()
	defer g.registry.figures.Unlock()
	all := make([]Figures, len(g.desc.Counters))
	for i, total := range g.totals() {
		all[i].Value = total - g.base[i]
		for k := range all[i].Rates {
			all[i].Rates[k] = g.rates[i][k].rate
		}
	}
	return all
}

// Tick cuts the rates of all groups. The registry's goroutine calls it once a second.
func (r *Registry) Tick() {
	groups := r.groups.all()
	r.figures.Lock()
	defer r.figures.Unlock()
	r.tick++
	for _, g := range groups {
		for i, total := range g.totals() {
			g.rates[i].cut(r.tick, total)
		}
	}
}

// Reset sets all rate counters and their rates to 0. Gauges stay.
func (r *Registry) Reset() {
	groups := r.groups.all()
	r.figures.Lock()
	defer r.figures.Unlock()
	for _, g := range groups {
		for i, total := range g.totals() {
			g.base[i], g.told[i] = total, total
			g.rates[i].reset(total)
		}
	}
}
