package relay

import (
	"slices"

	"osmo-mgw-go/osmux"
	"osmo-mgw-go/pktio"
)

// Tap is shown the packets of a connection. It is called on the threads of queues, of the endpoint's and
// of the one with the Osmux sockets, so it must neither block nor allocate nor keep data, and must bear to be
// called by two at once.
type Tap interface {
	Packet(e TapEvent, data []byte)
}

// TapEvent says what a Tap is shown.
type TapEvent struct {
	Direction TapDirection
	RTCP      bool
	Osmux     bool        // data is one Osmux chunk of the connection's circuit
	Addr      *pktio.Addr // where it came from, or goes to; good until the call returns
	Now       int64       // nanoseconds of [Plane.Now]
	RxTime    int64       // when the kernel received it, on the same clock; 0 if not known
}

// TapDirection is where in the gateway a packet was seen.
type TapDirection uint8

const (
	// TapIn is a packet as the connection's peer sent it.
	TapIn TapDirection = iota
	// TapOut is a packet of the connection's peer, as it leaves the gateway for another connection.
	TapOut
	// TapSent is a packet as the connection's peer gets it, whoever it is from.
	TapSent
)

// AddTap shows the connection's packets to t, too. Nobody pays for taps while there are none. Control side.
func (c *Conn) AddTap(t Tap) { c.setTaps(append(slices.Clone(c.snap.Load().taps), t)) }

// RemoveTap ends what AddTap began. A queue may be calling t for the last time when it returns. Control side.
func (c *Conn) RemoveTap(t Tap) {
	c.setTaps(slices.DeleteFunc(slices.Clone(c.snap.Load().taps), func(other Tap) bool { return other == t }))
}

func (c *Conn) setTaps(taps []Tap) {
	if len(taps) == 0 {
		taps = nil
	}
	s := *c.snap.Load()
	if h := c.endpoint.plane.osmux; h != nil && s.kind == KindOsmux && (s.taps == nil) != (taps == nil) {
		if taps == nil {
			h.tapped.Add(-1)
		} else {
			h.tapped.Add(1)
		}
	}
	s.taps = taps
	c.snap.Store(&s)
	c.endpoint.publish(c.endpoint.Conns())
}

// show shows a packet to the connection's taps. Callers look first whether there are any.
func (s *snapshot) show(e TapEvent, data []byte) {
	for _, t := range s.taps {
		t.Packet(e, data)
	}
}

// showIn shows what the peer sent.
func (s *snapshot) showIn(p *pktio.Packet, rtcp bool) {
	s.show(TapEvent{Direction: TapIn, RTCP: rtcp, Addr: &p.From, Now: p.Now, RxTime: p.RxTime}, p.Data)
}

// showOut shows what leaves for another connection to the taps of both.
func (s *snapshot) showOut(t *snapshot, p *pktio.Packet, to *pktio.Addr, rtcp bool) {
	e := TapEvent{Direction: TapOut, RTCP: rtcp, Addr: to, Now: p.Now}
	s.show(e, p.Data)
	e.Direction = TapSent
	t.show(e, p.Data)
}

// showBatch shows the chunks of an Osmux datagram to the taps of their circuits. Queue of the hub.
func (l *osmuxLink) showBatch(data []byte, now int64) {
	for len(data) > 0 {
		chunk, rest, err := osmux.ParseChunk(data)
		if err != nil {
			return
		}
		for _, o := range l.hub.circuits {
			if o == nil || o.link != l || o.linkCID != chunk.CID {
				continue
			}
			o.conn.snap.Load().show(TapEvent{Direction: TapSent, Osmux: true, Addr: &l.peer, Now: now}, data[:chunk.Len()])
		}
		data = rest
	}
}
