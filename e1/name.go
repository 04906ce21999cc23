package e1

import (
	"strconv"
	"strings"
)

// namePrefix is how the names of all E1 endpoints begin.
const namePrefix = "ds/e1-"

// Name returns the local part of an endpoint's name, for example "ds/e1-1/s-4/su16-2". The gateway hangs "@domain" on it.
func Name(trunk int, slot Slot) string {
	return namePrefix + strconv.Itoa(trunk) + "/s-" + strconv.Itoa(int(slot.Timeslot)) + "/" + slot.Subslot.String()
}

// CutTrunk reads the trunk number at the front of a lower-case endpoint name. Rest is what follows the slash behind
// the number. Leading zeros are allowed here, a number over MaxTrunk is not.
func CutTrunk(name string) (trunk int, rest string, ok bool) {
	after, ok := strings.CutPrefix(name, namePrefix)
	if !ok {
		return 0, "", false
	}
	digits, rest, ok := strings.Cut(after, "/")
	if !ok || digits == "" {
		return 0, "", false
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, "", false
		}
		if trunk = trunk*10 + int(c-'0'); trunk > MaxTrunk {
			return 0, "", false
		}
	}
	return trunk, rest, true
}

// ParseSlot reads what follows the trunk in an endpoint's name, for example "s-4/su16-2". Only the spelling that Name
// makes is accepted: numbers without leading zeros, subslots that exist.
func ParseSlot(text string) (Slot, bool) {
	after, ok := strings.CutPrefix(text, "s-")
	if !ok {
		return Slot{}, false
	}
	timeslot, sub, ok := strings.Cut(after, "/")
	if !ok {
		return Slot{}, false
	}
	n, err := strconv.ParseUint(timeslot, 10, 8)
	if err != nil || n < 1 || n > TimeslotsPerTrunk || strconv.FormatUint(n, 10) != timeslot {
		return Slot{}, false
	}
	for _, candidate := range Subslots {
		if candidate.String() == sub {
			return Slot{uint8(n), candidate}, true
		}
	}
	return Slot{}, false
}

// ParseName reads the local part of an endpoint's name in the spelling of Name.
func ParseName(name string) (trunk int, slot Slot, ok bool) {
	trunk, rest, ok := CutTrunk(name)
	if !ok {
		return 0, Slot{}, false
	}
	slot, ok = ParseSlot(rest)
	if !ok || Name(trunk, slot) != name {
		return 0, Slot{}, false
	}
	return trunk, slot, true
}
