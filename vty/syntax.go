package vty

import (
	"fmt"
	"strconv"
	"strings"
)

// kind is what sort of word a token takes.
type kind uint8

const (
	keyword  kind = iota // a lower-case word, taken as it is or cut to a prefix
	freeWord             // NAME: any word
	ipv4Word             // A.B.C.D
	ipv6Word             // X:X::X:X
	number               // <a-b>: a decimal number within bounds
	restLine             // .NAME: one or more words, the rest of the line
)

// token is one alternative of an element of a command's syntax.
type token struct {
	kind     kind
	text     string // as written in the syntax, without brackets; of a rest-of-line token without its dot
	key      string // what its help text is filed under: text, with #n when it is the n-th of that text in the command
	help     string // one line for the `?` key
	min, max uint64 // of a number
}

// element is what stands at one position of a command: one token, or a choice of several.
type element struct {
	tokens   []token
	choice   bool // written with round brackets
	optional bool
}

// isRest says whether the element swallows the rest of the line.
func (e *element) isRest() bool { return e.tokens[0].kind == restLine }

// isArgument says whether the word at this position is handed to the command: everything but a plain keyword.
func (e *element) isArgument() bool {
	return e.optional || e.choice || e.tokens[0].kind != keyword
}

// shown is a token of the element as `?` lists it: an optional one keeps its brackets, a rest-of-line one has no dot.
func (e *element) shown(t *token) string {
	if e.optional {
		return "[" + t.text + "]"
	}
	return t.text
}

// parseSyntax reads a command string in the notation that `list` prints:
//
//	word        keyword                  (x|y|z)  exactly one of
//	NAME        any one word             [x]      optional; all elements behind it are optional, too
//	<a-b>       number within bounds     .NAME    the rest of the line, at least one word
//	A.B.C.D     IPv4 address             X:X::X:X IPv6 address
//
// An empty alternative, as in (8|), stands for nothing that can be typed and is left out.
func parseSyntax(syntax string) ([]element, error) {
	words := strings.Fields(syntax)
	if len(words) == 0 {
		return nil, fmt.Errorf("empty syntax")
	}
	seen := make(map[string]int)
	var elements []element
	for i, word := range words {
		var e element
		inner := word
		if strings.HasPrefix(inner, "[") && strings.HasSuffix(inner, "]") {
			e.optional, inner = true, inner[1:len(inner)-1]
		}
		if strings.HasPrefix(inner, "(") && strings.HasSuffix(inner, ")") {
			e.choice, inner = true, inner[1:len(inner)-1]
		} else if strings.ContainsAny(inner, "|") {
			return nil, fmt.Errorf("%q: alternatives need round brackets", word)
		}
		for _, text := range strings.Split(inner, "|") {
			if text == "" {
				continue
			}
			t, err := parseToken(text)
			if err != nil {
				return nil, err
			}
			seen[t.text]++
			if n := seen[t.text]; n > 1 {
				t.key += "#" + strconv.Itoa(n)
			}
			e.tokens = append(e.tokens, t)
		}
		switch {
		case len(e.tokens) == 0:
			return nil, fmt.Errorf("%q: nothing inside the brackets", word)
		case e.isRest() && (i+1 < len(words) || len(e.tokens) > 1):
			return nil, fmt.Errorf("%q: the rest of the line must stand alone and last", word)
		case i > 0 && !e.optional && elements[i-1].optional:
			return nil, fmt.Errorf("%q: stands behind an optional element", word)
		}
		elements = append(elements, e)
	}
	return elements, nil
}

func parseToken(text string) (token, error) {
	t := token{text: text, key: text}
	switch {
	case text[0] == '.':
		t.kind, t.text = restLine, text[1:]
		t.key = t.text
	case text == "A.B.C.D":
		t.kind = ipv4Word
	case text == "X:X::X:X":
		t.kind = ipv6Word
	case text[0] == '<':
		low, high, ok := strings.Cut(strings.Trim(text, "<>"), "-")
		var errLow, errHigh error
		t.kind = number
		t.min, errLow = strconv.ParseUint(low, 10, 64)
		t.max, errHigh = strconv.ParseUint(high, 10, 64)
		if !ok || errLow != nil || errHigh != nil || t.min > t.max {
			return t, fmt.Errorf("%q is no range", text)
		}
	case text[0] >= 'A' && text[0] <= 'Z':
		t.kind = freeWord
	}
	if t.text == "" || strings.ContainsAny(t.text, "[]()|") {
		return t, fmt.Errorf("%q cannot be part of a syntax", text)
	}
	return t, nil
}
