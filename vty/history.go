package vty

import "slices"

// historySize is how many lines a session remembers; `show history` shows one fewer, as osmo-mgw does.
const historySize = 20

// history is what was typed in a session, oldest first, and where the keys for older and newer lines stand.
type history struct {
	lines []string
	at    int // index of the line on display; len(lines): none, the newest is one key away
}

// add stores a line, unless it is empty or the same as the newest, and goes back to the newest.
func (h *history) add(line string) {
	if n := len(h.lines); line != "" && (n == 0 || h.lines[n-1] != line) {
		h.lines = append(h.lines, line)
		if n == historySize {
			h.lines = slices.Delete(h.lines, 0, 1)
		}
	}
	h.reset()
}

func (h *history) reset() { h.at = len(h.lines) }

// older goes one line back; ok is false when there is none.
func (h *history) older() (line string, ok bool) {
	if h.at == 0 {
		return "", false
	}
	h.at--
	return h.lines[h.at], true
}

// newer goes one line forward; ok is false when the newest is on display already.
func (h *history) newer() (line string, ok bool) {
	if h.at >= len(h.lines)-1 {
		return "", false
	}
	h.at++
	return h.lines[h.at], true
}

var showHistoryCommand = Command{
	Syntax: "show history",
	Run: func(c *Context, _ Args) error {
		if c.session == nil {
			return nil
		}
		lines := c.session.history.lines
		for _, line := range lines[max(0, len(lines)-historySize+1):] {
			c.Printf("  %s\n", line)
		}
		return nil
	},
}
