package relay

import (
	"net/netip"
	"syscall"
	"time"
)

// Diagnosis is what an operator needs when there is no audio. Times since are negative if it never happened.
type Diagnosis struct {
	SinceReceived time.Duration // since the last packet that passed the receive checks
	SinceSent     time.Duration // since the last packet that went to the peer
	SinceFirst    time.Duration // since the first packet that passed the receive checks

	LastDrop      DropReason
	LastDropFrom  netip.AddrPort
	SinceLastDrop time.Duration
	Drops         [DropReasons]uint64 // by reason

	UnexpectedTypes [2]uint64 // bit set of the payload types received that the SDP does not name
	BadVersion      uint64    // RTP packets whose version is not 2

	// Refused counts ICMP answers to RTP that was sent: nobody listens at the peer's address, most often.
	// RefusedRTCP counts those to RTCP; peers that do without it are no fault.
	Refused      uint64
	RefusedError syscall.Errno
	RefusedAt    netip.AddrPort
	SinceRefused time.Duration
	RefusedRTCP  uint64

	SinceInitFailed time.Duration // since Iu UP gave up initialising the peer

	// In is measured here on what the peer sends; Out is what the peer's RTCP reports about what it gets.
	In, Out Quality
}

// Quality is the state of a stream in one direction. Valid is false as long as nothing is known.
type Quality struct {
	Valid    bool
	Lost     int32  // packets, since the stream began; duplicates make it smaller, even negative
	Fraction uint8  // loss since the last report times 256; Out only
	Jitter   uint32 // RTP clock units
}

// Diagnosis returns what an operator wants to know when there is no audio. Any goroutine.
func (c *Conn) Diagnosis() Diagnosis {
	r := &c.read
	now := c.endpoint.plane.Now()
	since := func(at int64) time.Duration {
		if at == 0 {
			return -1
		}
		return time.Duration(max(now-at, 0))
	}
	d := Diagnosis{
		SinceReceived: since(r.lastReceived.Load()),
		SinceSent:     since(r.lastSent.Load()),
		SinceFirst:    since(r.firstReceived.Load()),
		BadVersion:    r.badVersion.get(),
		Refused:       r.refused.get(),
		RefusedRTCP:   r.refusedRTCP.get(),

		SinceInitFailed: since(r.initFailed.Load()),
	}
	what, addr, at := r.lastDrop.read()
	d.LastDrop, d.LastDropFrom, d.SinceLastDrop = DropReason(what), addr.AddrPort(), since(at)
	what, addr, at = r.lastRefuse.read()
	d.RefusedError, d.RefusedAt, d.SinceRefused = syscall.Errno(what), addr.AddrPort(), since(at)
	for i := range r.drops {
		d.Drops[i] = r.drops[i].get()
	}
	for i := range r.unexpected {
		d.UnexpectedTypes[i] = r.unexpected[i].Load()
	}
	if lost, jitter := unpair(r.measured.Load()); jitter&measuredAny != 0 {
		d.In = Quality{Valid: true, Lost: int32(lost), Jitter: jitter &^ measuredAny}
	}
	if share := r.reportedShare.Load(); share != 0 {
		lost, jitter := unpair(r.reported.Load())
		d.Out = Quality{Valid: true, Lost: int32(lost), Fraction: uint8(share - 1), Jitter: jitter}
	}
	return d
}
