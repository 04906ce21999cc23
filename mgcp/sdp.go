package mgcp

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
)

const (
	// MaxCodecs is the number of payload types that a description may list.
	MaxCodecs = 10

	// maxFormats is the number of a=fmtp lines that are kept, whatever payload type they speak of.
	maxFormats = 10

	// maxName is the length at which the name of an a=rtpmap line is cut.
	maxName = 63

	// The lengths at which an address is cut; a longer one is none.
	maxAddress4 = 15
	maxAddress6 = 45
)

// ErrAddress refuses a c= line.
var ErrAddress = errors.New("SDP: not a connection line with an IPv4 or IPv6 address")

// Description is what a session description says about the peer (§10).
type Description struct {
	Addr netip.Addr // of the last c= line; not valid if there is none
	Port uint16     // for RTP; 0 if there is none, or if it is to stay as it was

	PacketTimeGiven bool
	PacketTime      int // ms; 0 if the peer leaves it open

	Codecs []Codec // those that can be used, in the peer's order
}

// ParseSDP reads a description line by line. Lines come in any order, except that a=rtpmap only speaks of payload types
// that an m= line before it has listed. Only a bad c= line makes it fail.
func ParseSDP(text string) (Description, error) {
	var r sdpReader
	for text != "" {
		var line string
		line, text = cutLine(text)
		if err := r.read(line); err != nil {
			return Description{}, err
		}
	}
	for _, m := range r.maps {
		if c, ok := NewCodec(m.payloadType, m.name); ok {
			c.OctetAlign = r.octetAlign(m.payloadType)
			r.d.Codecs = append(r.d.Codecs, c)
		}
	}
	return r.d, nil
}

// payloadMap is one payload type of the m= line and the name that an a=rtpmap line gave it.
type payloadMap struct {
	payloadType int
	name        string
}

// payloadFormat is one a=fmtp line.
type payloadFormat struct {
	payloadType int
	parameters  string
}

type sdpReader struct {
	d       Description
	maps    []payloadMap
	formats []payloadFormat
}

func (r *sdpReader) read(line string) error {
	if value, ok := strings.CutPrefix(line, "c="); ok {
		addr, err := parseConnection(value)
		if err != nil {
			return fmt.Errorf("%w: %q", err, line)
		}
		r.d.Addr = addr
	} else if value, ok := strings.CutPrefix(line, "m="); ok {
		r.readMedia(value)
	} else if value, ok := strings.CutPrefix(line, "a=rtpmap:"); ok {
		r.readMap(value)
	} else if value, ok := strings.CutPrefix(line, "a=ptime:"); ok {
		r.readPacketTime(value)
	} else if value, ok := strings.CutPrefix(line, "a=fmtp:"); ok {
		r.readFormat(value)
	}
	return nil
}

// parseConnection reads "IN IP4 192.0.2.1". More words may follow the address; a host name, a short form, a TTL and a
// zone are refused.
func parseConnection(value string) (netip.Addr, error) {
	limit, is4 := maxAddress6, false
	address, ok := strings.CutPrefix(value, "IN IP6 ")
	if !ok {
		if address, is4 = strings.CutPrefix(value, "IN IP4 "); !is4 {
			return netip.Addr{}, ErrAddress
		}
		limit = maxAddress4
	}
	address, _, _ = strings.Cut(strings.TrimLeft(address, " "), " ")
	addr, err := netip.ParseAddr(address[:min(len(address), limit)])
	if err != nil || addr.Is4() != is4 || addr.Zone() != "" {
		return netip.Addr{}, ErrAddress
	}
	return addr, nil
}

// readMedia reads "audio 4000 RTP/AVP 112 0". The port counts for audio only, the payload types for any medium; a valid
// list replaces the one of an earlier line.
func (r *sdpReader) readMedia(value string) {
	if audio, ok := strings.CutPrefix(value, "audio "); ok {
		if port, _, ok := leadingNumber(audio); ok && port >= 0 {
			r.d.Port = uint16(port)
		}
	}
	const profile = "RTP/AVP "
	at := strings.Index(value, profile)
	if at < 0 {
		return
	}
	if maps, ok := parsePayloadTypes(value[at+len(profile):]); ok {
		r.maps = maps
	}
}

// parsePayloadTypes reads decimal numbers. One that is none, is out of range or comes twice, and more than MaxCodecs
// numbers, spoil the whole list.
func parsePayloadTypes(list string) (maps []payloadMap, ok bool) {
	for _, word := range strings.Split(list, " ") {
		if word == "" {
			continue
		}
		pt, rest, ok := leadingNumber(word)
		hex := strings.HasPrefix(rest, "x") || strings.HasPrefix(rest, "X")
		if !ok || hex || pt < 0 || pt > maxPayloadType || len(maps) == MaxCodecs || findMap(maps, pt) != nil {
			return nil, false
		}
		maps = append(maps, payloadMap{payloadType: pt})
	}
	return maps, len(maps) > 0
}

func findMap(maps []payloadMap, payloadType int) *payloadMap {
	for i := range maps {
		if maps[i].payloadType == payloadType {
			return &maps[i]
		}
	}
	return nil
}

// readMap reads "112 AMR/8000/1".
func (r *sdpReader) readMap(value string) {
	pt, name, ok := leadingNumber(value)
	m := findMap(r.maps, pt)
	if !ok || m == nil {
		return
	}
	words := strings.Fields(name)
	if len(words) == 0 || words[0][0] == '/' {
		return
	}
	m.name = words[0][:min(len(words[0]), maxName)]
}

// readPacketTime reads "20", or "20-40": a range leaves the packet time open.
func (r *sdpReader) readPacketTime(value string) {
	low, rest, ok := leadingNumber(value)
	if !ok || low < 0 {
		return
	}
	if rest, ok := strings.CutPrefix(rest, "-"); ok {
		if high, _, ok := leadingNumber(rest); ok && high > 0 && high != low {
			low = 0
		}
	}
	r.d.PacketTimeGiven, r.d.PacketTime = true, low
}

func (r *sdpReader) readFormat(value string) {
	if pt, parameters, ok := leadingNumber(value); ok && len(r.formats) < maxFormats {
		r.formats = append(r.formats, payloadFormat{pt, parameters})
	}
}

// octetAlign looks the parameter up in the first a=fmtp line of a payload type. It must stand behind a space: that is how
// "mode-set=0; octet-align=1" is read and "mode-set=0;octet-align=1" is not. The parameters tw-ts-001 and tw-ts-002 speak
// of TRAU frames on E1 and mean nothing here.
func (r *sdpReader) octetAlign(payloadType int) (stated OctetAlign) {
	for _, f := range r.formats {
		if f.payloadType != payloadType {
			continue
		}
		for _, word := range strings.Split(f.parameters, " ") {
			value, ok := strings.CutPrefix(word, "octet-align=")
			n, _, number := leadingNumber(value)
			if !ok || !number {
				continue
			}
			stated = OctetAlignOff
			if n == 1 {
				stated = OctetAlignOn
			}
		}
		break
	}
	return stated
}
