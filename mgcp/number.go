package mgcp

import "strings"

// maxNumber is what larger numbers are taken for.
const maxNumber = 1 << 31

// leadingNumber reads the decimal number that text begins with, as far as it goes: "20-30" is 20 with the rest "-30".
// Spaces in front and a sign are allowed. Numbers beyond maxNumber are cut to it.
func leadingNumber(text string) (n int, rest string, ok bool) {
	rest = strings.TrimLeft(text, " \t")
	negative := strings.HasPrefix(rest, "-")
	if negative || strings.HasPrefix(rest, "+") {
		rest = rest[1:]
	}
	digits := 0
	for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
		n = min(n*10+int(rest[digits]-'0'), maxNumber)
		digits++
	}
	if negative {
		n = -n
	}
	return n, rest[digits:], digits > 0
}
