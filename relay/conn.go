package relay

import (
	"net/netip"
	"sync/atomic"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
)

// Conn is one connection of an endpoint: its peer, its two sockets, and the state of what the peer sends.
type Conn struct {
	endpoint *Endpoint
	group    *pktio.Group
	rtpIn    rtpReceiver
	rtcpIn   rtcpReceiver
	snap     atomic.Pointer[snapshot]

	// What the queue's thread owns.

	state        RTPState
	iuup         *iuupEnd // set before the first snapshot of that kind is published
	osmux        *circuit // likewise
	player       *player  // nil unless a test tone is played to the peer
	meter        meter
	learned      peer // the source that loopback took for its peer
	lastReceived int64
	lastSent     int64

	// What the queue's thread writes and anybody reads.

	counters      shard
	osmuxCounters [osmuxSides]shard
	read          readSide
}

// newConn makes a connection that takes and gives nothing until its configuration is published: its
// flows start to receive a moment before.
func newConn(e *Endpoint) *Conn {
	c := &Conn{endpoint: e, group: e.group, counters: newShard(connCounters)}
	c.rtpIn.c, c.rtcpIn.c = c, c
	for i := range c.osmuxCounters {
		c.osmuxCounters[i] = newShard(osmuxCounters)
	}
	c.snap.Store(newSnapshot(ConnConfig{}, nil, nil, nil, logging.Logger{}))
	return c
}

// publish makes the packet path see a configuration.
func (c *Conn) publish(cfg ConnConfig, rtp, rtcp *pktio.Flow) error {
	if cfg.Kind == KindIuUP && c.iuup == nil {
		c.iuup = newIuUPEnd(c)
	}
	var err error
	if cfg.Kind == KindOsmux {
		err = c.setOsmux(&cfg)
		if c.osmux == nil {
			cfg.Kind, cfg.Mode = KindRTP, ModeNone // without a circuit it takes and gives nothing
		}
	}
	c.snap.Store(newSnapshot(cfg, rtp, rtcp, c.snap.Load().taps, c.endpoint.plane.log.With(cfg.Object)))
	return err
}

// Update changes the configuration; the next packet sees it. An error says that the Osmux circuit
// could not be enabled. Control side.
func (c *Conn) Update(cfg ConnConfig) error {
	s := c.snap.Load()
	err := c.publish(cfg, s.rtp, s.rtcp)
	c.endpoint.publish(c.endpoint.Conns())
	return err
}

// Config returns the configuration as it was last set. Any goroutine.
func (c *Conn) Config() ConnConfig { return c.snap.Load().config }

// Rebind gives the connection another pair of sockets; the old ones are closed as soon as the queue
// has let go of them. Control side.
func (c *Conn) Rebind(rtpFD, rtcpFD int) { c.RebindThen(rtpFD, rtcpFD, func() {}) }

// RebindThen is Rebind, and calls done, on the thread of the queue, when the old ports are free.
func (c *Conn) RebindThen(rtpFD, rtcpFD int, done func()) {
	s := c.snap.Load()
	c.publish(s.config, c.group.Open(rtpFD, &c.rtpIn), c.group.Open(rtcpFD, &c.rtcpIn))
	s.closeFlows(done)
}

// closeFlows closes both sockets and calls done when the second is closed.
func (s *snapshot) closeFlows(done func()) {
	var open atomic.Int32
	open.Store(2)
	closed := func() {
		if open.Add(-1) == 0 {
			done()
		}
	}
	s.rtp.CloseThen(closed)
	s.rtcp.CloseThen(closed)
}

// Close ends the connection: its sockets close, its ports are free soon after. Control side.
func (c *Conn) Close() { c.CloseThen(func() {}) }

// CloseThen is Close, and calls done, on the thread of the queue, when the ports are free.
func (c *Conn) CloseThen(done func()) {
	if c.snap.Load().taps != nil {
		c.setTaps(nil)
	}
	c.snap.Load().closeFlows(done)
	c.closeOsmux()
	c.endpoint.remove(c, func(*pktio.Queue) {
		c.stopPlayer()
		if c.iuup != nil {
			c.iuup.timer.Stop()
		}
		if c.osmux != nil {
			c.osmux.timer.Stop()
			c.osmux.regenerator = nil
		}
	})
}

// Remote is where the peer is: what the control side said, or what loopback learned. The zero value
// if it is not known. Any goroutine.
func (c *Conn) Remote() netip.AddrPort {
	s := c.snap.Load()
	if s.kind == KindOsmux {
		if known, addr, _ := c.osmux.peer.read(); known != 0 {
			return addr.AddrPort()
		}
	}
	if !s.peer.known {
		if known, addr, _ := c.read.learned.read(); known != 0 {
			return addr.AddrPort()
		}
	}
	return s.config.Remote
}

// LastActivity is when the watchdog was last fed, in nanoseconds of [Plane.Now]; 0 if never. What
// feeds it is a packet that passed all receive checks. It is exact to a millisecond. Any goroutine.
func (c *Conn) LastActivity() int64 { return c.read.lastReceived.Load() }
