package relay

import (
	"slices"

	"osmo-mgw-go/iuup"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// iuupEnd is the Iu UP side of a connection (media.md section 11): the end of the protocol that faces
// the peer, and what the gateway remembers of it. It is made with the snapshot that turns the
// connection into an Iu UP one, and from then on belongs to the queue's thread.
type iuupEnd struct {
	conn       *Conn
	instance   iuup.Instance
	timer      pktio.Timer
	configured bool // as passive by the first valid PDU, or as active by the other side's Init

	// table is the peer's first Init; later ones are acknowledged and not looked at.
	table       iuup.Init
	initialised bool

	// answerTo is set while the PDU that configured the end is handled: its answer goes back to where it
	// came from, though the call agent may not have said yet who the peer is, or that it may be sent to.
	answerTo *pktio.Addr

	// Header of what is sent to the peer; it goes on whoever speaks on the other side.
	sequence uint16
	ssrc     uint32
}

func newIuUPEnd(c *Conn) *iuupEnd {
	u := &iuupEnd{conn: c}
	u.timer.Handler = u
	return u
}

// awaitsInit says whether anybody may still turn up as the peer.
func (c *Conn) awaitsInit() bool { return !c.iuup.configured }

// receiveIuUP takes a packet of an Iu UP peer, whatever the connection's mode.
func (c *Conn) receiveIuUP(s *snapshot, p *pktio.Packet) {
	u := c.iuup
	start, end, err := rtp.Packet(p.Data).Payload()
	if err != nil {
		c.drop(DropIuUP, p)
		return
	}
	pdu := p.Data[start:end]
	if !u.configured {
		if _, err := iuup.Parse(pdu); err != nil {
			c.drop(DropIuUP, p)
			return
		}
		u.configured = true
		u.instance.Configure(p.Now, iuup.Config{}, u) // a passive end cannot fail
		u.answerTo = &p.From
	}
	data, isData, err := u.instance.Receive(p.Now, pdu)
	u.answerTo = nil
	u.arm()
	switch {
	case err != nil:
		c.drop(DropIuUP, p)
	case isData:
		c.forwardIuUP(s, p, end-len(data.Payload), data)
	}
}

// SendControl sends a control PDU to the peer. Control PDUs leave in every mode.
func (u *iuupEnd) SendControl(pdu []byte) {
	c := u.conn
	s := c.snap.Load()
	to := &c.peer(s).rtp
	if u.answerTo != nil {
		to = u.answerTo
	} else if !c.peer(s).known {
		return
	}
	p := c.group.Queue().Alloc()
	if p == nil {
		return
	}
	if !p.Grow(0, rtp.HeaderLen+len(pdu)) {
		c.group.Queue().Free(p)
		return
	}
	copy(p.Data[rtp.HeaderLen:], pdu)
	u.send(s, p, to)
}

// Initialised remembers the peer's Init, and lets the other side offer the same to its peer.
func (u *iuupEnd) Initialised(in *iuup.Init) {
	if !u.initialised {
		u.initialised = true
		u.log().Log(logging.LIuUP, logging.Info, "peer initialised Iu UP: %d RFCIs of %d sub-flows", len(in.RFCIs), in.Subflows)
		u.table = *in
		u.table.RFCIs = slices.Clone(in.RFCIs)
	}
	if d := u.conn.sister(); d != nil {
		d.offer(u)
	}
}

// InitFailed is noted: nothing can pass until the peer initialises.
func (u *iuupEnd) InitFailed(cause iuup.Cause, _ iuup.Distance) {
	u.log().Log(logging.LIuUP, logging.Notice, "peer did not accept the Iu UP initialisation: %v", cause)
	u.conn.read.initFailed.Store(u.conn.group.Queue().Now())
}

func (u *iuupEnd) log() logging.Logger { return u.conn.snap.Load().log }

// HandleTimer lets the protocol repeat its Init.
func (u *iuupEnd) HandleTimer(_ *pktio.Timer, now int64) {
	u.instance.Expire(now)
	u.arm()
}

// arm sets the timer to when the protocol wants to be called.
func (u *iuupEnd) arm() {
	if at, armed := u.instance.Deadline(); armed {
		u.conn.group.StartTimer(&u.timer, at)
	} else {
		u.timer.Stop()
	}
}

// offer makes this connection's end active, with the Init that the other side's peer has sent. It does
// nothing if the end is configured already, or cannot reach its peer yet.
func (c *Conn) offer(from *iuupEnd) {
	s := c.snap.Load()
	if s.kind != KindIuUP || c.iuup.configured || !from.initialised || !c.peer(s).known {
		return
	}
	u := c.iuup
	err := u.instance.Configure(c.group.Queue().Now(), iuup.Config{Active: true, Init: &from.table}, u)
	if err != nil {
		return // a table that came over the wire can be sent again
	}
	u.configured = true
	u.arm()
}

// sister is the other side of an Iu UP call: the newest other connection, nil if there is none.
func (c *Conn) sister() *Conn {
	for _, other := range c.endpoint.call.Load().conns {
		if other != c {
			return other
		}
	}
	return nil
}

// startIuUP is called when the control side has changed a connection: an end whose peer is now known
// initialises, if the other side has been initialised by its own peer.
func (e *Endpoint) startIuUP() {
	for _, c := range e.call.Load().conns {
		if d := c.sister(); d != nil && d.snap.Load().kind == KindIuUP {
			c.offer(d.iuup)
		}
	}
}

// formats is the RFCI table for data towards the peer: the peer's own, else the one we offered.
func (u *iuupEnd) formats() *iuup.Init {
	if u.initialised {
		return &u.table
	}
	return u.instance.Init()
}

// send gives a packet whose Iu UP PDU lies behind the RTP header's place its header, and sends it.
func (u *iuupEnd) send(s *snapshot, p *pktio.Packet, to *pktio.Addr) {
	c := u.conn
	for u.ssrc == 0 {
		u.ssrc = randomSSRC()
	}
	rtp.PutHeader(p.Data, rtp.Header{PayloadType: s.payloadType, Sequence: u.sequence, Timestamp: mediaClock(p.Now, s.rule.Rate), SSRC: u.ssrc})
	u.sequence++
	if s.taps != nil {
		s.show(TapEvent{Direction: TapSent, Addr: to, Now: p.Now}, p.Data)
	}
	c.countSent(p)
	s.rtp.Send(p, to)
}

// sendDummy keeps the peer aware of the connection by a frame without data, if the peer's Init has a
// format for it.
func (u *iuupEnd) sendDummy(q *pktio.Queue, s *snapshot, to *pktio.Addr) {
	if u.instance.State() != iuup.Ready {
		return
	}
	id, ok := u.formats().NoData()
	if !ok {
		return
	}
	if !s.outputEnabled {
		u.conn.countDropped()
		return
	}
	p := q.Alloc()
	if p == nil {
		return
	}
	kind := u.instance.DataType()
	if !p.Grow(0, rtp.HeaderLen+kind.HeaderLen()) {
		q.Free(p)
		return
	}
	iuup.PutData(p.Data[rtp.HeaderLen:], kind, iuup.Data{RFCI: id})
	u.send(s, p, to)
}
