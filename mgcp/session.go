package mgcp

import (
	"strconv"
	"strings"
)

// sessionVersion is the version in the o= line; it never changes.
const sessionVersion = " 23 IN IP"

// Session is the description of the gateway's side of a connection (§12).
type Session struct {
	ConnectionID string // also the session id
	Addr         string // where the peer shall send to; IPv6 if there is a colon in it
	Port         uint16 // for RTP, or the port of Osmux
	Codec        Codec  // the one that was selected
	PacketTime   int    // ms; 0 is not told
	SendName     bool   // tell the name of a dynamic payload type
	SendTime     bool   // tell the packet time
}

func (s Session) append(b []byte) []byte {
	family := "4 "
	if strings.Contains(s.Addr, ":") {
		family = "6 "
	}
	payloadType := strconv.Itoa(int(s.Codec.PayloadType))

	b = append(b, "v=0\r\no=- "...)
	b = append(b, s.ConnectionID...)
	b = append(b, sessionVersion...)
	b = append(b, family...)
	b = append(b, s.Addr...)
	b = append(b, "\r\ns=-\r\nc=IN IP"...)
	b = append(b, family...)
	b = append(b, s.Addr...)
	b = append(b, "\r\nt=0 0\r\nm=audio "...)
	b = strconv.AppendUint(b, uint64(s.Port), 10)
	b = appendLine(b, " RTP/AVP ", payloadType)
	if s.SendName && s.Codec.PayloadType >= firstDynamic {
		b = appendLine(b, "a=rtpmap:", payloadType+" "+s.Codec.FullName)
	}
	switch s.Codec.OctetAlign {
	case OctetAlignOff:
		b = appendLine(b, "a=fmtp:", payloadType+" octet-align=0")
	case OctetAlignOn:
		b = appendLine(b, "a=fmtp:", payloadType+" octet-align=1")
	}
	if s.SendTime && s.PacketTime > 0 {
		b = appendLine(b, "a=ptime:", strconv.Itoa(s.PacketTime))
	}
	return b
}
