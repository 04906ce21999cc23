package relay

import "osmo-mgw-go/rtp"

// RTPState is the memory of one RTP source: of the packets received on one connection. It is plain
// data, owned by the queue's thread of the endpoint, and can be written out and read back.
//
// The rules are those of media.md sections 6 and 7; recorded packets hold them in place
// (TestVectorsPatch).
type RTPState struct {
	Started bool // a first packet was seen

	In, Out TimestampTrack // the stream as it came, and as it left

	FirstSSRC       uint32 // what constant SSRC patching keeps
	ConstantSSRC    bool   // taken from the destination of the first packet, fixed since
	SequenceOffset  uint16 // added to every sequence number
	TimestampOffset uint32 // added to every timestamp
	PacketSamples   uint32 // duration of a packet in clock units, from the first packet's destination
	LastArrival     uint32 // media clock at the last packet
	Rate            uint32 // of that media clock, in Hz

	Reception Reception

	// AltSequence and AltSSRC make up the header when the gateway has to write its own: version 0 on
	// the wire, Iu UP, E1. An AltSSRC of 0 is not chosen yet.
	AltSequence uint16
	AltSSRC     uint32
}

// PatchRule is what the destination asks of the headers it gets.
type PatchRule struct {
	ConstantSSRC  bool   // rtp-patch ssrc
	AlignTiming   bool   // rtp-patch timestamp
	Rate          uint32 // RTP clock of the selected codec in Hz
	PacketSamples uint32 // duration of a packet in clock units
}

// Patch accounts for the packet in h, arrived at now (monotonic nanoseconds), and rewrites SSRC,
// sequence number and timestamp in place as the rule asks. It reports whether the timestamp of the
// stream went astray as received and as sent. h holds at least a whole RTP header.
func (s *RTPState) Patch(h []byte, now int64, rule PatchRule) (errIn, errOut bool) {
	header := rtp.Packet(h)
	seq, ts, ssrc, marker := header.Sequence(), header.Timestamp(), header.SSRC(), header.Marker()
	arrival := mediaClock(now, rule.Rate)
	s.Reception.Update(seq, ssrc, int32(arrival-ts), marker)

	switch {
	case !s.Started:
		s.start(seq, ts, ssrc, rule)
	case s.In.SSRC != ssrc:
		s.In.SSRC = ssrc
		s.In.Delta = 0
		if s.ConstantSSRC {
			s.splice(seq, ts, arrival, marker)
			ssrc = s.FirstSSRC
		}
	default:
		if marker {
			s.In.Delta = 0
		} else {
			errIn = s.In.check(seq, ts, s.PacketSamples)
		}
		if s.ConstantSSRC {
			ssrc = s.FirstSSRC
		}
	}
	s.In.Timestamp, s.In.Sequence = ts, seq
	s.LastArrival, s.Rate = arrival, rule.Rate

	if rule.AlignTiming && s.Out.SSRC == ssrc && s.PacketSamples != 0 && !marker {
		s.align(ts)
	}

	if s.ConstantSSRC {
		header.SetSSRC(ssrc)
	}
	seq += s.SequenceOffset
	ts += s.TimestampOffset
	header.SetSequence(seq)
	header.SetTimestamp(ts)

	if marker {
		s.Out.Delta = 0
	} else if s.Out.SSRC == ssrc {
		errOut = s.Out.check(seq, ts, s.PacketSamples)
	}
	s.Out.Sequence, s.Out.Timestamp, s.Out.SSRC = seq, ts, ssrc
	return errIn, errOut
}

// rebase moves the state from a clock that said then to one that says now.
func (s *RTPState) rebase(then, now int64) {
	shift := mediaClock(now, s.Rate) - mediaClock(then, s.Rate)
	s.LastArrival += shift
	s.Reception.Transit += int32(shift)
}

// start takes the very first packet as the measure of all later ones.
func (s *RTPState) start(seq uint16, ts, ssrc uint32, rule PatchRule) {
	s.Started = true
	s.In = TimestampTrack{Sequence: seq - 1, SSRC: ssrc}
	// The outgoing SSRC is made to differ, so that the first packet is neither aligned nor checked.
	s.Out = TimestampTrack{Sequence: seq - 1, Timestamp: ts, SSRC: ssrc - 1}
	s.FirstSSRC = ssrc
	s.ConstantSSRC = rule.ConstantSSRC
	s.SequenceOffset, s.TimestampOffset = 0, 0
	s.PacketSamples = rule.PacketSamples
}

// splice joins a stream with a new SSRC to the old one: the sequence goes on by one, the timestamp by
// as many packets as fit into the time that passed.
func (s *RTPState) splice(seq uint16, ts, arrival uint32, marker bool) {
	s.SequenceOffset = s.Out.Sequence + 1 - seq
	if marker || s.PacketSamples == 0 {
		s.TimestampOffset = 0
		return
	}
	packets := int16((arrival - s.LastArrival + s.PacketSamples/2) / s.PacketSamples)
	s.TimestampOffset = s.Out.Timestamp + uint32(int32(packets))*s.PacketSamples - ts
}

// align moves the timestamp up to the next whole packet after the last one sent.
func (s *RTPState) align(ts uint32) {
	period := int32(s.PacketSamples)
	if rest := int32(ts+s.TimestampOffset-s.Out.Timestamp) % period; rest != 0 {
		s.TimestampOffset += uint32(period - rest)
	}
}

// TimestampTrack remembers the last packet of a stream, to notice timestamps that do not fit.
type TimestampTrack struct {
	Sequence  uint16
	Timestamp uint32
	SSRC      uint32
	Delta     int32 // clock units per packet, 0 = not known yet
}

// check compares a packet with the one before it (media.md section 6.4) and reports an error: one
// sequence number with two timestamps, or a step that is no multiple of the packet duration.
func (t *TimestampTrack) check(seq uint16, ts uint32, packetSamples uint32) bool {
	step := int32(ts - t.Timestamp)
	if t.Delta == 0 && step == 0 {
		return false
	}
	if seq == t.Sequence {
		return step != 0
	}
	delta := step / int32(int16(seq-t.Sequence))
	if delta == 0 {
		return false
	}
	t.Delta = delta
	period := int32(packetSamples)
	return period != 0 && step%period != 0
}
