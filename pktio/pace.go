package pktio

// pace is how busy a queue is, and so how long it gathers packets.
type pace struct {
	from   int64 // start of the present window
	events int   // in it
	busy   bool
}

const (
	paceWindow = int64(20e6) // long enough to hold a packet of every call
	autoGather = int64(1e6)
	// A queue is busy from four events a millisecond on: then gathering saves more wake-ups than it leaves.
	busyAbove = 4 * int(paceWindow/1e6)
	idleBelow = 2 * int(paceWindow/1e6)
)

// count notes a batch, and says whether busy has changed.
func (p *pace) count(now int64, n int) (changed bool) {
	p.events += n
	if now-p.from < paceWindow {
		return false
	}
	was := p.busy
	// Events per window; a window that slept longer counts for what it would have had.
	rate := int(int64(p.events) * paceWindow / max(1, now-p.from))
	if rate >= busyAbove {
		p.busy = true
	} else if rate < idleBelow {
		p.busy = false
	}
	p.from, p.events = now, 0
	return p.busy != was
}

// gather says for how many nanoseconds to gather.
func (p *pace) gather(c Coalesce) int64 {
	if c == CoalesceAuto {
		if p.busy {
			return autoGather
		}
		return 0
	}
	return int64(c) * 1000
}
