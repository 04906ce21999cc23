package osmux

import "osmo-mgw-go/rtp"

// SavedCircuit is what a [Link] remembers of a circuit, as plain data, so that a call outlives the process: what is queued
// is not in it, deliver before.
type SavedCircuit struct {
	Seq      uint8  // of the next chunk
	Dummy    bool   // has not spoken yet
	LastSent uint16 // RTP sequence number
	SentOnce bool
}

// Save returns what is remembered of the circuit cid; false if it is not open.
func (l *Link) Save(cid uint8) (SavedCircuit, bool) {
	c := l.byCID[cid]
	if c == nil {
		return SavedCircuit{}, false
	}
	return SavedCircuit{Seq: c.seq, Dummy: c.dummy, LastSent: c.lastSent, SentOnce: c.sentOnce}, true
}

// Restore makes the circuit cid, which has been opened, go on where it was saved.
func (l *Link) Restore(cid uint8, s SavedCircuit) {
	c := l.byCID[cid]
	if c == nil {
		return
	}
	c.seq, c.lastSent, c.sentOnce = s.Seq, s.LastSent, s.SentOnce
	if !s.Dummy {
		l.hush(c)
	}
}

// SavedRegenerator is a [Regenerator] as plain data, without the packets that are not due yet.
type SavedRegenerator struct {
	Next    rtp.Header
	LastSeq uint8
}

// Save returns the Regenerator as plain data.
func (r *Regenerator) Save() SavedRegenerator { return SavedRegenerator{r.next, r.lastSeq} }

// RestoreRegenerator returns a Regenerator that goes on where one was saved.
func RestoreRegenerator(s SavedRegenerator) *Regenerator {
	return &Regenerator{next: s.Next, lastSeq: s.LastSeq}
}
