package relay

import (
	"osmo-mgw-go/codec"
	"osmo-mgw-go/iuup"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// forwardIuUP sends the data of an Iu UP peer to the other side, whatever the mode of c: the payload
// lies in p.Data from octet at on, to its end apart from RTP padding (media.md section 11.7).
func (c *Conn) forwardIuUP(s *snapshot, p *pktio.Packet, at int, data iuup.Data) {
	d := c.sister()
	if d == nil {
		c.drop(DropNoReceiver, p)
		return
	}
	t := d.snap.Load()
	to := d.peer(t)
	if !to.known {
		c.drop(DropNoRemote, p)
		return
	}
	p.Grow(0, at+len(data.Payload)-len(p.Data)) // without padding
	switch t.kind {
	case KindIuUP:
		d.offer(c.iuup)
		d.sendIuUPData(c, s, t, p, at, data, to)
	case KindRTP:
		c.sendAMR(s, d, t, p, at, data.FQC == iuup.FrameGood, to)
	default:
		c.drop(DropConversion, p) // Osmux
	}
}

// sendIuUPData sends data to d's peer. The payload lies in p.Data from octet at to the end.
func (d *Conn) sendIuUPData(c *Conn, s, t *snapshot, p *pktio.Packet, at int, data iuup.Data, to *peer) (gone bool) {
	u := d.iuup
	if u.instance.State() != iuup.Ready {
		c.drop(DropIuUP, p)
		return false
	}
	if !t.outputEnabled {
		d.countDropped()
		c.drop(DropOutputDisabled, p)
		return false
	}
	kind := u.instance.DataType()
	if !p.Grow(rtp.HeaderLen+kind.HeaderLen()-at, 0) {
		c.drop(DropConversion, p)
		return false
	}
	iuup.PutData(p.Data[rtp.HeaderLen:], kind, data)
	if s.taps != nil {
		s.show(TapEvent{Direction: TapOut, Addr: &to.rtp, Now: p.Now}, p.Data)
	}
	u.send(t, p, &to.rtp)
	return true
}

// sendAMR sends the speech of an Iu UP peer to a plain connection as AMR. The frame type follows from
// the length of the speech, which lies in p.Data from octet at to the end.
func (c *Conn) sendAMR(s *snapshot, d *Conn, t *snapshot, p *pktio.Packet, at int, good bool, to *peer) {
	if t.format != formatAMR {
		c.drop(DropConversion, p)
		return
	}
	c.chooseSSRC()
	if !t.outputEnabled {
		d.countDropped()
		c.drop(DropOutputDisabled, p)
		return
	}
	framing := codec.BandwidthEfficient
	if t.framing == OctetAlignOn {
		framing = codec.OctetAligned
	}
	if !p.Grow(rtp.HeaderLen+codec.AMRHeadroom-at, 0) {
		c.drop(DropConversion, p)
		return
	}
	payload, err := codec.PackAMR(p.Data[rtp.HeaderLen:], good, framing)
	if err != nil {
		c.drop(DropConversion, p)
		return
	}
	p.Grow(0, rtp.HeaderLen+len(payload)-len(p.Data))
	rtp.PutHeader(p.Data, rtp.Header{PayloadType: t.payloadType, Sequence: c.state.AltSequence,
		Timestamp: mediaClock(p.Now, t.rule.Rate), SSRC: c.state.AltSSRC})
	if s.taps != nil || t.taps != nil {
		s.showOut(t, p, &to.rtp, false)
	}
	d.countSent(p)
	c.state.AltSequence++
	t.rtp.Send(p, &to.rtp)
}

// transmitIuUP sends AMR that came in on c to d's Iu UP peer (media.md section 11.6).
func (c *Conn) transmitIuUP(s *snapshot, d *Conn, t *snapshot, p *pktio.Packet, to *peer) (gone bool) {
	packet := rtp.Packet(p.Data)
	start, end, err := packet.Payload()
	if err != nil || !s.carriesAMR() || s.auxiliary.types.has(packet.PayloadType()) {
		c.drop(DropConversion, p)
		return false
	}
	// Bandwidth-efficient speech moves to the front of the payload, octet-aligned speech stays where it is.
	framing, at := codec.BandwidthEfficient, start
	if s.framing == OctetAlignOn || s.kind == KindOsmux {
		framing, at = codec.OctetAligned, start+codec.AMRHeadroom
	}
	sequence := packet.Sequence()
	frame, err := codec.UnpackAMR(p.Data[start:end], framing)
	if err != nil {
		c.drop(DropConversion, p)
		return false
	}
	table := d.iuup.formats()
	if table == nil {
		c.drop(DropIuUP, p)
		return false
	}
	id, ok := table.ForOctets(frame.Type.Octets())
	if !ok {
		c.drop(DropIuUP, p)
		return false
	}
	data := iuup.Data{RFCI: id, FrameNumber: uint8(sequence & 15)}
	if !frame.Good {
		data.FQC = iuup.FrameBad
	}
	p.Grow(0, at+len(frame.Speech)-len(p.Data))
	return d.sendIuUPData(c, s, t, p, at, data, to)
}
