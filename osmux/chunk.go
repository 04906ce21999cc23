package osmux

import (
	"errors"

	"osmo-mgw-go/codec"
)

// What makes a datagram unreadable from a chunk on. They are returned bare, so that a flood of bad datagrams
// allocates nothing.
var (
	ErrShort     = errors.New("osmux: fewer than 4 octets left for a chunk header")
	ErrKind      = errors.New("osmux: chunk is neither voice nor dummy")
	ErrFrameType = errors.New("osmux: AMR frame type is not in use (12 to 14)")
	ErrTruncated = errors.New("osmux: chunk is longer than what is left of the datagram")
)

// Kind is what a chunk holds.
type Kind uint8

const (
	Signalling Kind = 0 // was LAPD once; nothing uses it
	Voice      Kind = 1
	Dummy      Kind = 2 // has the shape of voice, its contents mean nothing
)

// HeaderLen is the length of a chunk's header in octets.
const HeaderLen = 4

// MaxFrames is how many frames fit in a chunk.
const MaxFrames = 8

// MaxChunkLen is the length in octets of the longest chunk: 8 frames of 12.2 kbit/s.
const MaxChunkLen = HeaderLen + MaxFrames*codec.MaxSpeechLen

// The header's fields: octet, shift and mask.
const (
	offsetFlags = 0
	offsetSeq   = 1
	offsetCID   = 2
	offsetAMR   = 3

	markerBit     = 0x80
	kindShift     = 5
	kindMask      = 3
	framesShift   = 2
	framesMask    = 7
	followBit     = 0x02
	qualityBit    = 0x01
	frameTypeMask = 0xf0
	frameShift    = 4
	cmrMask       = 0x0f
)

// Header is the header of a chunk.
type Header struct {
	Kind   Kind
	Marker bool  // of the first frame
	Seq    uint8 // of the chunk
	CID    uint8
	Frames int // 1 to 8

	// Of the AMR header of each frame.
	Follow bool            // F
	Good   bool            // Q
	CMR    uint8           // 0 to 15
	Type   codec.FrameType // FT
}

// SpeechLen returns how many octets follow the header.
func (h *Header) SpeechLen() int { return h.Frames * h.Type.Octets() }

// AppendHeader appends h to dst. The speech is to follow.
func AppendHeader(dst []byte, h Header) []byte {
	flags := byte(h.Kind&kindMask)<<kindShift | byte(h.Frames-1)&framesMask<<framesShift
	if h.Marker {
		flags |= markerBit
	}
	if h.Follow {
		flags |= followBit
	}
	if h.Good {
		flags |= qualityBit
	}
	return append(dst, flags, h.Seq, h.CID, byte(h.Type)<<frameShift|h.CMR&cmrMask)
}

// Chunk is a chunk of a datagram.
type Chunk struct {
	Header
	Speech []byte // in the datagram's memory
}

// Len returns the length of the chunk with its header, in octets.
func (c *Chunk) Len() int { return HeaderLen + len(c.Speech) }

// Frame returns the speech of frame k, counted from 0.
func (c *Chunk) Frame(k int) []byte {
	n := c.Type.Octets()
	return c.Speech[k*n : (k+1)*n]
}

// ParseChunk reads the chunk at the beginning of b and returns what follows it. After an error nothing of b is of
// use.
func ParseChunk(b []byte) (c Chunk, rest []byte, err error) {
	if len(b) < HeaderLen {
		return Chunk{}, nil, ErrShort
	}
	flags := b[offsetFlags]
	c.Header = Header{
		Kind:   Kind(flags >> kindShift & kindMask),
		Marker: flags&markerBit != 0,
		Seq:    b[offsetSeq],
		CID:    b[offsetCID],
		Frames: int(flags>>framesShift&framesMask) + 1,
		Follow: flags&followBit != 0,
		Good:   flags&qualityBit != 0,
		CMR:    b[offsetAMR] & cmrMask,
		Type:   codec.FrameType(b[offsetAMR] & frameTypeMask >> frameShift),
	}
	if c.Kind != Voice && c.Kind != Dummy {
		return Chunk{}, nil, ErrKind
	}
	if !c.Type.Valid() {
		return Chunk{}, nil, ErrFrameType
	}
	end := HeaderLen + c.SpeechLen()
	if len(b) < end {
		return Chunk{}, nil, ErrTruncated
	}
	c.Speech = b[HeaderLen:end]
	return c, b[end:], nil
}
