package codec

import "errors"

// What keeps an AMR payload from being converted.
var (
	ErrShort     = errors.New("codec: AMR payload has fewer than 2 octets")
	ErrType      = errors.New("codec: AMR frame type is not in use (12 to 14)")
	ErrTruncated = errors.New("codec: AMR frame is shorter than its frame type says")
	ErrTooLong   = errors.New("codec: AMR payload is longer than 255 octets")
	ErrLength    = errors.New("codec: no AMR frame type has that many speech octets")
	ErrNoRoom    = errors.New("codec: no room behind the payload to grow")
)

// Framing is one of the two payload formats of RFC 4867. Only payloads with a single frame are handled.
type Framing uint8

const (
	// BandwidthEfficient (RFC 4867, section 4.3) is one bit string, filled up to whole octets at its end:
	//
	//	 0                   1                   2
	//	 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3
	//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-
	//	|  CMR  |F|  FT   |Q| speech bits, d(0) first ...
	//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-
	BandwidthEfficient Framing = iota

	// OctetAligned (RFC 4867, section 4.4) has the table of contents and the speech in octets of their own:
	//
	//	 0                   1                   2
	//	 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3
	//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-
	//	|  CMR  |0 0 0 0|F|  FT   |Q|0 0| speech bits ...
	//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-
	OctetAligned
)

// String is the name that SDP's users know.
func (f Framing) String() string {
	if f == OctetAligned {
		return "octet-aligned"
	}
	return "bandwidth-efficient"
}

const (
	// octetAlignedHeader is CMR and table of contents, one octet each.
	octetAlignedHeader = 2
	// efficientHeader is CMR, F, FT and Q, in bits.
	efficientHeader = 10

	// maxPayloadLen bounds what is read as bandwidth-efficient.
	maxPayloadLen = 255

	// Octet 0 of either format, and octet 1 (the table of contents) of the octet-aligned one.
	cmrMask      = 0xf0
	reservedMask = 0x0f
	tocFollow    = 0x80 // F: another frame follows
	tocTypeShift = 3
	tocTypeMask  = 0x0f
	tocQuality   = 0x04 // Q: the frame is not damaged
	tocPadding   = 0x03
)

// efficientLen returns the octets of a bandwidth-efficient payload.
func efficientLen(ft FrameType) int { return (efficientHeader + ft.Bits() + 7) / 8 }

// IsOctetAligned guesses whether p is an octet-aligned payload: the octets that RFC 4867 wants to be zero are, one
// frame only, of a known type, and the length is that of the type. Nothing in a payload says so for sure; the
// wrong guess needs a bandwidth-efficient frame whose bits happen to look like all this.
func IsOctetAligned(p []byte) bool {
	if len(p) < octetAlignedHeader || p[0]&reservedMask != 0 || p[1]&(tocFollow|tocPadding) != 0 {
		return false
	}
	ft := alignedType(p)
	return ft.Valid() && len(p) == octetAlignedHeader+ft.Octets()
}

// alignedType reads FT of an octet-aligned payload.
func alignedType(p []byte) FrameType { return FrameType(p[1] >> tocTypeShift & tocTypeMask) }

// efficientType reads FT of a bandwidth-efficient payload, which lies across the border of octets 0 and 1.
func efficientType(p []byte) FrameType { return FrameType(p[0]&0x07<<1 | p[1]>>7) }
