package osmux

import "osmo-mgw-go/codec"

// legacyDummyLen and legacyDummyMark make the dummy of old peers: the load that RTP dummies have too, and a CID.
const (
	legacyDummyLen  = 2
	legacyDummyMark = 23
)

// LegacyDummy tells whether the datagram b is the dummy of old peers, two octets with the CID as the second, and for
// which circuit. Look for it before [ParseChunk], which takes it for a broken chunk.
func LegacyDummy(b []byte) (cid uint8, ok bool) {
	if len(b) != legacyDummyLen || b[0] != legacyDummyMark {
		return 0, false
	}
	return b[1], true
}

// RemoteDummyLen is the length of what [AppendRemoteDummy] appends, in octets.
const RemoteDummyLen = HeaderLen + 12

// AppendRemoteDummy appends the datagram that opens, and keeps open, the way through a NAT to the peer's circuit cid:
// a dummy chunk with one frame of type 0, all zero. A CID that is not known yet is 0.
func AppendRemoteDummy(dst []byte, cid uint8) []byte {
	dst = AppendHeader(dst, Header{Kind: Dummy, CID: cid, Frames: 1, Type: codec.AMR475})
	var speech [RemoteDummyLen - HeaderLen]byte
	return append(dst, speech[:]...)
}

// What the dummy chunk of a circuit that has not spoken yet looks like in a batch.
const (
	dummyFrameType = codec.AMR670
	dummyFill      = 0xff
)

// dummyLen is the length of such a chunk, for a batch of so many frames.
func dummyLen(frames int) int { return HeaderLen + frames*dummyFrameType.Octets() }

func appendDummy(dst []byte, cid uint8, frames int) []byte {
	h := Header{Kind: Dummy, CID: cid, Frames: frames, Type: dummyFrameType}
	dst = AppendHeader(dst, h)
	for range h.SpeechLen() {
		dst = append(dst, dummyFill)
	}
	return dst
}
