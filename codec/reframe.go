package codec

// Reframe converts the AMR payload p in place to the framing that is wanted and returns it, in the same memory.
//
// What p is now is guessed ([IsOctetAligned]); a payload that already is what is wanted, or that looks as if it
// were, passes without any further look. Bits that a frame leaves unused at its end are carried along.
//
// To [OctetAligned] the payload may grow by one octet, from p's capacity. Octets behind the frame are cut off.
func Reframe(p []byte, want Framing) ([]byte, error) {
	switch aligned := IsOctetAligned(p); {
	case aligned == (want == OctetAligned):
		return p, nil
	case aligned:
		return pack(p), nil
	default:
		return unpack(p)
	}
}

// pack turns an octet-aligned payload into a bandwidth-efficient one. Every octet is made of itself and the one
// behind it, so walking forward never reads what was written.
func pack(p []byte) []byte {
	ft := alignedType(p)
	n := efficientLen(ft)
	toc := p[1]
	p[0] = p[0]&cmrMask | toc&tocFollow>>4 | byte(ft)>>1
	p[1] = byte(ft)<<7 | toc&tocQuality<<4
	for i := octetAlignedHeader; i < len(p); i++ {
		p[i-1] |= p[i] >> 2
		p[i] <<= 6
	}
	return p[:n]
}

// unpack turns a bandwidth-efficient payload into an octet-aligned one. It walks backward for the same reason
// that pack walks forward.
func unpack(p []byte) ([]byte, error) {
	ft, err := checkEfficient(p)
	if err != nil {
		return nil, err
	}
	n := octetAlignedHeader + ft.Octets()
	if n > cap(p) {
		return nil, ErrNoRoom
	}
	end := efficientEnd(p, ft)
	p = p[:max(n, len(p))]
	for i := n - 1; i >= octetAlignedHeader; i-- {
		var behind byte
		if i < end {
			behind = p[i] >> 6
		}
		p[i] = p[i-1]<<2 | behind
	}
	p[1] = p[0]&0x08<<4 | byte(ft)<<tocTypeShift | p[1]&0x40>>4
	p[0] &= cmrMask
	return p[:n], nil
}

// checkEfficient makes sure that p holds the whole frame that it announces.
func checkEfficient(p []byte) (FrameType, error) {
	if len(p) < octetAlignedHeader {
		return 0, ErrShort
	}
	if len(p) > maxPayloadLen {
		return 0, ErrTooLong
	}
	ft := efficientType(p)
	if !ft.Valid() {
		return 0, ErrType
	}
	if len(p) < efficientLen(ft) {
		return 0, ErrTruncated
	}
	return ft, nil
}

// efficientEnd returns where the frame's octets end. Behind them everything counts as zero.
//
// One case is carried over from osmo-mgw as it was recorded there: an octet-aligned payload with several frames,
// which nobody converts, reads as a bandwidth-efficient frame with octets to spare. If its supposed type leaves a
// single speech bit for the last octet, that octet is not used.
func efficientEnd(p []byte, ft FrameType) int {
	end := efficientLen(ft)
	severalFrames := p[0]&reservedMask == 0 && p[1]&tocFollow != 0 && p[1]&tocPadding == 0
	if severalFrames && len(p) > end && ft.Bits()%8 == 7 {
		end--
	}
	return end
}
