package core

import (
	"net/netip"
	"time"

	"osmo-mgw-go/relay"
)

// DataPlane is what the control side needs of the packets' side. relay.Plane is it, behind [NewDataPlane]; tests have a
// fake. No method waits for a packet or a queue.
type DataPlane interface {
	// Now is the clock of both sides, in monotonic nanoseconds.
	Now() int64

	// NewTrunk adds a trunk. On a line (E1) the other side of each connection is a time slot.
	NewTrunk(name string, cfg relay.TrunkConfig, line bool) PlaneTrunk

	// OpenOsmux takes the sockets that all Osmux circuits share, -1 where a family has none. Their aggregated counters are
	// the trunk's.
	OpenOsmux(trunk PlaneTrunk, fd4, fd6 int)

	// SetOsmuxOff makes what comes in on these sockets be dropped.
	SetOsmuxOff(off bool)
}

// PlaneTrunk is a trunk on the packets' side.
type PlaneTrunk interface {
	SetConfig(cfg relay.TrunkConfig)
	Stats() relay.TrunkStats // for any goroutine
	NewEndpoint(name string) PlaneEndpoint
}

// PlaneEndpoint is an endpoint on the packets' side.
type PlaneEndpoint interface {
	// AddConn adds a connection on two bound sockets, which belong to the plane from then on, also if it fails.
	AddConn(cfg relay.ConnConfig, rtpFD, rtcpFD int) (PlaneConn, error)
}

// PlaneConn is a connection on the packets' side. Where sockets are closed, closed is called from any goroutine as soon
// as their ports are free.
type PlaneConn interface {
	// Update fails if an Osmux circuit cannot be enabled.
	Update(cfg relay.ConnConfig) error
	Rebind(rtpFD, rtcpFD int, closed func())
	Close(closed func())
	SendDummy()
	AddTap(t relay.Tap)
	RemoveTap(t relay.Tap)
	Play(clip relay.Clip, d time.Duration) // a test tone, in place of everything else

	// The read side, for any goroutine.

	Remote() netip.AddrPort // differs from the configured one where it was learned from packets
	LastActivity() int64    // what the watchdog goes by, on the clock of Now; 0 is never
	Stats() relay.ConnStats
	Diagnosis() relay.Diagnosis
}
