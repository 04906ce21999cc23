package relay

import (
	"sync/atomic"

	"osmo-mgw-go/pktio"
)

// The items of a connection's rate counter group, in the order of the group (media.md section 15.1).
const (
	connErrorsIn = iota
	connErrorsOut
	connPacketsReceived
	connOctetsReceived
	connPacketsSent
	connOctetsSent
	connDropped
	connCounters
)

// The items of a trunk's aggregate over its connections, as far as the packets' side counts them.
const (
	trunkPacketsReceived = iota
	trunkOctetsReceived
	trunkPacketsSent
	trunkOctetsSent
	trunkDropped
	trunkCounters
)

// The items of a connection's Osmux group.
const (
	osmuxChunksReceived = iota
	osmuxOctetsReceived
	osmuxPacketsSent
	osmuxPacketsDropped
	osmuxSpeechSent
	osmuxCounters
)

// The items of a trunk's aggregate over its Osmux connections, likewise.
const (
	trunkOsmuxChunksReceived = iota
	trunkOsmuxOctetsReceived
	trunkOsmuxRTPSent
	trunkOsmuxRTPDropped
	trunkOsmuxSpeechSent
	trunkOsmuxPacketsReceived
	trunkOsmuxPacketsSent
	trunkOsmuxPacketsDropped
	trunkOsmuxCounters
)

// The queues that write a connection's Osmux counters, each its own shard.
const (
	osmuxEndpointSide = iota
	osmuxHubSide
	osmuxSides
)

// countReceived counts a datagram that passed the check of its format.
func (c *Conn) countReceived(p *pktio.Packet) {
	n := uint64(len(p.Data))
	c.counters.Add(connPacketsReceived, 1)
	c.counters.Add(connOctetsReceived, n)
	t := c.trunkShard()
	t.Add(trunkPacketsReceived, 1)
	t.Add(trunkOctetsReceived, n)
}

// countSent counts a datagram that leaves for c's peer.
func (c *Conn) countSent(p *pktio.Packet) {
	n := uint64(len(p.Data))
	c.counters.Add(connPacketsSent, 1)
	c.counters.Add(connOctetsSent, n)
	t := c.trunkShard()
	t.Add(trunkPacketsSent, 1)
	t.Add(trunkOctetsSent, n)
	c.noteSent(p.Now)
}

// noteSent notes when something left for c's peer last.
func (c *Conn) noteSent(now int64) {
	if now-c.lastSent >= stampInterval || c.lastSent == 0 {
		c.lastSent = now
		c.read.lastSent.Store(now)
	}
}

// countChunk counts an Osmux chunk for c, on the endpoint's queue.
func (c *Conn) countChunk(octets int) {
	c.osmuxCounters[osmuxEndpointSide].Add(osmuxChunksReceived, 1)
	c.osmuxCounters[osmuxEndpointSide].Add(osmuxOctetsReceived, uint64(octets))
	t := &c.endpoint.trunk.osmux[c.group.Queue().Shard()]
	t.Add(trunkOsmuxChunksReceived, 1)
	t.Add(trunkOsmuxOctetsReceived, uint64(octets))
}

// countOsmuxSent counts an RTP packet that went into a batch, on the hub's queue.
func (c *Conn) countOsmuxSent(q *pktio.Queue, speech int) {
	c.osmuxCounters[osmuxHubSide].Add(osmuxPacketsSent, 1)
	c.osmuxCounters[osmuxHubSide].Add(osmuxSpeechSent, uint64(speech))
	t := &c.endpoint.trunk.osmux[q.Shard()]
	t.Add(trunkOsmuxRTPSent, 1)
	t.Add(trunkOsmuxSpeechSent, uint64(speech))
}

// countOsmuxDropped counts an RTP packet that could not go into a batch, on the queue of that side.
func (c *Conn) countOsmuxDropped(q *pktio.Queue, side int) {
	c.osmuxCounters[side].Add(osmuxPacketsDropped, 1)
	c.endpoint.trunk.osmux[q.Shard()].Add(trunkOsmuxRTPDropped, 1)
}

// countDropped counts a datagram that would have left for c's peer, had its output been enabled.
func (c *Conn) countDropped() {
	c.counters.Add(connDropped, 1)
	c.trunkShard().Add(trunkDropped, 1)
}

// countPatched takes the outcome of header patching on packets from c.
func (c *Conn) countPatched(errIn, errOut bool) {
	if errIn {
		c.counters.Add(connErrorsIn, 1)
	}
	if errOut {
		c.counters.Add(connErrorsOut, 1)
	}
	c.publishReception()
}

// publishReception shows the statistics of what was forwarded.
func (c *Conn) publishReception() {
	r := &c.state.Reception
	c.read.forwarded.Store(pair(r.Expected(), r.InterarrivalJitter()))
}

// trunkShard is the part of the trunk's counters that the connection's queue writes.
func (c *Conn) trunkShard() *shard { return &c.endpoint.trunk.counters[c.group.Queue().Shard()] }

// Stats returns the trunk's figures: those of all connections that it has had. Any goroutine.
func (t *Trunk) Stats() TrunkStats {
	sum := func(shards *[pktio.MaxShards]shard, item int) (n uint64) {
		for i := range shards {
			n += shards[i].get(item)
		}
		return n
	}
	return TrunkStats{
		PacketsSent:     sum(&t.counters, trunkPacketsSent),
		OctetsSent:      sum(&t.counters, trunkOctetsSent),
		PacketsReceived: sum(&t.counters, trunkPacketsReceived),
		OctetsReceived:  sum(&t.counters, trunkOctetsReceived),
		Dropped:         sum(&t.counters, trunkDropped),
		Osmux: TrunkOsmuxStats{
			ChunksReceived:    sum(&t.osmux, trunkOsmuxChunksReceived),
			OctetsReceived:    sum(&t.osmux, trunkOsmuxOctetsReceived),
			PacketsSent:       sum(&t.osmux, trunkOsmuxRTPSent),
			PacketsDropped:    sum(&t.osmux, trunkOsmuxRTPDropped),
			SpeechOctetsSent:  sum(&t.osmux, trunkOsmuxSpeechSent),
			DatagramsReceived: sum(&t.osmux, trunkOsmuxPacketsReceived),
			DatagramsSent:     sum(&t.osmux, trunkOsmuxPacketsSent),
			DatagramsDropped:  sum(&t.osmux, trunkOsmuxPacketsDropped),
		},
	}
}

// shard is a row of counters with one writer.
type shard struct{ v []atomic.Uint64 }

func newShard(n int) shard { return shard{make([]atomic.Uint64, n)} }

// Add counts; only the owner of the shard may.
func (s *shard) Add(i int, n uint64) { s.v[i].Store(s.v[i].Load() + n) }

// all adds the counters up with those in sums, which may be nil.
func (s *shard) all(sums []uint64) []uint64 {
	if sums == nil {
		sums = make([]uint64, len(s.v))
	}
	for i := range s.v {
		sums[i] += s.get(i)
	}
	return sums
}

func (s *shard) get(i int) uint64 { return s.v[i].Load() }
