package relay

import "encoding/binary"

// The RTP header (RFC 3550 section 5.1).
//
//	 0                   1                   2                   3
//	 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|V=2|P|X|  CC   |M|     PT      |       sequence number         |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|                           timestamp                           |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|           synchronization source (SSRC) identifier            |
//	+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
//	|            contributing source (CSRC) identifiers, 4*CC       |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
const (
	rtpHeaderLen = 12

	offFlags     = 0
	offType      = 1
	offSequence  = 2
	offTimestamp = 4
	offSSRC      = 8

	versionShift  = 6
	version2      = 2 << versionShift
	flagPadding   = 0x20
	flagExtension = 0x10
	maskCSRC      = 0x0f
	flagMarker    = 0x80
	maskType      = 0x7f
)

// rtpHeader is a datagram of at least rtpHeaderLen octets.
type rtpHeader []byte

func (h rtpHeader) version() uint8       { return h[offFlags] >> versionShift }
func (h rtpHeader) marker() bool         { return h[offType]&flagMarker != 0 }
func (h rtpHeader) payloadType() uint8   { return h[offType] & maskType }
func (h rtpHeader) sequence() uint16     { return binary.BigEndian.Uint16(h[offSequence:]) }
func (h rtpHeader) timestamp() uint32    { return binary.BigEndian.Uint32(h[offTimestamp:]) }
func (h rtpHeader) ssrc() uint32         { return binary.BigEndian.Uint32(h[offSSRC:]) }
func (h rtpHeader) setSequence(v uint16) { binary.BigEndian.PutUint16(h[offSequence:], v) }
func (h rtpHeader) setTimestamp(v uint32) {
	binary.BigEndian.PutUint32(h[offTimestamp:], v)
}
func (h rtpHeader) setSSRC(v uint32) { binary.BigEndian.PutUint32(h[offSSRC:], v) }

// setPayloadType writes the seven bits of the payload type and leaves the marker alone.
func (h rtpHeader) setPayloadType(pt uint8) {
	h[offType] = h[offType]&flagMarker | pt&maskType
}

// setVersion2 makes the packet version 2 and leaves padding, extension and CSRC count alone.
func (h rtpHeader) setVersion2() {
	h[offFlags] = h[offFlags]&^(3<<versionShift) | version2
}

// payload finds the payload behind CSRCs and extension and before padding: h[start:end]. It is not ok
// if what the header announces does not fit into the datagram.
func (h rtpHeader) payload() (start, end int, ok bool) {
	start = rtpHeaderLen + 4*int(h[offFlags]&maskCSRC)
	end = len(h)
	if h[offFlags]&flagExtension != 0 {
		// Two octets for the profile, two for the length in 32-bit words (RFC 3550 section 5.3.1).
		if start+4 > end {
			return 0, 0, false
		}
		start += 4 + 4*int(binary.BigEndian.Uint16(h[start+2:]))
	}
	if start > end {
		return 0, 0, false
	}
	if h[offFlags]&flagPadding != 0 && end > start {
		// The last octet counts the padding, itself included.
		pad := int(h[end-1])
		if pad == 0 || start+pad > end {
			return 0, 0, false
		}
		end -= pad
	}
	return start, end, true
}

// mediaClock is the gateway's own RTP clock: monotonic nanoseconds at a rate in Hz, mod 2^32
// (media.md section 6.1).
func mediaClock(now int64, rate uint32) uint32 {
	const second = 1e9
	sec, nsec := uint64(now)/second, uint64(now)%second
	return uint32(sec*uint64(rate) + nsec*uint64(rate)/second)
}
