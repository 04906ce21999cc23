package osmux

// Deliver ends the batch at time now (ns) and appends its datagram to dst, circuit by circuit in the order in which
// they were opened. Call it at the deadline and when [Link.Feed] says [ErrFull]. An empty batch appends nothing.
//
// No more than [Link.Size] octets are appended: dummy chunks get what the voice leaves.
func (l *Link) Deliver(now int64, dst []byte) []byte {
	for _, c := range l.circuits {
		if !c.dummy {
			dst = c.appendChunks(dst)
		} else if n := dummyLen(l.factor); n <= l.remaining {
			dst = appendDummy(dst, c.cid, l.factor)
			l.remaining -= n
		}
	}
	l.remaining, l.queued, l.armed = l.size, 0, false
	if l.dummies > 0 {
		l.arm(now)
	}
	return dst
}
