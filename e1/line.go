package e1

import (
	"errors"
	"fmt"
)

// MaxLine is the highest number of a line.
const MaxLine = 255

// Line is one `e1_line` of the configuration and what is in use of it. The exported fields are settings; those that a
// driver not served would need are kept for the file's sake.
type Line struct {
	Number         int // 0 to MaxLine
	Driver         Driver
	Port           int
	Name           string // "" is none
	Socket         string // path for UnixSocket, "" is none
	ConnectTimeout int    // seconds, 0 is none
	Keepalive      Keepalive
	IPAKeepalive   IPAKeepalive
	Pcap           string // file to record to, "" is none

	taken   Occupancy
	claimed [EndpointsPerTrunk]bool    // by index
	uses    [TimeslotsPerTrunk + 1]int // claims by time slot
}

// Keepalive is the TCP keep-alive of a line.
type Keepalive struct {
	On bool
	// Idle and Interval in seconds, and the number of Probes; all zero leaves them to the driver.
	Idle, Probes, Interval int
}

// IPAKeepalive asks for a ping on the IPA layer every Interval seconds and waits Timeout seconds for the answer; both
// zero is off.
type IPAKeepalive struct{ Interval, Timeout int }

// Why a claim fails.
var (
	ErrNoLine    = errors.New("no such E1 line")
	ErrNotServed = errors.New("driver is kept in the configuration but not served")
	ErrRate      = errors.New("only 16 kbit/s and 8 kbit/s subslots carry calls")
	ErrTaken     = errors.New("subslot overlaps with one in use")
)

// carriesCalls tells whether calls can be put on a subslot: frames of speech need 16 or 8 kbit/s (3GPP TS 48.060 and
// 48.061), so the endpoints of 64 and 32 kbit/s exist by name only.
func (s Subslot) carriesCalls() bool { return s.Rate == 16 || s.Rate == 8 }

// claim takes a slot into use.
func (l *Line) claim(slot Slot) error {
	switch {
	case !l.Driver.Served():
		return fmt.Errorf("E1 line %d: %w: %s", l.Number, ErrNotServed, l.Driver)
	case !slot.carriesCalls():
		return fmt.Errorf("E1 line %d, time slot %d, %s: %w", l.Number, slot.Timeslot, slot.Subslot, ErrRate)
	case !l.taken.Available(slot, false): // another trunk may stand on the same line
		return fmt.Errorf("E1 line %d, time slot %d, %s: %w", l.Number, slot.Timeslot, slot.Subslot, ErrTaken)
	}
	l.taken.Claim(slot)
	l.claimed[slot.Index()] = true
	l.uses[slot.Timeslot]++
	return nil
}

// release gives a claimed slot back. What is not claimed stays as it is.
func (l *Line) release(slot Slot) {
	if !l.claimed[slot.Index()] {
		return
	}
	l.taken.Release(slot)
	l.claimed[slot.Index()] = false
	l.uses[slot.Timeslot]--
}

// Timeslot is the state of a time slot in use.
type Timeslot struct {
	Number int
	Uses   int    // claimed subslots
	Type   string // "I460": the slot is taken apart after ITU-T I.460
}

// Timeslots lists the time slots in use, in order.
func (l *Line) Timeslots() []Timeslot {
	var list []Timeslot
	for number, uses := range l.uses {
		if uses > 0 {
			list = append(list, Timeslot{number, uses, "I460"})
		}
	}
	return list
}
