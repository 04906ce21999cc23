package codec

// Frame is one AMR frame taken apart.
type Frame struct {
	CMR    uint8 // codec mode request, 15: none
	Type   FrameType
	Good   bool   // Q: the frame is not damaged
	Speech []byte // Type.Octets() octets, first bit first, the unused bits at the end: as in Iu UP
}

// UnpackAMR takes apart the AMR payload p, whose framing is known. The speech lies in p's memory: of a
// bandwidth-efficient payload the bits are moved there, which destroys p. Octets behind the frame are left out.
func UnpackAMR(p []byte, framing Framing) (Frame, error) {
	if framing == OctetAligned {
		return unpackAligned(p)
	}
	ft, err := checkEfficient(p)
	if err != nil {
		return Frame{}, err
	}
	f := Frame{CMR: p[0] >> 4, Type: ft, Good: p[1]&0x40 != 0}
	end := efficientLen(ft)
	n := ft.Octets()
	for i := range n {
		octet := p[i+1] << 2
		if i+2 < end {
			octet |= p[i+2] >> 6
		}
		p[i] = octet
	}
	f.Speech = p[:n]
	return f, nil
}

func unpackAligned(p []byte) (Frame, error) {
	if len(p) < octetAlignedHeader {
		return Frame{}, ErrShort
	}
	ft := alignedType(p)
	if !ft.Valid() {
		return Frame{}, ErrType
	}
	end := octetAlignedHeader + ft.Octets()
	if len(p) < end {
		return Frame{}, ErrTruncated
	}
	return Frame{CMR: p[0] >> 4, Type: ft, Good: p[1]&tocQuality != 0, Speech: p[octetAlignedHeader:end]}, nil
}

// AMRHeadroom is how many octets [PackAMR] needs in front of the speech.
const AMRHeadroom = octetAlignedHeader

// PackAMR puts an AMR payload around speech that lies in buf behind [AMRHeadroom] octets of room, and returns the
// payload, which begins where buf does. The frame type follows from the length of the speech ([FrameTypeByLen]),
// the frame asks for no codec mode.
func PackAMR(buf []byte, good bool, framing Framing) ([]byte, error) {
	if len(buf) < AMRHeadroom {
		return nil, ErrNoRoom
	}
	ft, ok := FrameTypeByLen(len(buf) - AMRHeadroom)
	if !ok {
		return nil, ErrLength
	}
	const noRequest = 15 << 4
	buf[0] = noRequest
	buf[1] = byte(ft) << tocTypeShift
	if good {
		buf[1] |= tocQuality
	}
	if framing == OctetAligned {
		return buf, nil
	}
	return pack(buf), nil
}
