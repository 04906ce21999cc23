package e1

import "strconv"

const (
	// TimeslotsPerTrunk counts the slots that carry traffic, 1 to 31.
	TimeslotsPerTrunk = 31
	// SubslotsPerTimeslot counts the ways to take one slot apart.
	SubslotsPerTimeslot = 15
	// EndpointsPerTrunk counts the endpoints of an E1 trunk.
	EndpointsPerTrunk = TimeslotsPerTrunk * SubslotsPerTimeslot
	// MaxTrunk is the highest number that `trunk` takes.
	MaxTrunk = 64
)

// Subslot is a run of bits in a time slot: Rate in kbit/s (64, 32, 16 or 8) starting at bit Offset (0 to 7).
type Subslot struct{ Rate, Offset uint8 }

// Subslots are all subslots of a slot in the order in which a trunk lists its endpoints.
var Subslots = [SubslotsPerTimeslot]Subslot{
	{64, 0},
	{32, 0}, {32, 4},
	{16, 0}, {16, 2}, {16, 4}, {16, 6},
	{8, 0}, {8, 1}, {8, 2}, {8, 3}, {8, 4}, {8, 5}, {8, 6}, {8, 7},
}

// Bits returns the bits that the subslot occupies; bit n of the result is bit n of the time slot.
func (s Subslot) Bits() uint8 {
	width := s.Rate / 8
	return uint8(1<<width-1) << s.Offset
}

// String returns the subslot as endpoint names have it, for example "su16-2".
func (s Subslot) String() string {
	return "su" + strconv.Itoa(int(s.Rate)) + "-" + strconv.Itoa(int(s.Offset))
}

// Slot is the place of an endpoint on its line.
type Slot struct {
	Timeslot uint8 // 1 to 31
	Subslot
}

// At returns the slot of the endpoint with that position in its trunk, 0 to EndpointsPerTrunk-1.
func At(index int) Slot {
	return Slot{uint8(1 + index/SubslotsPerTimeslot), Subslots[index%SubslotsPerTimeslot]}
}

// Index returns the position of the slot's endpoint in its trunk: slot by slot, inside a slot in the order of
// Subslots. It is -1 for a slot that no trunk has.
func (s Slot) Index() int {
	if s.Timeslot < 1 || s.Timeslot > TimeslotsPerTrunk {
		return -1
	}
	for i, sub := range Subslots {
		if sub == s.Subslot {
			return int(s.Timeslot-1)*SubslotsPerTimeslot + i
		}
	}
	return -1
}
