package relay

import "encoding/binary"

// rewriteRTCP makes the RTCP that came in on source fit the RTP streams as the other side sees them:
// where the SSRC of RTP is rewritten, so it is here (RFC 3550 section 7.2).
//
//   - from is the RTP state of the connection the RTCP came from: its own SSRC becomes the one that
//     its RTP leaves with, and the RTP timestamp of its sender reports moves with its RTP.
//   - to is the RTP state of the connection it goes to: what the reports say about the stream that
//     connection receives is meant for the stream it sent (the inverse map).
//
// Every well-formed packet of the compound is rewritten; what is not well-formed passes as it is.
func rewriteRTCP(b []byte, from, to *RTPState) {
	if !from.rewritesSSRC() && !to.rewritesSSRC() {
		return
	}
	for p, rest := rtcpNext(b); p != nil; p, rest = rtcpNext(rest) {
		if p[0]>>rtcpVersionShift != rtcpVersion {
			continue
		}
		switch p[1] {
		case rtcpSenderReport, rtcpReceiverReport:
			rewriteReport(p, from, to)
		case rtcpSDES:
			rewriteSDES(p, from)
		case rtcpBye:
			rewriteBye(p, from)
		case rtcpApp:
			if len(p) >= 12 { // sender and name
				from.mapOwn(p[rtcpOffSender:])
			}
		case rtcpFeedback, rtcpPayloadFB:
			if len(p) >= 12 { // sender and media source
				from.mapOwn(p[rtcpOffSender:])
				to.mapReported(p[rtcpOffSender+4:])
			}
		case rtcpExtended:
			rewriteExtended(p, from, to)
		}
	}
}

// rewriteReport rewrites a sender or receiver report.
func rewriteReport(p []byte, from, to *RTPState) {
	const offRTPTime = rtcpOffSender + 4 + 8 // behind the SSRC and the NTP timestamp
	blocks := rtcpReports(p)
	if blocks == nil {
		return
	}
	if from.mapOwn(p[rtcpOffSender:]) && p[1] == rtcpSenderReport {
		ts := binary.BigEndian.Uint32(p[offRTPTime:])
		binary.BigEndian.PutUint32(p[offRTPTime:], ts+from.TimestampOffset)
	}
	for ; len(blocks) >= reportBlockLen; blocks = blocks[reportBlockLen:] {
		const offHighest = 8 // extended highest sequence number: 16 bits of cycles, 16 of sequence
		if to.mapReported(blocks) {
			highest := binary.BigEndian.Uint32(blocks[offHighest:])
			binary.BigEndian.PutUint32(blocks[offHighest:], highest&0xffff0000|uint32(uint16(highest)-to.SequenceOffset))
		}
	}
}

// rewriteSDES rewrites the SSRC or CSRC of each chunk. A chunk is an SSRC and a list of items (type,
// length, text) that a null octet ends, padded to the next 32-bit border (RFC 3550 section 6.5).
func rewriteSDES(p []byte, from *RTPState) {
	if !sdesWalk(p, nil) {
		return
	}
	sdesWalk(p, from)
}

// sdesWalk walks over the chunks and says whether they fit the packet; from, unless nil, maps them.
func sdesWalk(p []byte, from *RTPState) bool {
	at := rtcpHeaderLen
	for range int(p[0] & rtcpMaskCount) {
		if at+4 > len(p) {
			return false
		}
		if from != nil {
			from.mapOwn(p[at:])
		}
		at += 4
		for {
			if at >= len(p) {
				return false
			}
			if p[at] == 0 {
				break
			}
			if at+1 >= len(p) {
				return false
			}
			at += 2 + int(p[at+1])
		}
		at = at&^3 + 4
	}
	return true
}

// rewriteBye rewrites the SSRCs that say goodbye.
func rewriteBye(p []byte, from *RTPState) {
	end := rtcpHeaderLen + 4*int(p[0]&rtcpMaskCount)
	if end > len(p) {
		return
	}
	for at := rtcpHeaderLen; at < end; at += 4 {
		from.mapOwn(p[at:])
	}
}

// rewriteExtended rewrites the sender of an extended report and the SSRCs that its blocks speak of
// (RFC 3611 section 4). A block is type, type-specific octet, length in words minus one, contents.
func rewriteExtended(p []byte, from, to *RTPState) {
	const (
		blockLossRLE      = 1
		blockDuplicateRLE = 2
		blockReceiptTimes = 3
		blockDLRR         = 5
		blockSummary      = 6
		blockVoIP         = 7
		dlrrLen           = 12
	)
	if len(p) < 8 {
		return
	}
	for at := 8; at < len(p); {
		if at+4 > len(p) || at+rtcpLen(p[at:]) > len(p) {
			return
		}
		at += rtcpLen(p[at:])
	}
	from.mapOwn(p[rtcpOffSender:])
	for b, rest := rtcpNext(p[8:]); b != nil; b, rest = rtcpNext(rest) {
		switch b[0] {
		case blockLossRLE, blockDuplicateRLE, blockReceiptTimes, blockSummary, blockVoIP:
			if len(b) >= 8 {
				to.mapReported(b[4:])
			}
		case blockDLRR:
			for sub := b[4:]; len(sub) >= dlrrLen; sub = sub[dlrrLen:] {
				to.mapReported(sub)
			}
		}
	}
}

// rewritesSSRC says whether RTP of this source leaves with an SSRC that may differ from its own.
func (s *RTPState) rewritesSSRC() bool { return s.Started && s.ConstantSSRC }

// mapOwn replaces the source's SSRC at the front of b by the one that its RTP leaves with. It reports
// whether it was the source's.
func (s *RTPState) mapOwn(b []byte) bool {
	if !s.rewritesSSRC() || binary.BigEndian.Uint32(b) != s.In.SSRC {
		return false
	}
	binary.BigEndian.PutUint32(b, s.FirstSSRC)
	return true
}

// mapReported does the inverse: others speak of the SSRC they receive, the source knows its own.
func (s *RTPState) mapReported(b []byte) bool {
	if !s.rewritesSSRC() || binary.BigEndian.Uint32(b) != s.FirstSSRC {
		return false
	}
	binary.BigEndian.PutUint32(b, s.In.SSRC)
	return true
}
