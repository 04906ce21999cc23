package relay

import "encoding/binary"

// An RTCP packet's header (RFC 3550 section 6.4.1). Several packets in one datagram are a compound.
//
//	 0                   1                   2                   3
//	 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|V=2|P|  count  |      PT       |   length in words, minus one  |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|                         SSRC of sender                        |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
const (
	rtcpHeaderLen    = 4
	rtcpVersion      = 2
	rtcpVersionShift = 6
	rtcpOffSender    = 4
	rtcpMaskCount    = 0x1f

	rtcpSenderReport   = 200
	rtcpReceiverReport = 201
	rtcpSDES           = 202
	rtcpBye            = 203
	rtcpApp            = 204
	rtcpFeedback       = 205 // RFC 4585 transport layer feedback
	rtcpPayloadFB      = 206 // RFC 4585 payload-specific feedback
	rtcpExtended       = 207 // RFC 3611

	senderInfoLen  = 20 // NTP timestamp, RTP timestamp, packet and octet counts
	reportBlockLen = 24
)

// rtcpPlausible is the acceptance check of media.md section 3.1. It looks at the first packet of a
// compound only, not at the version, and lets trailing octets pass.
func rtcpPlausible(b []byte) bool {
	if len(b) < rtcpHeaderLen || rtcpLen(b) > len(b) {
		return false
	}
	pt := b[1]
	return pt >= 192 && pt <= 195 || pt >= 200 && pt <= 213
}

// rtcpLen is the length in octets that a packet's header announces.
func rtcpLen(b []byte) int { return 4 * (int(binary.BigEndian.Uint16(b[2:])) + 1) }

// rtcpCompound cuts a datagram into its packets. Each is handed on with its own length; a header that
// announces more than is there ends the walk.
//
//	for p, rest := rtcpNext(b); p != nil; p, rest = rtcpNext(rest) { … }
func rtcpNext(b []byte) (packet, rest []byte) {
	if len(b) < rtcpHeaderLen {
		return nil, nil
	}
	n := rtcpLen(b)
	if n > len(b) {
		return nil, nil
	}
	return b[:n], b[n:]
}

// rtcpReports returns the report blocks of a sender or receiver report, nil if the packet is neither
// or does not hold what its count announces.
func rtcpReports(p []byte) []byte {
	start := rtcpOffSender + 4
	switch p[1] {
	case rtcpSenderReport:
		start += senderInfoLen
	case rtcpReceiverReport:
	default:
		return nil
	}
	end := start + reportBlockLen*int(p[0]&rtcpMaskCount)
	if end > len(p) {
		return nil
	}
	return p[start:end]
}
