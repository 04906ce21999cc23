package e1

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// ErrLineExists refuses to make a line twice.
var ErrLineExists = errors.New("line already exists")

// Lines are the lines of the gateway, in order of their numbers, and the settings that IPA lines share.
type Lines struct {
	list []*Line

	// OnAdd, if set, is told of each new line; the gateway then makes its counters.
	OnAdd func(*Line)
	IPA   IPASettings
}

// IPASettings are those of the `ipa …` commands, kept for the file's sake.
type IPASettings struct {
	Bind                     string // IPv4 address, "" is any
	DSCPOML, DSCPRSL         int    // 0 to 63
	PriorityOML, PriorityRSL int    // 0 to 255
}

// Add makes a line. It fails with ErrLineExists when there is one of that number.
func (ls *Lines) Add(number int, driver Driver) (*Line, error) {
	at, found := ls.search(number)
	if found {
		return nil, fmt.Errorf("%w: %d", ErrLineExists, number)
	}
	line := &Line{Number: number, Driver: driver}
	ls.list = slices.Insert(ls.list, at, line)
	if ls.OnAdd != nil {
		ls.OnAdd(line)
	}
	return line, nil
}

// Get returns the line with that number, nil when there is none.
func (ls *Lines) Get(number int) *Line {
	if at, found := ls.search(number); found {
		return ls.list[at]
	}
	return nil
}

// All returns the lines in order of their numbers.
func (ls *Lines) All() []*Line { return slices.Clone(ls.list) }

// Claim takes a slot of a line into use. A time slot is opened with its first claim and closed with the last.
func (ls *Lines) Claim(number int, slot Slot) error {
	line := ls.Get(number)
	if line == nil {
		return fmt.Errorf("%w: %d", ErrNoLine, number)
	}
	return line.claim(slot)
}

// Release gives a claimed slot back.
func (ls *Lines) Release(number int, slot Slot) {
	if line := ls.Get(number); line != nil {
		line.release(slot)
	}
}

func (ls *Lines) search(number int) (int, bool) {
	return slices.BinarySearchFunc(ls.list, number, func(l *Line, n int) int { return cmp.Compare(l.Number, n) })
}
