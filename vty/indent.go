package vty

import (
	"fmt"
	"strings"
)

// level is one depth of indentation of a file, and the node its lines are for.
type level struct {
	depth  int    // number of frames of the context at this level
	indent string // blanks and tabs before its lines
	known  bool   // indent is fixed: a line of this level was seen
}

// leadingBlanks is the indentation of a line.
func leadingBlanks(line string) string {
	return line[:len(line)-len(strings.TrimLeftFunc(line, isBlank))]
}

// indent brings the reader to the node that a line with the given indentation belongs to. Each level has its own
// string of blanks and tabs, fixed by its first line; a deeper level's begins with the outer one's. The result is
// "", or what is wrong.
//
// `exit` and `end` inside a file leave nodes without a change of indentation; lines at the left level's indentation
// are then too deep.
func (r *reader) indent(indent string) (problem string) {
	last := &r.levels[len(r.levels)-1]
	if !last.known { // the root; its first line fixes it
		last.indent, last.known = indent, true
		return ""
	}
	if r.entered {
		r.entered = false
		if len(indent) > len(last.indent) && strings.HasPrefix(indent, last.indent) {
			r.levels = append(r.levels, level{depth: len(r.context.frames), indent: indent, known: true})
			return ""
		}
		// A node without lines of its own is left again.
		r.context.frames = r.context.frames[:last.depth]
	}
	// Levels whose node was left by `exit` or `end` no longer take lines.
	open := len(r.levels)
	for open > 1 && r.levels[open-1].depth > len(r.context.frames) {
		open--
	}
	for i := open - 1; i >= 0; i-- {
		if r.levels[i].indent == indent {
			r.levels = r.levels[:i+1]
			r.context.frames = r.context.frames[:r.levels[i].depth]
			return ""
		}
	}
	return fmt.Sprintf("expected %s, found %s", r.expectedIndents(open), showIndent(indent))
}

// expectedIndents lists the indentations that the line could have.
func (r *reader) expectedIndents(open int) string {
	var b strings.Builder
	for i := open - 1; i >= 0; i-- {
		if b.Len() > 0 {
			b.WriteString(" or ")
		}
		fmt.Fprintf(&b, "%s (%s)", showIndent(r.levels[i].indent), r.context.frames[r.levels[i].depth-1].node.ID)
	}
	return b.String()
}

// showIndent describes an indentation: "2 blanks", "1 tab, 1 blank".
func showIndent(indent string) string {
	if indent == "" {
		return "no indentation"
	}
	var runs []string
	for rest := indent; rest != ""; {
		n := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
		name := map[byte]string{' ': "blank", '\t': "tab"}[rest[0]]
		if name == "" {
			name = fmt.Sprintf("octet 0x%02x", rest[0])
		}
		if n > 1 {
			name += "s"
		}
		runs = append(runs, fmt.Sprintf("%d %s", n, name))
		rest = rest[n:]
	}
	return strings.Join(runs, ", ")
}
