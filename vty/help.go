package vty

import (
	"fmt"
	"slices"
	"strings"
)

// helpLine is one line that the `?` key shows: an element that may stand at a place, and its help text.
type helpLine struct{ element, text string }

// carriageReturn stands in the list when the line is complete as it is.
const carriageReturn = "<cr>"

// cursorWords splits a line for help and completion: the words before the last one, and the last one as far as it is
// typed ("" behind a blank). Behind `do` they are for the enable node.
func (s *Session) cursorWords() (n *Node, words []string, last string) {
	n = s.context.node()
	line := string(s.edit.line)
	words = strings.FieldsFunc(line, isBlank)
	if len(words) > 0 && !isBlank(rune(line[len(line)-1])) {
		words, last = words[:len(words)-1], words[len(words)-1]
	}
	if n.config && len(words) > 0 && words[0] == "do" {
		n, words = s.engine.node(Enable), words[1:]
	}
	return n, words, last
}

// following finds the commands that typed words may become, in both tiers. The error is ErrAmbiguous or nil.
func (n *Node) following(words []string) ([]candidates, error) {
	var found []candidates
	for _, tier := range n.tiers[:fileOnlyTier] {
		c := candidates{commands: tier}
		switch c.walk(words, typed) {
		case nil:
			found = append(found, c)
		case ErrAmbiguous:
			if len(found) == 0 {
				return nil, ErrAmbiguous
			}
		}
	}
	return found, nil
}

// help answers the `?` key.
func (s *Session) help() {
	n, words, last := s.cursorWords()
	s.print("\n")
	lines, err := n.helpLines(words, last, s.context.expert)
	if err != nil {
		s.print(err.Error() + "\n")
	} else {
		width, _ := s.terminal.Size()
		s.print(formatHelp(lines, width))
	}
	s.redraw()
}

// helpLines lists what the last word may become behind words; all that may follow them if it is "".
func (n *Node) helpLines(words []string, last string, expert bool) ([]helpLine, error) {
	found, err := n.following(words)
	if err != nil {
		return nil, err
	}
	var lines []helpLine
	complete := false
	for _, c := range found {
		for _, cmd := range c.commands {
			if !cmd.visible(expert) {
				continue
			}
			at := c.position
			if c.rest {
				at = len(cmd.elements) - 1
			}
			complete = complete || last == "" && (c.rest || at == len(cmd.elements))
			if at < len(cmd.elements) {
				lines = cmd.elements[at].addHelp(lines, last)
			}
		}
	}
	if complete {
		lines = append(lines, helpLine{element: carriageReturn})
	}
	if len(lines) == 0 {
		return nil, Failf("%% There is no matched command.")
	}
	return lines, nil
}

// addHelp adds a line for each token that last can become, unless an equal one is there.
func (e *element) addHelp(lines []helpLine, last string) []helpLine {
	for i := range e.tokens {
		t := &e.tokens[i]
		if last != "" && t.fits(last, typing) == noMatch {
			continue
		}
		shown := e.shown(t)
		if !slices.ContainsFunc(lines, func(l helpLine) bool { return l.element == shown }) {
			lines = append(lines, helpLine{shown, t.help})
		}
	}
	return lines
}

// formatHelp lays lines out in two columns. In a window of known width, texts are folded.
func formatHelp(lines []helpLine, width int) string {
	column := 0
	for _, l := range lines {
		column = max(column, len(l.element))
	}
	room := width - (column + 6)
	var b strings.Builder
	for _, l := range lines {
		element, text := l.element, l.text
		for room > 0 && len(text) > room {
			piece := text[:room]
			if blank := strings.LastIndexByte(text[:room+1], ' '); blank > 0 {
				piece = text[:blank]
			}
			fmt.Fprintf(&b, "  %-*s  %s\n", column, element, piece)
			element, text = "", strings.TrimLeft(text[len(piece):], " ")
		}
		fmt.Fprintf(&b, "  %-*s  %s\n", column, element, text)
	}
	return b.String()
}
