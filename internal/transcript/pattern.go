package transcript

import (
	"fmt"
	"regexp"
	"strings"
)

// pattern is a regular expression of a recording. Recordings are written for Python; of what Go's package lacks, a
// negative lookahead at the very beginning is understood: ^(?!X) matches what ^X does not.
type pattern struct {
	re     *regexp.Regexp
	negate bool
}

func compile(expr string) (pattern, error) {
	var p pattern
	if rest, ok := strings.CutPrefix(expr, "^(?!"); ok && strings.HasSuffix(rest, ")") {
		p.negate, expr = true, "^(?:"+rest
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return p, fmt.Errorf("the recording's %w", err)
	}
	p.re = re
	return p, nil
}

// find tells whether text holds a match, and what its named groups are.
func (p pattern) find(text string) (ok bool, groups map[string]string) {
	m := p.re.FindStringSubmatchIndex(text)
	if p.negate {
		return m == nil, nil
	}
	if m == nil {
		return false, nil
	}
	groups = make(map[string]string)
	for i, name := range p.re.SubexpNames() {
		if name != "" && m[2*i] >= 0 {
			groups[name] = text[m[2*i]:m[2*i+1]]
		}
	}
	return true, groups
}

// Latin-1: octets as characters of the same number, in both directions. Recordings name octets that way.
func fromLatin1(octets []byte) string {
	runes := make([]rune, len(octets))
	for i, c := range octets {
		runes[i] = rune(c)
	}
	return string(runes)
}

func toLatin1(text string) []byte {
	octets := make([]byte, 0, len(text))
	for _, r := range text {
		octets = append(octets, byte(r))
	}
	return octets
}
