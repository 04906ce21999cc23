package relay

import (
	"net/netip"

	"osmo-mgw-go/iuup"
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/pktio"
)

// ConnState is all that the data plane knows of a connection, as plain data: written out and read back
// by another process, the call goes on with the same streams and figures. What was on its way for less
// than a batch of Osmux is not in it.
type ConnState struct {
	At     int64 // of Plane.Now when it was saved
	Config ConnConfig
	RTP    RTPState
	// Learned is the peer that loopback or a NAT has shown; not valid if it was never needed.
	Learned netip.AddrPort
	IuUP    *IuUPState
	Osmux   *CircuitState

	Counters      []uint64
	OsmuxCounters []uint64
}

// IuUPState is the Iu UP side of a connection as plain data.
type IuUPState struct {
	Instance    iuup.Saved
	Configured  bool
	Initialised bool
	Table       iuup.Init
	Sequence    uint16
	SSRC        uint32
}

// CircuitState is the Osmux side of a connection as plain data.
type CircuitState struct {
	Enabled     bool
	Circuit     osmux.SavedCircuit
	Regenerator osmux.SavedRegenerator
}

// Save hands the state of the endpoint's connections to done, newest first, as soon as their queues have
// come by. Done is called on a queue's thread and must not block. Control side; it does not wait.
func (e *Endpoint) Save(done func([]ConnState)) {
	conns := e.Conns()
	if len(conns) == 0 {
		done(nil)
		return
	}
	states := make([]ConnState, len(conns))
	e.group.Do(func(*pktio.Queue) {
		for i, c := range conns {
			states[i] = c.save()
		}
		h := e.plane.osmux
		if h == nil {
			done(states)
			return
		}
		h.group.Do(func(q *pktio.Queue) {
			for i, c := range conns {
				if c.osmux != nil {
					c.osmux.saveCircuit(q, &states[i])
				}
			}
			done(states)
		})
	})
}

// save is the part of the state that belongs to the endpoint's queue.
func (c *Conn) save() ConnState {
	s := ConnState{At: c.group.Queue().Now(), Config: c.snap.Load().config, RTP: c.state, Counters: c.counters.all(nil)}
	if c.learned.known {
		s.Learned = c.learned.rtp.AddrPort()
	}
	if u := c.iuup; u != nil {
		s.IuUP = &IuUPState{Instance: u.instance.Save(), Configured: u.configured, Initialised: u.initialised, Table: u.table, Sequence: u.sequence, SSRC: u.ssrc}
	}
	if o := c.osmux; o != nil {
		s.Osmux = &CircuitState{}
		if o.regenerator != nil {
			s.Osmux.Regenerator = o.regenerator.Save()
		}
		for i := range c.osmuxCounters {
			s.OsmuxCounters = c.osmuxCounters[i].all(s.OsmuxCounters)
		}
	}
	return s
}

// saveCircuit is the part that belongs to the hub's queue.
func (o *circuit) saveCircuit(q *pktio.Queue, s *ConnState) {
	if o.link == nil {
		return
	}
	o.link.deliver(q, q.Now())
	o.link.arm()
	s.Osmux.Enabled = true
	s.Osmux.Circuit, _ = o.link.Save(o.linkCID)
	s.Learned = o.link.peer.AddrPort()
}

// Restore adds a connection in the state that one was saved in, perhaps by another process, on two
// bound sockets. Restore an endpoint's connections oldest first, and set up its trunk and Osmux before. Control side.
func (e *Endpoint) Restore(s ConnState, rtpFD, rtcpFD int) (*Conn, error) {
	cfg := s.Config
	if s.Osmux != nil && s.Osmux.Enabled {
		// Whether MGCP or a NAT has shown the peer, it is known now.
		cfg.Osmux.PeerBehindNAT = false
		cfg.Remote = s.Learned
	}
	c, err := e.AddConn(cfg, rtpFD, rtcpFD)
	if err != nil {
		return nil, err
	}
	e.group.Do(func(q *pktio.Queue) { c.restore(&s, q.Now()) })
	if o := c.osmux; o != nil && s.Osmux != nil {
		o.hub.group.Do(func(*pktio.Queue) {
			if o.link != nil {
				o.link.Restore(o.linkCID, s.Osmux.Circuit)
				o.link.arm()
			}
		})
		if err := c.Update(s.Config); err != nil { // as the call agent knows it
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// restore is the part that belongs to the endpoint's queue.
func (c *Conn) restore(s *ConnState, now int64) {
	c.state = s.RTP
	c.state.rebase(s.At, now)
	for i, n := range s.Counters {
		c.counters.Add(i, n)
	}
	for i, n := range s.OsmuxCounters {
		c.osmuxCounters[osmuxEndpointSide].Add(i, n)
	}
	c.publishReception()
	if s.Osmux != nil && c.osmux != nil {
		c.osmux.regenerator = osmux.RestoreRegenerator(s.Osmux.Regenerator)
	} else if s.Learned.IsValid() {
		from := pktio.AddrFrom(s.Learned)
		c.learn(&from)
	}
	if u := c.iuup; u != nil && s.IuUP != nil {
		u.instance.Restore(s.IuUP.Instance, now-s.At, u)
		u.configured, u.initialised, u.table = s.IuUP.Configured, s.IuUP.Initialised, s.IuUP.Table
		u.sequence, u.ssrc = s.IuUP.Sequence, s.IuUP.SSRC
		u.arm()
	}
}
