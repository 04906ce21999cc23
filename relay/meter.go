package relay

// meter measures what is received on a connection, whether or not it goes anywhere. Unlike Reception
// it does not start anew with each talkspurt, and it counts its own packets, so that loss is loss.
type meter struct {
	Reception
	packets uint32
	timed   bool // Transit is that of an earlier packet
}

// update takes one packet in; transit is arrival minus timestamp in clock units.
func (m *meter) update(seq uint16, ssrc uint32, transit int32) {
	m.count(seq, ssrc)
	if !m.timed {
		m.timed, m.Transit = true, transit
	}
	d := transit - m.Transit
	if d < 0 {
		d = -d
	}
	m.Transit = transit
	m.Jitter += uint32(d) - (m.Jitter+8)>>4
}

// count takes in a packet whose timestamp says nothing about jitter. A new SSRC or a sequence number
// far from the last one is a new stream (RFC 3550 appendix A.1).
func (m *meter) count(seq uint16, ssrc uint32) {
	const maxMisorder = 100
	ahead := seq - m.MaxSequence
	switch {
	case !m.Valid || m.SSRC != ssrc || ahead >= maxDropout && ahead <= 65536-maxMisorder-1:
		*m = meter{Reception: Reception{Valid: true, BaseSequence: seq, MaxSequence: seq, SSRC: ssrc}}
	case ahead < maxDropout:
		if seq < m.MaxSequence {
			m.Cycles += 1 << 16
		}
		m.MaxSequence = seq
	}
	m.packets++
}

// lost is the number of packets that are missing; duplicates make it smaller, even negative.
func (m *meter) lost() int32 { return int32(m.Expected() - m.packets) }
