package mgcp

import "strings"

// The parameters that Osmocom added (§5.4). The one space behind X-Osmux belongs to its name.
const (
	osmuxPrefix  = "X-Osmux: "
	ignorePrefix = "X-Osmo-IGN:"
)

// OsmuxRequest is what an X-Osmux line asks for.
type OsmuxRequest struct {
	Given    bool
	Wildcard bool  // any circuit: the number comes later
	CID      uint8 // circuit id on the side of the peer, if Wildcard is not set
}

// addExtension reads a line that begins with X. Unknown ones are ignored.
func (p *Parameters) addExtension(line string) {
	if value, ok := cutPrefixFold(line, osmuxPrefix); ok {
		if r := parseOsmux(value); r.Given {
			p.Osmux = r
		}
	}
	if value, ok := cutPrefixFold(line, ignorePrefix); ok {
		for _, item := range strings.Split(value, " ") {
			if strings.EqualFold(item, "C") {
				p.IgnoreCallID = true
			}
		}
	}
}

// parseOsmux reads "*" or a number from 0 to 255. Anything else is as if the line were absent, -1 too.
func parseOsmux(value string) OsmuxRequest {
	if value == "*" {
		return OsmuxRequest{Given: true, Wildcard: true}
	}
	n, _, ok := leadingNumber(value)
	if !ok || n < 0 || n > 255 {
		return OsmuxRequest{}
	}
	return OsmuxRequest{Given: true, CID: uint8(n)}
}

func cutPrefixFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return "", false
	}
	return text[len(prefix):], true
}
