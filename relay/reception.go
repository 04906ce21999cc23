package relay

import "math"

// Reception holds the receiver statistics of RFC 3550 appendix A, as the reference keeps them: a
// change of SSRC and a marker bit start them anew (media.md section 7.1).
type Reception struct {
	Valid        bool
	BaseSequence uint16
	MaxSequence  uint16
	SSRC         uint32
	Jitter       uint32 // clock units times 16
	Transit      int32  // arrival minus timestamp, in clock units
	Cycles       uint32 // wraps of the sequence number times 65536
}

// maxDropout is the widest forward jump that still counts as a wrap of the sequence number.
const maxDropout = 3000

// Update takes one packet in.
func (r *Reception) Update(seq uint16, ssrc uint32, transit int32, marker bool) {
	if !r.Valid || r.SSRC != ssrc || marker {
		*r = Reception{Valid: true, BaseSequence: seq, MaxSequence: seq - 1, SSRC: ssrc, Transit: transit}
	} else if seq-r.MaxSequence < maxDropout && seq < r.MaxSequence {
		r.Cycles += 1 << 16
	}
	d := transit - r.Transit
	if d < 0 {
		d = -d
	}
	r.Transit = transit
	r.Jitter += uint32(d) - (r.Jitter+8)>>4
	r.MaxSequence = seq
}

// Expected is the number of packets that the sequence numbers promise, mod 2^32; 0 before the first.
func (r *Reception) Expected() uint32 {
	if !r.Valid {
		return 0
	}
	return r.Cycles + uint32(r.MaxSequence) - uint32(r.BaseSequence) + 1
}

// InterarrivalJitter is the jitter in clock units; 0 before the first packet.
func (r *Reception) InterarrivalJitter() uint32 {
	if !r.Valid {
		return 0
	}
	return r.Jitter >> 4
}

// packetsLost is the PL of a DLCX answer: expected minus received packets, held within 32 bits.
func packetsLost(expected uint32, received uint64) int32 {
	if received > math.MaxInt32+uint64(expected) {
		return math.MinInt32
	}
	return int32(min(max(int64(expected)-int64(received), math.MinInt32), math.MaxInt32))
}
