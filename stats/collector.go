package stats

import (
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// collector shows the groups of a registry to Prometheus. A series is called osmo_mgw_GROUP_COUNTER, the counter's name
// with its colon as an underscore: osmo_mgw_crcx_crcx_success. Its labels are those of the group, and connection
// where there is a group for each.
type collector struct {
	registry *Registry
	level    atomic.Uint32 // a Level
}

// Describe tells nothing: groups come and go.
func (c *collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	known := make(map[string]*prometheus.Desc)
	put := func(id *identity, name, help string, kind prometheus.ValueType, value float64) {
		series := seriesName(id.name, name)
		d := known[series]
		if d == nil {
			d = prometheus.NewDesc(series, help, id.labels, nil)
			known[series] = d
		}
		m, err := prometheus.NewConstMetric(d, kind, value, id.labelValues...)
		if err != nil {
			m = prometheus.NewInvalidMetric(d, err)
		}
		out <- m
	}
	for _, g := range c.registry.Groups() {
		id := g.identity
		if g.desc.PerConnection {
			if Level(c.level.Load()) < Peer {
				continue
			}
			Label("connection", strconv.Itoa(id.index))(&id)
		}
		for i, v := range g.sinceCreation() {
			d := &g.desc.Counters[i]
			put(&id, d.Name, d.Description, prometheus.CounterValue, float64(v))
		}
	}
	for _, g := range c.registry.GaugeGroups() {
		for i, v := range g.Values() {
			d := &g.desc.Gauges[i]
			put(&g.identity, d.Name, d.Description, prometheus.GaugeValue, float64(v))
		}
	}
}

// sinceCreation returns the counters as Prometheus wants them: what an operator resets is no restart.
func (g *Group) sinceCreation() []uint64 {
	g.registry.figures.Lock()
	defer g.registry.figures.Unlock()
	return append([]uint64(nil), g.totals()...)
}

// seriesName is what Prometheus calls a counter or gauge.
func seriesName(group, name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, "osmo_mgw_"+group+"_"+name)
}
