package core

import (
	"time"

	"osmo-mgw-go/logging"
)

// watchdog deletes a connection on which nothing has come in for conn-timeout seconds (§16). Packets do not touch its
// timer: when it runs out it looks when the last one came, and goes on from there.
type watchdog struct {
	c     *connection
	timer timer

	armed bool
	since int64 // when it was armed last, as far as is known
	limit int64 // nanoseconds, of the time when it was armed
}

func (w *watchdog) init(c *connection) {
	w.c = c
	w.timer.fire = w.expire
}

// feed arms the timer as of now.
func (w *watchdog) feed() {
	g := w.c.endpoint.trunk.gateway
	w.arm(g.now())
	w.schedule()
}

// arm takes the setting of this moment for something that happened at the given time.
func (w *watchdog) arm(at int64) {
	seconds := w.c.endpoint.trunk.gateway.config.ConnTimeout
	w.armed, w.since, w.limit = seconds > 0, at, int64(seconds)*int64(time.Second)
}

// settle takes over what packets have done since. It has to be called before the setting changes.
func (w *watchdog) settle() {
	if w.c.plane == nil {
		return
	}
	if last := w.c.plane.LastActivity(); last > w.since {
		w.arm(last)
	}
}

// schedule lets the timer look again when the connection would be dead, or, as long as it is not armed, when packets may
// have armed it.
func (w *watchdog) schedule() {
	g := w.c.endpoint.trunk.gateway
	switch {
	case w.armed:
		g.timers.start(&w.timer, w.since+w.limit)
	case g.config.ConnTimeout > 0:
		g.timers.start(&w.timer, g.now()+int64(g.config.ConnTimeout)*int64(time.Second))
	default:
		g.timers.stop(&w.timer)
	}
}

func (w *watchdog) stop() { w.c.endpoint.trunk.gateway.timers.stop(&w.timer) }

func (w *watchdog) expire() {
	g := w.c.endpoint.trunk.gateway
	w.settle()
	if !w.armed || g.now() < w.since+w.limit {
		w.schedule()
		return
	}
	g.log.With(w.c.object()).Log(logging.LMGCP, logging.Notice, "nothing received for %d s: connection deleted", w.limit/int64(time.Second))
	w.c.endpoint.free(w.c)
}

// remaining is the time until the connection is deleted, 0 if it is not going to be.
func (w *watchdog) remaining() time.Duration {
	if !w.armed {
		return 0
	}
	at := w.since
	if w.c.plane != nil {
		at = max(at, w.c.plane.LastActivity())
	}
	return max(0, time.Duration(at+w.limit-w.c.endpoint.trunk.gateway.now()))
}

// changeTimeout applies a new value of conn-timeout. Timers that run keep theirs until packets or a request arm them
// anew.
func (g *Gateway) changeTimeout(seconds int) {
	for _, t := range g.trunks {
		for i := range t.claimed.all() {
			for _, c := range t.endpoints[i].connections {
				c.watchdog.settle()
			}
		}
	}
	g.config.ConnTimeout = seconds
	for _, t := range g.trunks {
		for i := range t.claimed.all() {
			for _, c := range t.endpoints[i].connections {
				c.watchdog.schedule()
			}
		}
	}
}
