package vty

import (
	"net/netip"
	"strconv"
	"strings"
)

// strength says how well a word fits a token. A better fit in one command drives out worse ones in others.
type strength uint8

const (
	noMatch strength = iota
	fitsFree
	fitsAddress
	fitsNumber
	fitsRest
	fitsPrefix
	fitsFull
)

// exactness says how strictly words are read.
type exactness uint8

const (
	typed   exactness = iota // at a terminal: keywords may be cut short
	written                  // in a file: keywords in full
	typing                   // the word is still being typed (`?`): an address may be unfinished
)

// fits tells how well word fits the token.
func (t *token) fits(word string, how exactness) strength {
	ok := false
	fit := noMatch
	switch t.kind {
	case keyword:
		if word == t.text {
			return fitsFull
		}
		ok, fit = how != written && strings.HasPrefix(t.text, word), fitsPrefix
	case freeWord:
		ok, fit = true, fitsFree
	case restLine:
		ok, fit = true, fitsRest
	case ipv4Word:
		fit = fitsAddress
		if how == typing {
			ok = isIPv4Start(word)
		} else {
			_, ok = ParseIPv4(word)
		}
	case ipv6Word:
		fit = fitsAddress
		if how == typing {
			ok = isIPv6Start(word)
		} else {
			a, err := netip.ParseAddr(word)
			ok = err == nil && a.Is6()
		}
	case number:
		n, err := strconv.ParseUint(strings.TrimPrefix(word, "+"), 10, 64)
		ok, fit = err == nil && t.min <= n && n <= t.max, fitsNumber
	}
	if !ok {
		return noMatch
	}
	return fit
}

// best returns the token of the element that the word fits best. Keywords match by prefix, so several may fit alike;
// that is for the caller to find ambiguous.
func (e *element) best(word string, how exactness) (best *token, fit strength) {
	for i := range e.tokens {
		if f := e.tokens[i].fits(word, how); f > fit {
			best, fit = &e.tokens[i], f
		}
	}
	return best, fit
}

// ParseIPv4 reads four decimal numbers with dots. A number with leading zeros is octal, as it is for the C library
// that reads addresses in osmo-mgw.
func ParseIPv4(word string) (netip.Addr, bool) {
	parts := strings.Split(word, ".")
	if len(parts) != 4 {
		return netip.Addr{}, false
	}
	var octets [4]byte
	for i, part := range parts {
		base := 10
		if len(part) > 1 && part[0] == '0' {
			base = 8
		}
		n, err := strconv.ParseUint(part, base, 8)
		if err != nil || len(part) > 3 || part[0] == '+' {
			return netip.Addr{}, false
		}
		octets[i] = byte(n)
	}
	return netip.AddrFrom4(octets), true
}

// isIPv4Start tells whether word can become an IPv4 address.
func isIPv4Start(word string) bool {
	parts := strings.Split(word, ".")
	for i, part := range parts {
		if part == "" && i == len(parts)-1 {
			continue
		}
		n, err := strconv.ParseUint(part, 10, 64)
		if err != nil || n > 255 || len(part) > 3 {
			return false
		}
	}
	return len(parts) <= 4
}

// isIPv6Start tells whether word can become an IPv6 address; it judges by the characters alone.
func isIPv6Start(word string) bool {
	return strings.Trim(word, "0123456789abcdefABCDEF:.%") == "" || strings.Contains(word, "%")
}
