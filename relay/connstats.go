package relay

// ConnStats are the figures of one connection since it was created.
type ConnStats struct {
	PacketsSent, OctetsSent         uint64 // RTP and RTCP, octets of UDP payload
	PacketsReceived, OctetsReceived uint64 // what passed the check of the format
	Dropped                         uint64 // would have left while output was disabled
	TimestampErrorsIn               uint64
	TimestampErrorsOut              uint64
	PacketsLost                     int32  // PL of the DLCX answer
	Jitter                          uint32 // JI, in RTP clock units
	Osmux                           OsmuxStats
}

// OsmuxStats are the figures of a connection's Osmux circuit.
type OsmuxStats struct {
	State               OsmuxState
	ChunksReceived      uint64
	OctetsReceived      uint64
	PacketsSent         uint64 // RTP packets that went into batches
	PacketsDropped      uint64
	SpeechOctetsSent    uint64
	LocalCID, RemoteCID uint8
	RemoteCIDKnown      bool
}

// TrunkStats are the figures of all connections that a trunk has had.
type TrunkStats struct {
	PacketsSent, OctetsSent         uint64 // as in ConnStats
	PacketsReceived, OctetsReceived uint64
	Dropped                         uint64
	Osmux                           TrunkOsmuxStats
}

// TrunkOsmuxStats are the figures of all Osmux circuits of a trunk, and of the datagrams that they travel in.
type TrunkOsmuxStats struct {
	ChunksReceived    uint64
	OctetsReceived    uint64
	PacketsSent       uint64 // RTP packets that went into batches
	PacketsDropped    uint64
	SpeechOctetsSent  uint64
	DatagramsReceived uint64
	DatagramsSent     uint64
	DatagramsDropped  uint64
}

// OsmuxState is the state of a circuit.
type OsmuxState uint8

// The states of a circuit: activating from CRCX on, enabled once the remote CID and address are known.
const (
	OsmuxDisabled OsmuxState = iota
	OsmuxActivating
	OsmuxEnabled
)

// String is the state's name in show mgcp.
func (s OsmuxState) String() string {
	switch s {
	case OsmuxActivating:
		return "activating"
	case OsmuxEnabled:
		return "enabled"
	}
	return "disabled"
}

// Stats returns the connection's figures. Any goroutine.
func (c *Conn) Stats() ConnStats {
	forwarded := c.read.forwarded.Load()
	expected, jitter := unpair(forwarded)
	s := ConnStats{
		PacketsSent:        c.counters.get(connPacketsSent),
		OctetsSent:         c.counters.get(connOctetsSent),
		PacketsReceived:    c.counters.get(connPacketsReceived),
		OctetsReceived:     c.counters.get(connOctetsReceived),
		Dropped:            c.counters.get(connDropped),
		TimestampErrorsIn:  c.counters.get(connErrorsIn),
		TimestampErrorsOut: c.counters.get(connErrorsOut),
		Jitter:             jitter,
	}
	if cfg := c.Config(); cfg.Kind == KindOsmux {
		s.Osmux = c.osmuxStats(&cfg.Osmux)
	}
	if forwarded != 0 { // at least one packet was expected
		s.PacketsLost = packetsLost(expected, s.PacketsReceived)
	}
	return s
}

func (c *Conn) osmuxStats(cfg *OsmuxConfig) OsmuxStats {
	sum := func(item int) (n uint64) {
		for i := range c.osmuxCounters {
			n += c.osmuxCounters[i].get(item)
		}
		return n
	}
	return OsmuxStats{
		State:            OsmuxState(c.osmux.state.Load()),
		ChunksReceived:   sum(osmuxChunksReceived),
		OctetsReceived:   sum(osmuxOctetsReceived),
		PacketsSent:      sum(osmuxPacketsSent),
		PacketsDropped:   sum(osmuxPacketsDropped),
		SpeechOctetsSent: sum(osmuxSpeechSent),
		LocalCID:         cfg.LocalCID,
		RemoteCID:        cfg.RemoteCID,
		RemoteCIDKnown:   cfg.RemoteCIDKnown,
	}
}
