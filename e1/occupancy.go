package e1

// Occupancy says which bits of which slots of a trunk are claimed. The zero value is a free trunk.
//
// Claims never overlap, because Available is asked first; so one bit of memory per bit of the line is enough and
// nothing here walks over endpoints.
type Occupancy struct {
	bits [TimeslotsPerTrunk + 1]uint8 // by time slot; [0] is unused
}

// Available tells whether the slot could be claimed: no other subslot that shares a bit with it is. The slot's own
// claim, which the caller states, does not stand in its way.
func (o *Occupancy) Available(slot Slot, claimed bool) bool {
	taken := o.bits[slot.Timeslot]
	if claimed {
		taken &^= slot.Bits()
	}
	return taken&slot.Bits() == 0
}

// Claim marks the bits of an available slot as taken.
func (o *Occupancy) Claim(slot Slot) { o.bits[slot.Timeslot] |= slot.Bits() }

// Release gives the bits of a claimed slot back.
func (o *Occupancy) Release(slot Slot) { o.bits[slot.Timeslot] &^= slot.Bits() }

// FirstAvailable returns the available slot with the lowest index, and false when there is none.
func (o *Occupancy) FirstAvailable() (Slot, bool) {
	for timeslot := uint8(1); timeslot <= TimeslotsPerTrunk; timeslot++ {
		if o.bits[timeslot] == 0xFF {
			continue
		}
		for _, sub := range Subslots {
			if slot := (Slot{timeslot, sub}); o.Available(slot, false) {
				return slot, true
			}
		}
	}
	return Slot{}, false
}
