package stats

import "sync/atomic"

// Group is a row of rate counters. It lasts until Free.
type Group struct {
	identity
	desc     *GroupDesc
	registry *Registry
	links    links[*Group]

	control []uint64 // what Add counts
	shards  []Shard
	read    func(values []uint64) // instead of both: a group that shows what somebody else counts

	// Guarded by the registry's figures lock.

	base   []uint64 // what a reset takes off
	rates  []rates
	told   []uint64 // value at the last report
	values []uint64 // room for a round of reading
}

// Shard is the part of a group's counters that one thread writes.
type Shard struct{ v []uint64 }

// cacheLine is the number of counters that share one; shards of different threads must not.
const cacheLine = 8

func newGroup(r *Registry, d *GroupDesc, id identity) *Group {
	n := len(d.Counters)
	row := (n + cacheLine - 1) / cacheLine * cacheLine
	all := make([]uint64, row*(id.shards+1))
	g := &Group{identity: id, desc: d, registry: r, control: all[:n:n], shards: make([]Shard, id.shards)}
	for i := range g.shards {
		from := row * (i + 1)
		g.shards[i].v = all[from : from+n : from+n]
	}
	g.room()
	return g
}

// room makes room for what the registry remembers of the counters.
func (g *Group) room() {
	n := len(g.desc.Counters)
	figures := make([]uint64, 3*n)
	g.base, g.told, g.values = figures[:n:n], figures[n:2*n:2*n], figures[2*n:]
	g.rates = make([]rates, n)
}

// Add counts, from any goroutine.
func (g *Group) Add(i int, n uint64) { atomic.AddUint64(&g.control[i], n) }

// Shard returns the part of the counters that thread k writes, for it alone.
func (g *Group) Shard(k int) *Shard { return &g.shards[k] }

// Total is the value of a counter since the group is there, whatever was reset since. Not for groups of AddSource.
func (g *Group) Total(i int) uint64 {
	n := atomic.LoadUint64(&g.control[i])
	for k := range g.shards {
		n += atomic.LoadUint64(&g.shards[k].v[i])
	}
	return n
}

// totals reads all counters into g.values, under the figures lock.
func (g *Group) totals() []uint64 {
	if g.read != nil {
		g.read(g.values)
		return g.values
	}
	for i := range g.values {
		g.values[i] = g.Total(i)
	}
	return g.values
}

// Free takes the group out of all lists. What it counted is gone with it.
func (g *Group) Free() { g.registry.freeGroup(g) }

// Index is the number that the group goes by.
func (g *Group) Index() int { return g.index }

// Desc is the group's table.
func (g *Group) Desc() *GroupDesc { return g.desc }

// Name is the group's own text name, "virtual-0:crcx", empty where it has none.
func (g *Group) Name() string { return g.text }
