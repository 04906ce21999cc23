package core

import (
	"sync/atomic"

	"osmo-mgw-go/stats"
)

// counterGroup is a group of which items may be marked as uncounted.
type counterGroup struct{ *stats.Group }

// add counts one event, unless the item is uncounted.
func (g counterGroup) add(item int) {
	if item != uncounted {
		g.Add(item, 1)
	}
}

// trunkCounters are the groups of a trunk.
type trunkCounters struct {
	crcx, mdcx, dlcx counterGroup
	gauges           *stats.Gauges
	ended            ended
}

// ended is what is left of connections that have ended. The control goroutine counts, anybody reads.
type ended struct{ connections, circuits, errorsIn, errorsOut atomic.Uint64 }

// addCounters makes the groups of a trunk in the order in which osmo-mgw lists them.
func (t *trunk) addCounters() {
	registry, name := t.gateway.stats, t.name()
	trunk := stats.OfTrunk(name)
	c := &t.counters
	c.crcx = counterGroup{registry.NewGroup(&crcxGroup, name+":crcx", trunk)}
	c.mdcx = counterGroup{registry.NewGroup(&mdcxGroup, name+":mdcx", trunk)}
	c.dlcx = counterGroup{registry.NewGroup(&dlcxGroup, name+":dlcx", trunk)}
	registry.AddSource(&allConnectionsGroup, name+":rtp_conn", t.readConnections, trunk)
	registry.AddSource(&allCircuitsGroup, name+":osmux_conn", t.readCircuits, trunk)
	if t.kind == E1Trunk {
		registry.NewGroup(&e1Group, name+":e1", trunk, stats.InSequence(mdcxGroup.Name))
	}
	c.gauges = registry.NewGauges(&trunkGauges, name+":common", trunk)
}

// countEnd takes the figures of a connection that ends over.
func (t *trunk) countEnd(c *connection) {
	e := &t.counters.ended
	e.connections.Add(1)
	if c.isOsmux() {
		e.circuits.Add(1)
	}
	if c.plane != nil {
		s := c.plane.Stats()
		e.errorsIn.Add(s.TimestampErrorsIn)
		e.errorsOut.Add(s.TimestampErrorsOut)
	}
}
