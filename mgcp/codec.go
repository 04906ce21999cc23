package mgcp

import "strings"

const (
	maxPayloadType = 127

	// defaultRate is the RTP clock in Hz of a codec that names none.
	defaultRate = 8000

	// NoPayloadType makes NewCodec choose the payload type by the codec's name.
	NoPayloadType = -1

	// dynamicPayloadType is what a codec of a local connection option gets that has no number of its own.
	dynamicPayloadType = 96

	// firstDynamic is the first of the payload types that mean something only together with a name.
	firstDynamic = 96
)

// OctetAlign is the octet-align parameter of AMR (RFC 4867 section 8.1).
type OctetAlign uint8

// Not stated means bandwidth-efficient in the RFC; here it matters whether it was said.
const (
	OctetAlignNotStated OctetAlign = iota
	OctetAlignOff
	OctetAlignOn
)

// Codec is a codec as SDP or a local connection option names it.
type Codec struct {
	PayloadType uint8
	FullName    string // as it was written: "AMR/8000/1", "gsm-efr", "AMR"
	Name        string // the part in front of the first slash, with its case
	Rate        int    // RTP clock in Hz
	Channels    int    // always 1
	OctetAlign  OctetAlign
}

// staticNames are the payload types that need no rtpmap line (RFC 3551 section 6).
var staticNames = map[int]string{
	0:  "PCMU/8000/1",
	3:  "GSM/8000/1",
	8:  "PCMA/8000/1",
	18: "G729/8000/1",
}

// customaryTypes are the payload types that Osmocom's network elements use for a codec of 8000 Hz and one channel.
var customaryTypes = map[string]uint8{
	"PCMU":      0,
	"GSM":       3,
	"PCMA":      8,
	"G729":      18,
	"GSM-EFR":   110,
	"GSM-HR-08": 111,
	"AMR":       112,
	"AMR-WB":    113,
}

// DefaultCodec is the codec of a connection for which nobody named one.
func DefaultCodec() Codec {
	c, _ := NewCodec(0, "")
	return c
}

// NewCodec judges a payload type, or NoPayloadType, and its name "NAME[/rate[/channels]]", which may be empty for a
// static type (§11.1). It refuses types that RFC 3551 reserves, dynamic types without a name, and more channels than
// one. Unknown names are fine.
func NewCodec(payloadType int, name string) (c Codec, ok bool) {
	if payloadType != NoPayloadType && (payloadType < 0 || !usablePayloadType(payloadType)) {
		return c, false
	}
	if name == "" {
		name = staticNames[payloadType]
	}
	c.FullName = name
	var parameters, channels string
	c.Name, parameters, _ = strings.Cut(name, "/")
	_, channels, _ = strings.Cut(parameters, "/")
	if c.Rate, _, ok = leadingNumber(parameters); !ok || c.Rate <= 0 {
		c.Rate = defaultRate
	}
	if c.Channels, _, ok = leadingNumber(channels); !ok {
		c.Channels = 1
	}
	if c.Name == "" || c.Channels != 1 {
		return Codec{}, false
	}
	c.PayloadType = uint8(payloadType)
	if payloadType == NoPayloadType {
		c.PayloadType = dynamicPayloadType
		if customary, ok := customaryTypes[c.Name]; ok && c.Rate == defaultRate {
			c.PayloadType = customary
		}
	}
	return c, true
}

func usablePayloadType(pt int) bool {
	switch {
	case pt == 1, pt == 2, pt == 19: // reserved
		return false
	case pt >= 72 && pt <= 76: // taken for RTCP's packet types (RFC 3551 section 6)
		return false
	}
	return pt < maxPayloadType
}
