package relay

import "osmo-mgw-go/pktio"

// SendDummy sends what keeps NATs and peers aware of the connection: one octet to the peer's RTP
// port, and one to its RTCP port unless the trunk omits RTCP. Nothing counts it. It does nothing while
// the peer is unknown. To an Iu UP peer, a frame without data takes the octet's place, and counts;
// to an Osmux peer, one Osmux dummy goes out instead of both. Control side; it does not wait.
func (c *Conn) SendDummy() {
	if o := c.osmux; o != nil {
		cfg := c.Config()
		if to := peerAt(c.Remote()); to.known {
			o.hub.group.Do(func(q *pktio.Queue) { o.hub.sendDummy(q, &to.rtp, cfg.Osmux.RemoteCID) })
		}
		return
	}
	c.group.Do(func(q *pktio.Queue) { c.sendDummy(q) })
}

func (c *Conn) sendDummy(q *pktio.Queue) {
	s := c.snap.Load()
	to := c.peer(s)
	if !to.known {
		return
	}
	if s.kind == KindIuUP {
		c.iuup.sendDummy(q, s, &to.rtp)
	} else {
		sendOctet(q, s.rtp, &to.rtp)
	}
	if !c.endpoint.trunk.config.Load().OmitRTCP && to.rtcp.IsValid() {
		sendOctet(q, s.rtcp, &to.rtcp)
	}
}

// sendOctet sends a keep-alive dummy.
func sendOctet(q *pktio.Queue, f *pktio.Flow, to *pktio.Addr) {
	p := q.Alloc()
	if p == nil || !p.Grow(0, 1) {
		return
	}
	p.Data[0] = dummyOctet
	f.Send(p, to)
}
