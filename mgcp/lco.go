package mgcp

import "strings"

const (
	// maxCodecOption is how many characters of an a: option are looked at.
	maxCodecOption = 16

	// packetizationRaster is the raster in ms on which a packetization period must stand.
	packetizationRaster = 20
)

// LocalOptions are the local connection options of a request (§5.3). The options of several L: lines accumulate.
type LocalOptions struct {
	Given bool // there was an L: line with something in it

	// Codec is the first alternative of a:, in upper case, with rate and channels if they were written: "AMR",
	// "GSM-EFR/8000". Empty if there is none.
	Codec string

	// PacketMin and PacketMax are the bounds of the packetization period in ms, 0 if unset.
	PacketMin, PacketMax int
}

// add reads the value of one L: line.
func (o *LocalOptions) add(value string) Code {
	if value == "" {
		return 0
	}
	items, ok := splitOptions(value)
	if !ok {
		return CodeBadLocalOption
	}
	o.Given = true
	for _, item := range items {
		o.set(item)
	}
	if o.PacketMin%packetizationRaster != 0 && o.PacketMax%packetizationRaster != 0 {
		return CodeBadPacketization
	}
	return 0
}

// option is one "name:value".
type option struct{ name, value string }

// splitOptions takes "p:20, a:AMR" apart and checks it:
//   - the first name starts at the very first character;
//   - something without a colon is skipped if an option follows it, and an error at the end;
//   - a name is what stands between the last space or comma and the colon, and is not empty;
//   - a value follows the colon at once;
//   - no name comes twice, whatever its case.
func splitOptions(text string) (items []option, ok bool) {
	for {
		colon := strings.IndexByte(text, ':')
		if colon < 0 {
			return nil, false
		}
		start := strings.LastIndexAny(text[:colon], " ,") + 1
		if start == colon || start > 0 && items == nil {
			return nil, false
		}
		name := text[start:colon]
		for _, earlier := range items {
			if strings.EqualFold(earlier.name, name) {
				return nil, false
			}
		}
		value, rest, more := strings.Cut(text[colon+1:], ",")
		if value == "" || value[0] == ' ' {
			return nil, false
		}
		items = append(items, option{name, value})
		if !more {
			return items, true
		}
		text = rest
	}
}

// set evaluates one option. Its first letter decides; what is not understood has no effect.
func (o *LocalOptions) set(item option) {
	switch item.name[0] {
	case 'p', 'P':
		low, rest, ok := leadingNumber(item.value)
		if !ok {
			return
		}
		o.PacketMin, o.PacketMax = low, low
		if rest, ok := strings.CutPrefix(rest, "-"); ok {
			if high, _, ok := leadingNumber(rest); ok {
				o.PacketMax = high
			}
		}
	case 'a', 'A':
		name, _, _ := strings.Cut(item.value, ";")
		o.Codec = upperASCII(name[:min(len(name), maxCodecOption)])
	}
}

// upperASCII converts letters of ASCII and leaves all other octets alone, so that the length stays.
func upperASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
