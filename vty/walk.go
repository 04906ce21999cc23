package vty

import (
	"slices"
	"strconv"
	"strings"
)

// The declarations as others may look at them: the reference, and tests over all of them.

// Nodes are all nodes, in the order in which they were added.
func (e *Engine) Nodes() []*Node { return slices.Clone(e.order) }

// Commands are the node's commands in the order of `list`, those that are not listed among them.
func (n *Node) Commands() []*Command { return n.listed() }

// Settings are the node's settings, as they were added.
func (n *Node) Settings() []*Setting { return slices.Clone(n.settings) }

// Samples returns lines that the command's syntax lets through: with the ends of each range and with every choice (one
// varied at a time), each with and without what is optional. Words gives what to type for free words, by token, as in
// Setting.Samples; it may also narrow a range.
func (c *Command) Samples(words map[string][]string) []string {
	var lines []string
	for length := c.required; length <= len(c.elements); length++ {
		alternatives := make([][]string, length)
		first := make([]string, length)
		for i := range alternatives {
			alternatives[i] = c.elements[i].samples(words)
			first[i] = alternatives[i][0]
		}
		lines = append(lines, strings.Join(first, " "))
		for i := range alternatives {
			for _, word := range alternatives[i][1:] {
				line := slices.Clone(first)
				line[i] = word
				lines = append(lines, strings.Join(line, " "))
			}
		}
	}
	return lines
}

// samples are words that the element takes; never none.
func (e *element) samples(words map[string][]string) []string {
	var list []string
	for i := range e.tokens {
		t := &e.tokens[i]
		if own := words[t.key]; own != nil {
			list = append(list, own...)
			continue
		}
		switch t.kind {
		case keyword:
			list = append(list, t.text)
		case number:
			list = append(list, strconv.FormatUint(t.min, 10), strconv.FormatUint(t.min/2+t.max/2, 10), strconv.FormatUint(t.max, 10))
		case ipv4Word:
			list = append(list, "192.0.2.1", "127.0.0.1")
		case ipv6Word:
			list = append(list, "2001:db8::1", "::1")
		case freeWord, restLine:
			list = append(list, "word", "Other-2")
		}
	}
	return list
}
