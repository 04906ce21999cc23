package vty

import "slices"

// candidates are the commands of one tier that a line may still become, word by word.
//
// Osmo-mgw's rule: at each position, commands whose element there does not take the word drop out, and then those
// that take it less well than the best. A keyword prefix that two different keywords share, or a number that two
// different ranges take, is ambiguous.
type candidates struct {
	commands []*Command
	position int  // words read
	rest     bool // the last word fell to a rest-of-line element, which takes all that follow
}

// narrow reads one more word. It returns ErrUnknown or ErrAmbiguous, or nil.
func (c *candidates) narrow(word string, how exactness) error {
	if c.rest {
		return nil
	}
	at := c.position
	c.position++
	best := noMatch
	fits := make([]strength, len(c.commands))
	for i, cmd := range c.commands {
		if at < len(cmd.elements) {
			_, fits[i] = cmd.elements[at].best(word, how)
			best = max(best, fits[i])
		}
	}
	if best == noMatch {
		c.commands = nil
		return ErrUnknown
	}
	i := -1
	c.commands = slices.DeleteFunc(slices.Clone(c.commands), func(*Command) bool { i++; return fits[i] != best })
	c.rest = best == fitsRest
	if best != fitsPrefix && best != fitsNumber {
		return nil
	}
	first := ""
	for _, cmd := range c.commands {
		for j := range cmd.elements[at].tokens {
			t := &cmd.elements[at].tokens[j]
			if t.fits(word, how) != best {
				continue
			}
			if first == "" {
				first = t.text
			} else if t.text != first {
				return ErrAmbiguous
			}
		}
	}
	return nil
}

// walk narrows by several words.
func (c *candidates) walk(words []string, how exactness) error {
	for _, word := range words {
		if err := c.narrow(word, how); err != nil {
			return err
		}
	}
	return nil
}

// complete returns the one command that is given in full after words words.
func (c *candidates) complete(words int) (*Command, error) {
	var found *Command
	for _, cmd := range c.commands {
		if words < cmd.required {
			continue
		}
		if found != nil {
			return nil, ErrAmbiguous
		}
		found = cmd
	}
	switch {
	case found != nil:
		return found, nil
	case len(c.commands) > 0:
		return nil, ErrIncomplete
	}
	return nil, ErrUnknown
}

// arguments picks the arguments from the words of a line that matched.
func (c *Command) arguments(words []string, how exactness) Args {
	var args Args
	for i, word := range words {
		if i >= len(c.elements) || c.elements[i].isRest() {
			return append(args, words[i:]...)
		}
		e := &c.elements[i]
		if !e.isArgument() {
			continue
		}
		if t, _ := e.best(word, how); t.kind == keyword {
			word = t.text
		}
		args = append(args, word)
	}
	return args
}

// match finds the command that words stand for in the node.
//
// There are two tiers, so that nothing of ours changes the meaning of what an osmo-mgw operator types: first
// osmo-mgw's own commands alone; only where they would say "unknown", ours. In a file a third one follows.
func (n *Node) match(words []string, how exactness) (*Command, Args, error) {
	if len(words) > maxWords {
		return nil, nil, ErrUnknown
	}
	var cmd *Command
	var err error
	for i, tier := range n.tiers {
		if i == fileOnlyTier && how != written {
			break
		}
		left := candidates{commands: tier}
		if err = left.walk(words, how); err == nil {
			cmd, err = left.complete(len(words))
		}
		if err != ErrUnknown {
			break
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return cmd, cmd.arguments(words, how), nil
}
