package core

import (
	"fmt"
	"strconv"

	"osmo-mgw-go/e1"
	"osmo-mgw-go/relay"
)

// TrunkKind tells the virtual trunk from E1 trunks.
type TrunkKind uint8

// The kinds of trunk.
const (
	VirtualTrunk TrunkKind = iota
	E1Trunk
)

// String returns "virtual" or "e1".
func (k TrunkKind) String() string {
	if k == E1Trunk {
		return "e1"
	}
	return "virtual"
}

// virtualPrefix is how the names of the virtual trunk's endpoints begin.
const virtualPrefix = "rtpbridge/"

// trunk is a set of endpoints with settings in common (§1). Control goroutine only.
type trunk struct {
	gateway *Gateway
	kind    TrunkKind
	number  int
	config  TrunkConfig
	plane   PlaneTrunk

	endpoints   []*endpoint          // in the order of §6.1; empty if the trunk was made at run time
	byName      map[string]*endpoint // the virtual trunk's, by what stands between prefix and @
	claimed     *indexSet            // of endpoints
	occupancy   e1.Occupancy         // E1
	connections int

	resets    int // how often all endpoints were released at once
	keepAlive timer
	counters  trunkCounters
}

// name is how counters call the trunk: "virtual-0", "e1-7".
func (t *trunk) name() string { return fmt.Sprintf("%s-%d", t.kind, t.number) }

func (g *Gateway) newTrunk(kind TrunkKind, cfg TrunkConfig) *trunk {
	t := &trunk{gateway: g, kind: kind, number: cfg.Number, config: cfg, byName: map[string]*endpoint{}, claimed: newIndexSet(0)}
	t.keepAlive.fire = t.sendKeepAlives
	t.plane = g.plane.NewTrunk(t.name(), cfg.plane(), kind == E1Trunk)
	t.addCounters()
	return t
}

// open makes the endpoints, with the domain that is configured now.
func (t *trunk) open(domain string, size int) {
	if t.kind == E1Trunk {
		size = e1.EndpointsPerTrunk
	}
	t.claimed = newIndexSet(size)
	t.endpoints = make([]*endpoint, size)
	for i := range t.endpoints {
		e := &endpoint{trunk: t, index: i}
		if t.kind == E1Trunk {
			e.slot = e1.At(i)
			e.local = e1.Name(t.number, e.slot)
		} else {
			number := strconv.FormatInt(int64(i+1), 16)
			e.local = virtualPrefix + number
			t.byName[number] = e
		}
		e.name = e.local + "@" + domain
		e.plane = t.plane.NewEndpoint(e.name)
		t.endpoints[i] = e
	}
	t.counters.gauges.Set(endpointsTotal, int64(size))
	t.restartKeepAlive()
}

// firstFree returns the endpoint with the lowest index that nobody has claimed and that can be, nil if there is none.
func (t *trunk) firstFree() *endpoint {
	if len(t.endpoints) == 0 {
		return nil
	}
	if t.kind == E1Trunk {
		if slot, ok := t.occupancy.FirstAvailable(); ok {
			return t.endpoints[slot.Index()]
		}
		return nil
	}
	if i, ok := t.claimed.missing(0); ok {
		return t.endpoints[i]
	}
	return nil
}

// reset releases all endpoints and forgets the replies that they remember: who asks for this begins a new life, and its
// transaction ids may begin anew.
func (t *trunk) reset() {
	for i := range t.claimed.all() {
		t.endpoints[i].release()
	}
	t.resets++
}

// plane returns the settings that the packets' side looks up.
func (c *TrunkConfig) plane() relay.TrunkConfig {
	return relay.TrunkConfig{OmitRTCP: c.OmitRTCP, AcceptAll: c.AcceptAll}
}
