package core

import "sync/atomic"

type counterDescription struct{ name, description string }

type groupDescription struct {
	name, title string
	items       []counterDescription
}

type counterGroup struct {
	description *groupDescription
	name        string
	values      []atomic.Int64
}

func newCounterGroup(d *groupDescription, name string) *counterGroup {
	return &counterGroup{d, name, make([]atomic.Int64, len(d.items))}
}

func (g *counterGroup) Add(item int, n uint64) { g.values[item].Add(int64(n)) }

// add counts one event, unless the item is uncounted.
func (g *counterGroup) add(item int) {
	if item != uncounted {
		g.Add(item, 1)
	}
}

type gauge struct{ v *atomic.Int64 }

func (g gauge) Set(n int64) { g.v.Store(n) }
func (g gauge) Add(n int64) { g.v.Add(n) }

// trunkCounters are what is counted on the control side of a trunk.
type trunkCounters struct {
	crcx, mdcx, dlcx, e1 *counterGroup
	total, used          gauge
}

func newTrunkCounters(kind TrunkKind, name string) trunkCounters {
	c := trunkCounters{
		crcx: newCounterGroup(&crcxGroup, name+":crcx"),
		mdcx: newCounterGroup(&mdcxGroup, name+":mdcx"),
		dlcx: newCounterGroup(&dlcxGroup, name+":dlcx"),
	}
	if kind == E1Trunk {
		c.e1 = newCounterGroup(&e1Group, name+":e1")
	}
	gauges := newCounterGroup(&trunkGauges, name+":common")
	c.total, c.used = gauge{&gauges.values[0]}, gauge{&gauges.values[1]}
	return c
}
