package relay

import (
	"math/rand/v2"

	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// transmit sends a packet that came in on c out of d (media.md sections 4 and 5). It says whether the
// packet is gone; if not, it is still the caller's.
func (c *Conn) transmit(s *snapshot, d *Conn, p *pktio.Packet, m media) (gone bool) {
	t := d.snap.Load()
	to := d.peer(t)
	switch {
	case t.kind == KindOsmux:
		return c.transmitOsmux(s, d, t, p, m)
	case !to.known:
		c.drop(DropNoRemote, p)
		return false
	case m == mediaRTCP:
		return c.transmitRTCP(s, d, t, p, to)
	case t.kind == KindIuUP:
		return c.transmitIuUP(s, d, t, p, to)
	}
	return c.transmitRTP(s, d, t, p, to)
}

// transmitRTP makes RTP that came in on c fit d and sends it: payload type, header, payload, in place.
func (c *Conn) transmitRTP(s *snapshot, d *Conn, t *snapshot, p *pktio.Packet, to *peer) (gone bool) {
	if !t.hasCodec {
		c.drop(DropNoCodec, p)
		return false
	}
	if d.player != nil {
		c.drop(DropTone, p)
		return false
	}
	header := rtp.Packet(p.Data)
	auxiliary := s.auxiliary.types.has(header.PayloadType())
	if auxiliary {
		header.SetPayloadType(s.auxiliary.to(&t.auxiliary, header.PayloadType()))
	} else {
		header.SetPayloadType(t.payloadType)
	}
	c.chooseSSRC()
	if !t.outputEnabled {
		d.countDropped()
		c.drop(DropOutputDisabled, p)
		return false
	}
	if header.Version() == 0 {
		c.writeHeader(header, t, p.Now)
	}
	errIn, errOut := c.state.Patch(header, p.Now, t.rule)
	c.countPatched(errIn, errOut)
	if !auxiliary && !convert(s, t, p) {
		c.drop(DropConversion, p)
		return false
	}
	if s.taps != nil || t.taps != nil {
		s.showOut(t, p, &to.rtp, false)
	}
	d.countSent(p)
	c.state.AltSequence++
	t.rtp.Send(p, &to.rtp)
	return true
}

// transmitRTCP sends RTCP that came in on c to d's peer.
func (c *Conn) transmitRTCP(s *snapshot, d *Conn, t *snapshot, p *pktio.Packet, to *peer) (gone bool) {
	c.chooseSSRC()
	switch {
	case !t.outputEnabled:
		d.countDropped()
		c.drop(DropOutputDisabled, p)
		return false
	case c.endpoint.trunk.config.Load().OmitRTCP:
		c.drop(DropOmitted, p)
		return false
	case !to.rtcp.IsValid():
		c.drop(DropNoRemote, p)
		return false
	}
	rewriteRTCP(p.Data, &c.state, &d.state)
	if s.taps != nil || t.taps != nil {
		s.showOut(t, p, &to.rtcp, true)
	}
	d.countSent(p)
	c.state.AltSequence++
	t.rtcp.Send(p, &to.rtcp)
	return true
}

// chooseSSRC chooses the SSRC for headers that the gateway writes itself, once in the life of a source.
func (c *Conn) chooseSSRC() {
	for c.state.AltSSRC == 0 {
		c.state.AltSSRC = randomSSRC()
	}
}

func randomSSRC() uint32 { return rand.Uint32() }

// writeHeader gives a packet without one (version 0) a header of the gateway's own; CSRC count,
// extension, padding and marker stay as they were.
func (c *Conn) writeHeader(h rtp.Packet, t *snapshot, now int64) {
	h.SetVersion(rtp.Version)
	h.SetPayloadType(t.payloadType)
	h.SetTimestamp(mediaClock(now, t.rule.Rate))
	h.SetSequence(c.state.AltSequence)
	h.SetSSRC(c.state.AltSSRC)
}
