package vty

import (
	"fmt"
	"slices"
	"strings"
)

// explain says what was expected where the words of a file's line went wrong in the node.
func (n *Node) explain(words []string) string {
	if len(words) > maxWords {
		return fmt.Sprintf("expected at most %d words, found %d", maxWords, len(words))
	}
	at := -1 // how many words were right
	var next []string
	err := ErrUnknown
	for _, tier := range n.tiers {
		left, tried := candidates{commands: tier}, candidates{}
		good := 0
		failure := ErrIncomplete
		for _, word := range words {
			tried = left
			if e := left.narrow(word, written); e != nil {
				failure, left = e, tried
				break
			}
			good++
		}
		if good > at || good == at && failure == ErrIncomplete && err == ErrUnknown {
			at, next, err = good, left.nextTokens(), failure
		}
	}
	before := strings.Join(words[:at], " ")
	switch {
	case err == ErrAmbiguous:
		return fmt.Sprintf("expected one command, but %q stands for several", strings.Join(words[:at+1], " "))
	case err == ErrIncomplete || at == len(words):
		return fmt.Sprintf("expected %s behind %q", alternatives(next), before)
	case at == 0:
		return fmt.Sprintf("expected a command of node %s, not %q%s", n.ID, words[0], n.belongsTo(words))
	case len(next) == 0:
		return fmt.Sprintf("expected the end of the line behind %q, not %q", before, words[at])
	}
	return fmt.Sprintf("expected %s behind %q, not %q%s", alternatives(next), before, words[at], n.belongsTo(words))
}

// nextTokens lists, once each, the tokens that may follow.
func (c *candidates) nextTokens() []string {
	var next []string
	for _, cmd := range c.commands {
		if c.position >= len(cmd.elements) || cmd.Attr&Deprecated != 0 {
			continue
		}
		for i := range cmd.elements[c.position].tokens {
			if t := cmd.elements[c.position].tokens[i].text; !slices.Contains(next, t) {
				next = append(next, t)
			}
		}
	}
	return next
}

// belongsTo says in which other nodes the line is a command: it may stand in the wrong place.
func (n *Node) belongsTo(words []string) string {
	var others []string
	for _, other := range n.engine.order {
		if other != n && other.config {
			if _, _, err := other.match(words, written); err == nil {
				others = append(others, other.ID)
			}
		}
	}
	if len(others) == 0 {
		return ""
	}
	return fmt.Sprintf(" (it is a command of %s)", strings.Join(others, ", "))
}

// alternatives joins tokens for a message; long lists are cut.
func alternatives(tokens []string) string {
	const most = 12
	switch {
	case len(tokens) == 0:
		return "more"
	case len(tokens) == 1:
		return tokens[0]
	case len(tokens) > most:
		return "one of " + strings.Join(tokens[:most], ", ") + ", ..."
	}
	return strings.Join(tokens[:len(tokens)-1], ", ") + " or " + tokens[len(tokens)-1]
}
