package core

import (
	"fmt"
	"slices"

	"osmo-mgw-go/e1"
	"osmo-mgw-go/mgcp"
)

// maxE1Connections is the number of connections on an E1 endpoint: the other side is the line. A virtual endpoint takes
// any number.
const maxE1Connections = 1

// endpoint is where the connections of a call meet (§1). Control goroutine only.
type endpoint struct {
	trunk *trunk
	index int
	local string // "rtpbridge/1a"
	name  string // with the domain at start
	slot  e1.Slot
	plane PlaneEndpoint

	claimed      bool
	line         int // E1: the line that it was claimed on
	callID       string
	options      mgcp.LocalOptions
	connections  []*connection // in order of creation
	ignoreCallID bool          // X-Osmo-IGN: C was asked for once; stays for good

	taps       []*endpointTap
	remembered rememberedReply
	requests   uint64 // that named this endpoint, repetitions not counted
}

// available tells whether no other endpoint stands in the way of this one.
func (e *endpoint) available() bool {
	return e.trunk.kind != E1Trunk || e.trunk.occupancy.Available(e.slot, e.claimed)
}

func (e *endpoint) full() bool {
	return e.trunk.kind == E1Trunk && len(e.connections) >= maxE1Connections
}

// claim takes the endpoint into use for a call. On E1 that opens the subslot, which may fail.
func (e *endpoint) claim(callID string) error {
	t := e.trunk
	if t.kind == E1Trunk {
		e.line = t.config.Line
		if err := t.gateway.lines.Claim(e.line, e.slot); err != nil {
			return fmt.Errorf("claim %s: %w", e.name, err)
		}
		t.occupancy.Claim(e.slot)
	}
	e.claimed, e.callID = true, callID
	t.claimed.add(e.index)
	t.counters.gauges.Add(endpointsUsed, 1)
	return nil
}

// release frees all connections and lets the next call have the endpoint.
func (e *endpoint) release() {
	for _, c := range e.connections {
		c.close()
	}
	e.trunk.connections -= len(e.connections)
	e.connections = nil
	e.options = mgcp.LocalOptions{}
	if !e.claimed {
		return
	}
	t := e.trunk
	e.claimed, e.callID = false, ""
	t.claimed.remove(e.index)
	t.counters.gauges.Add(endpointsUsed, -1)
	if t.kind == E1Trunk {
		t.gateway.lines.Release(e.line, e.slot)
		t.occupancy.Release(e.slot)
	}
	t.gateway.checkDrained()
}

// free deletes a connection and, with the last one, releases the endpoint.
func (e *endpoint) free(c *connection) {
	c.close()
	e.connections = slices.DeleteFunc(e.connections, func(other *connection) bool { return other == c })
	e.trunk.connections--
	if len(e.connections) == 0 {
		e.release()
	}
}

// find returns the connection with an id as a request wrote it, nil if there is none.
func (e *endpoint) find(id string) *connection {
	key := mgcp.CanonicalConnectionID(id)
	for _, c := range e.connections {
		if mgcp.CanonicalConnectionID(c.id) == key {
			return c
		}
	}
	return nil
}

// partner returns the most recent other connection, nil if c is alone.
func (e *endpoint) partner(c *connection) *connection {
	for _, other := range slices.Backward(e.connections) {
		if other != c {
			return other
		}
	}
	return nil
}
