package relay

import "strings"

// OctetAlign is the octet-align parameter of AMR's SDP (RFC 4867 section 8.1). Absent means
// bandwidth-efficient by the RFC, but the gateway checks and converts only what was stated.
type OctetAlign uint8

// The three states of octet-align.
const (
	OctetAlignNotStated OctetAlign = iota
	OctetAlignOff                  // octet-align=0: bandwidth-efficient, stated
	OctetAlignOn                   // octet-align=1: octet-aligned
)

// Codec is one payload format of a connection's codec set.
type Codec struct {
	PayloadType uint8      // 0..127
	Name        string     // subtype name as in a=rtpmap, without rate: "AMR", "PCMU", "telephone-event"
	Rate        uint32     // RTP clock in Hz
	Channels    uint8      // 1 everywhere in this gateway
	OctetAlign  OctetAlign // only for AMR
}

// FrameDuration returns the duration of one frame in milliseconds: 10 for G729, 20 for all others.
func (c Codec) FrameDuration() int {
	if c.Name == "G729" {
		return 10
	}
	return 20
}

// PacketSamples returns the duration of a packet in RTP clock units, for a packet time of ptime
// milliseconds rounded to whole frames (media.md section 6.2). A packet time that gives no frame at
// all counts as 20 ms.
func (c Codec) PacketSamples(ptime int) uint32 {
	frame := int64(c.FrameDuration())
	frames := (int64(ptime)*1000 + 1000*frame/2) / (1000 * frame)
	samples := int64(c.Rate) * frames * frame / 1000
	if samples == 0 {
		samples = int64(c.Rate) * 20 / 1000
	}
	return uint32(samples)
}

// format is what the packet path needs to know of a codec's name.
type format uint8

const (
	formatOther format = iota
	formatAMR
	formatGSMHR
	formatIuUP
	formatTelephoneEvent // RFC 4733
	formatComfortNoise   // RFC 3389
)

// format recognises the names that the packet path treats in a special way. Names are compared as
// the codec decision compares them, with case, except the two that MGCP does not decide upon.
func (c Codec) format() format {
	switch {
	case c.Name == "AMR":
		return formatAMR
	case c.Name == "GSM-HR-08":
		return formatGSMHR
	case c.Name == "VND.3GPP.IUFP":
		return formatIuUP
	case strings.EqualFold(c.Name, "telephone-event"):
		return formatTelephoneEvent
	case strings.EqualFold(c.Name, "CN"):
		return formatComfortNoise
	}
	return formatOther
}
