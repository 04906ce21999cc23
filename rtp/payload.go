package rtp

import (
	"encoding/binary"
	"errors"
)

// What can be wrong with a packet's layout. They are returned bare, so that a flood of bad packets allocates
// nothing; the caller knows the packet and its sender.
var (
	ErrShort     = errors.New("rtp: shorter than the 12 octets of the fixed header")
	ErrCSRC      = errors.New("rtp: CSRC list runs past the end of the packet")
	ErrExtension = errors.New("rtp: header extension runs past the end of the packet")
	ErrPadding   = errors.New("rtp: padding count is 0 or reaches into the header")
)

// Payload returns where the payload lies: p[start:end], behind fixed header, CSRC list and extension, and in
// front of the padding. The version is not looked at.
func (p Packet) Payload() (start, end int, err error) {
	if len(p) < HeaderLen {
		return 0, 0, ErrShort
	}
	start, end = HeaderLen+csrcLen*p.CSRCCount(), len(p)
	if start > end {
		return 0, 0, ErrCSRC
	}
	if p.Extension() {
		if start+extensionHeaderLen > end {
			return 0, 0, ErrExtension
		}
		words := int(binary.BigEndian.Uint16(p[start+2:]))
		if start += extensionHeaderLen + 4*words; start > end {
			return 0, 0, ErrExtension
		}
	}
	if p.Padding() {
		// A packet without any payload octet has no place for the count either.
		if start == end || p[end-1] == 0 || start+int(p[end-1]) > end {
			return 0, 0, ErrPadding
		}
		end -= int(p[end-1])
	}
	return start, end, nil
}
