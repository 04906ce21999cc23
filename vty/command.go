package vty

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
)

// Attr says when a command is shown and when it takes effect.
type Attr uint8

const (
	// Hidden commands work, but are listed only in expert mode ('^' in `list with-flags`).
	Hidden Attr = 1 << iota
	// Deprecated commands work and are never listed.
	Deprecated
	// Immediate marks a setting that applies at once ('!').
	Immediate
	// OnExit marks a setting that applies when its node is left ('@').
	OnExit
)

// Words are help texts by token: "port-range", "<0-63>", "NAME" (of a rest-of-line element without its dot). When a
// command has the same token several times, "<1-300>#2" is the second. A text is one line, without a full stop.
type Words map[string]string

// Command is one line that can be typed in a node.
type Command struct {
	// Syntax is the command string that `list` prints; see the package comment for the notation.
	Syntax string
	// Help has texts for tokens of this command. A token that is missing here takes the text of the node's Words, then of
	// the engine's; one that is in none of them is a mistake that AddCommands panics about.
	Help Words
	// Doc is a sentence or two for the reference: unit, default, when it takes effect, what to watch. Optional.
	Doc string
	// Attr and Flags are shown by `list with-flags`. Flags are letters of Options.Flags.
	Attr  Attr
	Flags string
	// Own marks a command that osmo-mgw does not have. Own commands are listed behind all others of their node, and
	// matched only when no other command of the node could be meant.
	Own bool
	// FileOnly marks a command of ours that only a configuration file can hold, for lines that osmo-mgw writes and
	// cannot read. It is never listed, and unknown when typed.
	FileOnly bool
	// Place moves the command in its node's list: commands are listed by Place, then in the order in which they were
	// added. It lets the forms of one setting stand apart in `list` as they do on osmo-mgw.
	Place int
	// Changes says that the command changes something beyond its own session. Users who may only look cannot run it.
	// Commands of the configuration nodes change something in any case, except those with ReadOnly.
	Changes bool
	// ReadOnly says that a command of a configuration node changes nothing (`list`, `show …`).
	ReadOnly bool
	// Enters names the node that the command enters, for the reference and for tests.
	Enters string
	// Run does it, on the goroutine of the session that typed the line. The error's text is printed as the answer (see
	// Failf); in a file any error ends the reading. Run may take its time: no other session waits for it.
	Run func(c *Context, a Args) error

	node     *Node
	elements []element
	required int // number of elements that must be given
}

// Args are the words of a line that are arguments: free words, numbers and addresses as typed; choices and optional
// keywords in full spelling. Plain keywords are left out, so are optional elements that were not given.
type Args []string

// Has tells whether the i-th argument was given.
func (a Args) Has(i int) bool { return i < len(a) }

// Word is the i-th argument, or "" if it was not given.
func (a Args) Word(i int) string {
	if !a.Has(i) {
		return ""
	}
	return a[i]
}

// Int is the i-th argument, which the syntax says is a number; 0 if it was not given.
func (a Args) Int(i int) int {
	n, _ := strconv.Atoi(a.Word(i)) // the matcher let nothing else through
	return n
}

// Addr is the i-th argument, which the syntax says is an IPv4 or IPv6 address; the zero Addr if it was not given.
func (a Args) Addr(i int) netip.Addr {
	if addr, ok := ParseIPv4(a.Word(i)); ok {
		return addr
	}
	addr, _ := netip.ParseAddr(a.Word(i)) // the matcher let nothing else through
	return addr
}

// ErrFailed is returned by a command that failed and has already printed why.
var ErrFailed = errors.New("vty: failed")

// Errors of matching, with the texts that the operator reads.
var (
	ErrUnknown    = Failf("%% Unknown command.")
	ErrIncomplete = Failf("%% Command incomplete.")
	ErrAmbiguous  = Failf("%% Ambiguous command.")
)

// Failf makes the error of a command that failed; its text is one line, printed as it is. By custom it begins with "% ".
func Failf(format string, a ...any) error { return fmt.Errorf(format, a...) }

// compile reads the command's syntax and gives every token its help text.
func (c *Command) compile(n *Node, shared ...Words) error {
	elements, err := parseSyntax(c.Syntax)
	if err != nil {
		return err
	}
	c.node, c.elements = n, elements
	used := make(map[string]bool)
	for i := range elements {
		e := &elements[i]
		if !e.optional {
			c.required = i + 1
		}
		for j := range e.tokens {
			t := &e.tokens[j]
			for _, words := range append([]Words{c.Help}, shared...) {
				if t.help = words[t.key]; t.help == "" {
					t.help = words[t.text]
				}
				if t.help != "" {
					break
				}
			}
			if t.help == "" {
				return fmt.Errorf("no help text for %q", t.key)
			}
			used[t.key], used[t.text] = true, true
		}
	}
	for key := range c.Help {
		if !used[key] {
			return fmt.Errorf("help text for %q, which is not in the syntax", key)
		}
	}
	if c.Run == nil {
		return errors.New("no Run")
	}
	return nil
}

// visible says whether the command is listed.
func (c *Command) visible(expert bool) bool {
	return c.Attr&Deprecated == 0 && (expert || c.Attr&Hidden == 0)
}

// changes says whether users who may only look are refused.
func (c *Command) changes() bool {
	return c.Changes || c.node.config && !c.ReadOnly
}
