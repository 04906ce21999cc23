package iuup

// Saved is an [Instance] as plain data: it can be written out and read back, so that a call outlives the process.
type Saved struct {
	Active      bool
	State       State
	Versions    uint16
	Version     uint8 // agreed, as transmitted
	Table       Init  // the last accepted, or what an active instance offers
	Offer       []byte
	Repetitions int
	Armed       bool
	Deadline    int64 // ns, on the clock of the one who saved it
}

// Save returns the Instance as plain data that shares no memory with it.
func (i *Instance) Save() Saved {
	s := Saved{
		Active: i.active, State: i.state, Versions: i.versions, Version: i.version, Offer: append([]byte(nil), i.offer...),
		Repetitions: i.repetitions, Armed: i.armed, Deadline: i.deadline,
	}
	s.Table.copyFrom(&i.table)
	return s
}

// Restore makes the Instance the one that was saved, with the handler h. Nothing is sent; the clock may be another one by
// shift nanoseconds.
func (i *Instance) Restore(s Saved, shift int64, h Handler) {
	*i = Instance{
		handler: h, active: s.Active, state: s.State, versions: s.Versions, version: s.Version, offer: append([]byte(nil), s.Offer...),
		repetitions: s.Repetitions, armed: s.Armed, deadline: s.Deadline + shift,
	}
	i.table.copyFrom(&s.Table)
}
