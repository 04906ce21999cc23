package core

import "osmo-mgw-go/logging"

// drain is the state of a gateway that is to stop when its calls are over.
type drain struct {
	on   bool
	idle func() // called once, when no call is left
}

// Drain refuses new connections from now on (403) and calls idle, from any goroutine, when the last call is over; at once
// if there is none.
func (g *Gateway) Drain(idle func()) {
	g.Do(func() {
		g.drain = drain{true, idle}
		g.log.Log(logging.LMGCP, logging.Notice, "draining: new connections are refused, %d endpoints are in use", g.used())
		g.checkDrained()
	})
}

// StopDraining lets new connections in again.
func (g *Gateway) StopDraining() {
	g.Do(func() { g.drain = drain{} })
}

// Draining tells whether new connections are refused.
func (g *Gateway) Draining() (on bool) {
	g.Do(func() { on = g.draining() })
	return on
}

func (g *Gateway) draining() bool { return g.drain.on }

// used is the number of endpoints in use.
func (g *Gateway) used() (n int) {
	for _, t := range g.trunks {
		n += t.claimed.count
	}
	return n
}

func (g *Gateway) checkDrained() {
	if idle := g.drain.idle; idle != nil && g.used() == 0 {
		g.drain.idle = nil
		go func() { // it may want to close the gateway
			g.Do(func() {}) // by then the call agent has the answer to its last DLCX
			idle()
		}()
	}
}
