package relay

import (
	"hash/fnv"
	"sync/atomic"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/stats"
)

// Plane is the data plane of a gateway: the packet engine and what all trunks share. Control side.
type Plane struct {
	engine *pktio.Engine
	osmux  *osmuxHub // nil until opened
	log    logging.Logger
	stats  *stats.Registry // nil: figures of the Osmux sockets are not shown
}

// NewPlane builds the data plane upon a running engine, which stays the caller's to close. Without one (nil) it can be
// configured, until Attach says which it is.
func NewPlane(engine *pktio.Engine) *Plane { return &Plane{engine: engine} }

// SetLogger says where the plane reports to; connections that are added later report there. It reports
// what happens once in a while, never packet by packet: of each reason to drop packets the first one of a connection.
func (p *Plane) SetLogger(l logging.Logger) { p.log = l }

// Attach gives a plane that was made without an engine the one to run on, before its first connection. Control side.
func (p *Plane) Attach(engine *pktio.Engine) { p.engine = engine }

// Now is the clock of all times in this package: the engine's, monotonic nanoseconds; 0 as long as there is none. Any
// goroutine, once there is an engine.
func (p *Plane) Now() int64 {
	if p.engine == nil {
		return 0
	}
	return p.engine.Now()
}

// Trunk is what the connections of one trunk share: settings that act at once, and the aggregated
// counters.
type Trunk struct {
	plane    *Plane
	line     bool // E1: media goes to the line
	config   atomic.Pointer[TrunkConfig]
	counters [pktio.MaxShards]shard // one per running queue
	osmux    [pktio.MaxShards]shard
}

// NewTrunk adds the data plane's side of a trunk. On an E1 trunk (line) the other end of each
// connection is a time slot and not another connection. Control side.
func (p *Plane) NewTrunk(cfg TrunkConfig, line bool) *Trunk {
	t := &Trunk{plane: p, line: line}
	t.config.Store(&cfg)
	for i := range t.counters {
		t.counters[i] = newShard(trunkCounters)
		t.osmux[i] = newShard(trunkOsmuxCounters)
	}
	return t
}

// SetConfig changes the trunk's settings; the next packet sees them. Control side.
func (t *Trunk) SetConfig(cfg TrunkConfig) { t.config.Store(&cfg) }

// groupKey spreads endpoints over queues by their name.
func groupKey(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}
