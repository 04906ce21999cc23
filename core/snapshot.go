package core

import (
	"net/netip"
	"slices"
	"time"

	"osmo-mgw-go/mgcp"
	"osmo-mgw-go/relay"
)

// snapshotBatch is how many endpoints are copied at a time, so that requests do not wait for a large listing.
const snapshotBatch = 256

// TrunkSnapshot is a trunk at one moment.
type TrunkSnapshot struct {
	Kind        TrunkKind
	Number      int
	Size        int // endpoints; 0 for a trunk that was made at run time
	Used        int // endpoints that a call has claimed
	Connections int
	Stats       relay.TrunkStats   // of all connections that it has had
	Endpoints   []EndpointSnapshot // those that were asked for, in order
}

// EndpointSnapshot is an endpoint at one moment.
type EndpointSnapshot struct {
	Kind        TrunkKind
	Trunk       int
	Index       int // position in the trunk, from 0
	Name        string
	Available   bool // no overlapping E1 subslot is in use
	Claimed     bool
	CallID      string
	Connections []ConnectionSnapshot // newest first
}

// ConnectionSnapshot is a connection at one moment.
type ConnectionSnapshot struct {
	ID            string // eight upper-case hex digits
	CallID        string // of the CRCX that made it
	Kind          relay.Kind
	Mode          relay.Mode
	SignalledMode relay.Mode // differs from Mode while the operator loops
	OutputEnabled bool

	Remote     netip.Addr // not valid while unknown
	RemotePort uint16
	Local      string
	LocalPort  uint16

	Codec           mgcp.Codec // if HasCodec
	HasCodec        bool
	Codecs          []mgcp.Codec // the whole set
	FrameDuration   int          // ms
	PacketTime      int          // ms, 0 if unknown
	ForcePacketTime bool

	Timed     bool          // conn-timeout holds for it
	Remaining time.Duration // until it is deleted, if nothing comes in

	OsmuxLocal       int   // our circuit id
	OsmuxRemote      uint8 // the peer's, if known
	OsmuxRemoteKnown bool

	Stats     relay.ConnStats
	Diagnosis relay.Diagnosis
}

// Snapshot returns all trunks with all endpoints, or only those that have connections.
func (g *Gateway) Snapshot(activeOnly bool) (list []TrunkSnapshot) {
	g.Do(func() {
		for _, t := range g.trunks {
			list = append(list, t.snapshot())
		}
	})
	for i := range list {
		s := &list[i]
		for from := 0; from < s.Size; from += snapshotBatch {
			g.Do(func() {
				t := g.trunks[i] // trunks never go
				for _, e := range t.endpoints[from:min(from+snapshotBatch, s.Size)] {
					if !activeOnly || len(e.connections) > 0 {
						s.Endpoints = append(s.Endpoints, e.snapshot())
					}
				}
			})
		}
	}
	return list
}

// Totals are the endpoints that are in use and the connections that they have.
func (g *Gateway) Totals() (endpoints, connections int) {
	g.Do(func() {
		for _, t := range g.trunks {
			endpoints += t.claimed.count
			connections += t.connections
		}
	})
	return endpoints, connections
}

// EndpointSnapshot returns the endpoint that a name stands for, as in a request: with a star it is the first free one of
// the trunk.
func (g *Gateway) EndpointSnapshot(name string) (s EndpointSnapshot, ok bool) {
	g.Do(func() {
		if e := g.resolve(name).endpoint; e != nil {
			s, ok = e.snapshot(), true
		}
	})
	return s, ok
}

// TrunkEndpointSnapshot returns an endpoint of an E1 trunk by its own full name, whatever domain is configured now; "*"
// is the first free one.
func (g *Gateway) TrunkEndpointSnapshot(trunk int, name string) (s EndpointSnapshot, err error) {
	if !g.Do(func() {
		var e *endpoint
		if e, err = g.trunkEndpoint(trunk, name); err == nil {
			s = e.snapshot()
		}
	}) {
		err = ErrClosed
	}
	return s, err
}

// Ports tells how RTP ports are used.
type Ports struct {
	Start, End int // the range
	Next       int // RTP port of the pair that is tried next

	InUse []AddressPorts // by address, sorted
}

// AddressPorts are the pairs in use on one address.
type AddressPorts struct {
	Address string
	Pairs   int // with sockets that are open, or about to be closed
}

// Ports returns how RTP ports are used.
func (g *Gateway) Ports() (p Ports) {
	g.Do(func() {
		g.reclaimPorts()
		p = Ports{Start: g.ports.start, End: g.ports.end, Next: 2 * g.ports.cursor}
		for address, ours := range g.ports.ours {
			if ours.count > 0 {
				p.InUse = append(p.InUse, AddressPorts{Address: address, Pairs: ours.count})
			}
		}
	})
	slices.SortFunc(p.InUse, func(a, b AddressPorts) int {
		return netip.MustParseAddr(a.Address).Compare(netip.MustParseAddr(b.Address))
	})
	return p
}

// UsedCircuits is the number of Osmux circuit ids in use.
func (g *Gateway) UsedCircuits() (n int) {
	g.Do(func() { n = g.cids.used.count })
	return n
}

func (t *trunk) snapshot() TrunkSnapshot {
	return TrunkSnapshot{Kind: t.kind, Number: t.number, Size: len(t.endpoints), Used: t.claimed.count, Connections: t.connections, Stats: t.plane.Stats()}
}

func (e *endpoint) snapshot() EndpointSnapshot {
	s := EndpointSnapshot{
		Kind: e.trunk.kind, Trunk: e.trunk.number, Index: e.index, Name: e.name, Available: e.available(), Claimed: e.claimed, CallID: e.callID,
	}
	for _, c := range slices.Backward(e.connections) {
		s.Connections = append(s.Connections, c.snapshot())
	}
	return s
}

func (c *connection) snapshot() ConnectionSnapshot {
	s := ConnectionSnapshot{
		ID: c.id, CallID: c.name, Kind: c.kind, Mode: c.mode, SignalledMode: c.signalled, OutputEnabled: c.output,
		Remote: c.remoteAddr, RemotePort: c.remotePort, Local: c.local, LocalPort: c.localPort,
		Codecs: slices.Clone(c.codecs), PacketTime: c.packetTime, ForcePacketTime: c.forcePacketTime,
		OsmuxLocal: c.osmux.local, OsmuxRemote: c.osmux.remote, OsmuxRemoteKnown: c.osmux.remoteKnown,
		Stats: c.plane.Stats(), Diagnosis: c.plane.Diagnosis(),
	}
	c.watchdog.settle()
	s.Timed, s.Remaining = c.watchdog.armed, c.watchdog.remaining()
	if s.Codec, s.HasCodec = c.codec(); s.HasCodec {
		s.FrameDuration = relay.Codec{Name: s.Codec.Name}.FrameDuration()
	}
	// Packets may have told more about the peer than MGCP.
	if learned := c.plane.Remote(); learned.IsValid() {
		s.Remote, s.RemotePort = learned.Addr(), learned.Port()
	}
	return s
}
