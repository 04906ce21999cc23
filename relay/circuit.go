package relay

import (
	"sync/atomic"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// circuit is the Osmux side of a connection. Two queues work on it: that of the connection's
// endpoint, which makes RTP of chunks and takes RTP in, and that of the hub, which has the socket and
// the links. What they tell each other travels in messages.
type circuit struct {
	conn     *Conn
	hub      *osmuxHub
	localCID uint8
	out      chunkReceiver  // on the endpoint's queue
	in       packetReceiver // on the hub's queue

	started  pktio.Addr // control side: the peer that MGCP enabled the circuit for
	playable bool       // control side: the regenerator has been made

	// Read by anybody.

	state atomic.Uint32 // OsmuxState; set by the control side, and by the hub's queue
	peer  notice        // where the peer is, once the hub's queue has enabled the circuit

	// Of the hub's queue.

	config  OsmuxConfig
	link    *osmuxLink // nil until enabled
	linkCID uint8      // the peer's number, as it was when enabled

	// Of the endpoint's queue.

	box         chunkBox
	regenerator *osmux.Regenerator // made by the control side, before the circuit is enabled
	timer       pktio.Timer
	from        pktio.Addr // the peer, as the source of regenerated packets
}

// chunkReceiver takes chunks on the endpoint's queue, packetReceiver RTP packets on the hub's.
type (
	chunkReceiver  struct{ c *circuit }
	packetReceiver struct{ c *circuit }
)

func newCircuit(c *Conn, h *osmuxHub, localCID uint8) *circuit {
	o := &circuit{conn: c, hub: h, localCID: localCID}
	o.out.c, o.in.c = o, o
	o.timer.Handler = o
	o.state.Store(uint32(OsmuxActivating))
	return o
}

func (o *circuit) log() logging.Logger { return o.conn.snap.Load().log }

// enabled says whether the circuit carries voice.
func (o *circuit) enabled() bool { return OsmuxState(o.state.Load()) == OsmuxEnabled }

// HandleMessage makes RTP of the chunks in the box: the first frame of each goes on now, the others
// follow at 20 ms.
func (r *chunkReceiver) HandleMessage(q *pktio.Queue, _ *pktio.Message) {
	o := r.c
	c := o.conn
	now := q.Now()
	s := c.snap.Load()
	for {
		data, from := o.box.peek()
		if data == nil {
			return
		}
		if chunk, _, err := osmux.ParseChunk(data); err == nil && o.regenerator != nil {
			c.heard(now)
			c.countChunk(chunk.Len())
			if s.taps != nil {
				s.show(TapEvent{Direction: TapIn, Osmux: true, Addr: from, Now: now}, data)
			}
			o.from = *from
			o.regenerator.SetPayloadType(s.payloadType)
			if o.regenerator.Input(now, &chunk) != nil {
				c.dropped(DropOsmux, from, now)
			}
			o.play(q, s, now)
		}
		o.box.take()
	}
}

// HandleTimer sends what is due.
func (o *circuit) HandleTimer(_ *pktio.Timer, now int64) {
	o.play(o.conn.group.Queue(), o.conn.snap.Load(), now)
}

// play dispatches the packets that are due, as if they had been received, and sets the timer to the
// next. If there is no buffer for one, it goes on after what has been sent has left.
func (o *circuit) play(q *pktio.Queue, s *snapshot, now int64) {
	for {
		at, more := o.regenerator.Deadline()
		if !more {
			o.timer.Stop()
			return
		}
		if at > now {
			o.conn.group.StartTimer(&o.timer, at)
			return
		}
		p := q.Alloc()
		if p == nil {
			o.conn.group.StartTimer(&o.timer, now+1)
			return
		}
		p.Data, _ = o.regenerator.Next(now, p.Data)
		p.From = o.from
		if !o.conn.dispatch(s, p, mediaRTP) {
			q.Free(p)
		}
	}
}

// transmitOsmux sends RTP that came in on c to d's Osmux peer (media.md section 12.5). It says whether
// the packet is gone.
func (c *Conn) transmitOsmux(s *snapshot, d *Conn, t *snapshot, p *pktio.Packet, m media) (gone bool) {
	if m == mediaRTCP {
		c.drop(DropOmitted, p) // Osmux has no RTCP
		return false
	}
	o := d.osmux
	if !o.enabled() && !d.peer(t).known {
		c.drop(DropNoRemote, p)
		return false
	}
	if !t.outputEnabled || !o.enabled() || s.auxiliary.types.has(rtp.Packet(p.Data).PayloadType()) {
		d.countOsmuxDropped(c.group.Queue(), osmuxEndpointSide)
		c.drop(DropOsmux, p)
		return false
	}
	if s.carriesAMR() && !reframe(p, codec.OctetAligned) {
		c.drop(DropConversion, p)
		return false
	}
	if s.taps != nil {
		s.show(TapEvent{Direction: TapOut, Addr: &d.peer(t).rtp, Now: p.Now}, p.Data)
	}
	d.noteSent(p.Now)
	q := c.group.Queue()
	o.hub.group.PostFrom(q, pktio.Message{To: &o.in, Packet: p})
	return true
}

// HandleMessage puts a packet into the batch to the peer.
func (r *packetReceiver) HandleMessage(q *pktio.Queue, m *pktio.Message) {
	o := r.c
	if o.link == nil || !o.link.feed(q, o.linkCID, m.Packet.Data) {
		o.conn.countOsmuxDropped(q, osmuxHubSide)
		return
	}
	o.conn.countOsmuxSent(q, len(m.Packet.Data)-rtp.HeaderLen)
}
