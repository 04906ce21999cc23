package relay

import (
	"osmo-mgw-go/codec"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// convert turns the payload of RTP from s into the form that t asked for, in place (media.md section
// 8.4 and 8.5). The payload is looked for behind CSRCs and extension, and padding stays behind it. It
// is false if the payload cannot be converted; what needs no conversion passes unseen.
func convert(s, t *snapshot, p *pktio.Packet) bool {
	wantFraming := t.framing != OctetAlignNotStated && s.carriesAMR()
	toggleHR := !wantFraming && t.convertHR && s.format == formatGSMHR && t.format == formatGSMHR
	if !wantFraming && !toggleHR {
		return true
	}
	if wantFraming {
		return reframe(p, t.framing.codec())
	}
	return replacePayload(p, codec.ToggleHR)
}

// reframe gives an AMR payload the framing that is wanted.
func reframe(p *pktio.Packet, want codec.Framing) bool {
	if want == codec.OctetAligned {
		return replacePayload(p, alignOctets)
	}
	return replacePayload(p, packBits)
}

func alignOctets(b []byte) ([]byte, error) { return codec.Reframe(b, codec.OctetAligned) }
func packBits(b []byte) ([]byte, error)    { return codec.Reframe(b, codec.BandwidthEfficient) }

// replacePayload converts the payload in place; it may grow by one octet, for which there is room
// behind every packet.
func replacePayload(p *pktio.Packet, conversion func([]byte) ([]byte, error)) bool {
	start, end, err := rtp.Packet(p.Data).Payload()
	if err != nil {
		return false
	}
	var padding [256]byte
	padLen := copy(padding[:], p.Data[end:])
	if !p.Grow(0, 1) {
		return false
	}
	payload, err := conversion(p.Data[start:end:len(p.Data)])
	if err != nil {
		return false
	}
	end = start + len(payload)
	p.Grow(0, end+padLen-len(p.Data))
	copy(p.Data[end:], padding[:padLen])
	return true
}

// carriesAMR says whether packets of this source are AMR: by its selected codec, or because Osmux
// carries nothing else.
func (s *snapshot) carriesAMR() bool { return s.format == formatAMR || s.kind == KindOsmux }

// rightFraming compares what an AMR payload looks like with what the SDP states (media.md section 3.4).
func rightFraming(h rtp.Packet, stated OctetAlign) bool {
	start, end, err := h.Payload()
	if err != nil || end-start < 2 {
		return false
	}
	return codec.IsOctetAligned(h[start:end]) == (stated == OctetAlignOn)
}

// codec is the framing that was stated.
func (o OctetAlign) codec() codec.Framing {
	if o == OctetAlignOn {
		return codec.OctetAligned
	}
	return codec.BandwidthEfficient
}
