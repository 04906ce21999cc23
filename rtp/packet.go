package rtp

import "encoding/binary"

// HeaderLen is the length of the fixed header in octets. Shorter datagrams are not RTP.
const HeaderLen = 12

// Version is the protocol version of RFC 3550.
const Version = 2

// Where the fields of the fixed header lie.
const (
	offsetFlags     = 0 // V, P, X, CC
	offsetType      = 1 // M, PT
	offsetSequence  = 2
	offsetTimestamp = 4
	offsetSSRC      = 8

	versionShift  = 6
	paddingBit    = 0x20
	extensionBit  = 0x10
	csrcCountMask = 0x0f
	markerBit     = 0x80
	typeMask      = 0x7f

	csrcLen            = 4
	extensionHeaderLen = 4
)

// Packet is a view of one RTP packet, header first. Every method but [Packet.Payload] needs at least
// [HeaderLen] octets and panics on fewer: check the length once, where the packet comes in.
type Packet []byte

// Version returns the two version bits; 2 is the only version in use.
func (p Packet) Version() uint8 { return p[offsetFlags] >> versionShift }

// SetVersion replaces the version bits.
func (p Packet) SetVersion(v uint8) {
	p[offsetFlags] = p[offsetFlags]&^(3<<versionShift) | v<<versionShift
}

// Padding tells whether the packet ends in padding octets.
func (p Packet) Padding() bool { return p[offsetFlags]&paddingBit != 0 }

// ClearPadding takes back the padding bit, for a packet whose padding was cut off.
func (p Packet) ClearPadding() { p[offsetFlags] &^= paddingBit }

// Extension tells whether a header extension follows the CSRC list.
func (p Packet) Extension() bool { return p[offsetFlags]&extensionBit != 0 }

// CSRCCount returns how many contributing sources follow the fixed header, 0 to 15.
func (p Packet) CSRCCount() int { return int(p[offsetFlags] & csrcCountMask) }

// Marker returns the marker bit; in audio it opens a talkspurt (RFC 3551, section 4.1).
func (p Packet) Marker() bool { return p[offsetType]&markerBit != 0 }

// SetMarker replaces the marker bit.
func (p Packet) SetMarker(m bool) {
	p[offsetType] &^= markerBit
	if m {
		p[offsetType] |= markerBit
	}
}

// PayloadType returns the payload type, 0 to 127.
func (p Packet) PayloadType() uint8 { return p[offsetType] & typeMask }

// SetPayloadType replaces the payload type; the marker bit stays.
func (p Packet) SetPayloadType(pt uint8) {
	p[offsetType] = p[offsetType]&markerBit | pt&typeMask
}

// Sequence returns the sequence number.
func (p Packet) Sequence() uint16 { return binary.BigEndian.Uint16(p[offsetSequence:]) }

// SetSequence replaces the sequence number.
func (p Packet) SetSequence(s uint16) { binary.BigEndian.PutUint16(p[offsetSequence:], s) }

// Timestamp returns the timestamp, in units of the payload's clock rate.
func (p Packet) Timestamp() uint32 { return binary.BigEndian.Uint32(p[offsetTimestamp:]) }

// SetTimestamp replaces the timestamp.
func (p Packet) SetTimestamp(t uint32) { binary.BigEndian.PutUint32(p[offsetTimestamp:], t) }

// SSRC returns the synchronization source.
func (p Packet) SSRC() uint32 { return binary.BigEndian.Uint32(p[offsetSSRC:]) }

// SetSSRC replaces the synchronization source.
func (p Packet) SetSSRC(x uint32) { binary.BigEndian.PutUint32(p[offsetSSRC:], x) }

// Header is the fixed header as a value, for packets that are made rather than forwarded.
type Header struct {
	Marker      bool
	PayloadType uint8 // 0 to 127
	Sequence    uint16
	Timestamp   uint32 // in units of the payload's clock rate
	SSRC        uint32
}

// PutHeader writes h as a version 2 header without CSRCs, extension and padding into the first [HeaderLen]
// octets of b, which must be that long.
func PutHeader(b []byte, h Header) {
	_ = b[HeaderLen-1]
	b[offsetFlags] = Version << versionShift
	b[offsetType] = h.PayloadType & typeMask
	if h.Marker {
		b[offsetType] |= markerBit
	}
	binary.BigEndian.PutUint16(b[offsetSequence:], h.Sequence)
	binary.BigEndian.PutUint32(b[offsetTimestamp:], h.Timestamp)
	binary.BigEndian.PutUint32(b[offsetSSRC:], h.SSRC)
}
