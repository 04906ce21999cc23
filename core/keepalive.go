package core

import (
	"time"

	"osmo-mgw-go/relay"
)

// restartKeepAlive applies the trunk's keep-alive setting: the first dummies go out one interval from now.
func (t *trunk) restartKeepAlive() {
	g := t.gateway
	if t.config.KeepAlive <= 0 {
		g.timers.stop(&t.keepAlive)
		return
	}
	g.timers.start(&t.keepAlive, g.now()+int64(t.config.KeepAlive)*int64(time.Second))
}

// sendKeepAlives sends a dummy on each connection that receives only (§15).
func (t *trunk) sendKeepAlives() {
	for i := range t.claimed.all() {
		for _, c := range t.endpoints[i].connections {
			if c.mode == relay.ModeRecvOnly && c.plane != nil && c.remoteComplete() {
				c.plane.SendDummy()
			}
		}
	}
	t.restartKeepAlive()
}

// sendDummy sends the dummy at the end of a CRCX or MDCX: it opens NATs on the way of what is going to come in.
func (c *connection) sendDummy() {
	const takes = relay.ModeRecvOnly
	if c.endpoint.trunk.config.KeepAlive != KeepAliveNever && c.mode&takes != 0 && c.remoteComplete() {
		c.plane.SendDummy()
	}
}

// remoteComplete tells whether address and port of the peer are known.
func (c *connection) remoteComplete() bool { return c.remoteKnown() && c.remotePort != 0 }
