package pktio

// Step runs one turn of every queue of a Manual engine, and says whether there was anything to do.
func (e *Engine) Step() (busy bool) {
	for _, q := range e.live {
		busy = q.turn() || busy
	}
	return busy
}

// NextTimer is when the next timer of a Manual engine fires; false if none is running.
func (e *Engine) NextTimer() (at int64, ok bool) {
	for _, q := range e.live {
		if len(q.timers) > 0 && (!ok || q.timers[0].at < at) {
			at, ok = q.timers[0].at, true
		}
	}
	return at, ok
}
