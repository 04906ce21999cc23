package relay

import (
	"syscall"

	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// rtpReceiver takes what arrives on a connection's RTP socket, rtcpReceiver on its RTCP socket: the
// socket tells the two apart, the content does not.
type (
	rtpReceiver  struct{ c *Conn }
	rtcpReceiver struct{ c *Conn }
)

// HandlePacket runs the receive checks of media.md section 3 on RTP and passes the packet on.
func (r *rtpReceiver) HandlePacket(_ *pktio.Flow, p *pktio.Packet) {
	c := r.c
	s := c.snap.Load()
	if len(p.Data) < rtp.HeaderLen {
		c.drop(shortReason(p.Data), p)
		return
	}
	if len(p.Data) > pktio.MaxDatagram {
		c.drop(DropTooLong, p)
		return
	}
	c.countReceived(p)
	if s.taps != nil {
		s.showIn(p, false)
	}
	if reason := c.checkSource(s, p); reason != DropNone {
		c.drop(reason, p)
		return
	}
	header := rtp.Packet(p.Data)
	if s.framing != OctetAlignNotStated && s.kind == KindRTP && !s.auxiliary.types.has(header.PayloadType()) && !rightFraming(header, s.framing) {
		c.drop(DropFraming, p)
		return
	}
	c.heard(p.Now)
	c.inspect(s, header, p.Now)
	if s.kind == KindIuUP {
		c.receiveIuUP(s, p)
		return
	}
	c.dispatch(s, p, mediaRTP)
}

// HandlePacket runs the receive checks of media.md section 3 on RTCP and passes the packet on.
func (r *rtcpReceiver) HandlePacket(_ *pktio.Flow, p *pktio.Packet) {
	c := r.c
	s := c.snap.Load()
	if !rtcpPlausible(p.Data) {
		reason := shortReason(p.Data)
		if reason == DropShort {
			reason = DropBadRTCP
		}
		c.drop(reason, p)
		return
	}
	if len(p.Data) > pktio.MaxDatagram {
		c.drop(DropTooLong, p)
		return
	}
	c.countReceived(p)
	if s.taps != nil {
		s.showIn(p, true)
	}
	if reason := c.checkSource(s, p); reason != DropNone {
		c.drop(reason, p)
		return
	}
	c.heard(p.Now)
	c.readReports(p.Data)
	c.dispatch(s, p, mediaRTCP)
}

// HandleError notes that the network refused what was sent to the peer's RTP port.
func (r *rtpReceiver) HandleError(_ *pktio.Flow, err syscall.Errno, to pktio.Addr, now int64) {
	r.c.refused(err, to, now)
}

// HandleError notes that the network refused what was sent to the peer's RTCP port. Many peers do without RTCP, so
// that is no news.
func (r *rtcpReceiver) HandleError(*pktio.Flow, syscall.Errno, pktio.Addr, int64) {
	r.c.read.refusedRTCP.add(1)
}

// dummyOctet is the whole of a keep-alive dummy on a plain connection.
const dummyOctet = 0x23

func shortReason(b []byte) DropReason {
	if len(b) == 1 && b[0] == dummyOctet {
		return DropDummy
	}
	return DropShort
}

// checkSource compares the datagram's source with the peer (media.md section 3.3). RTP may come from
// the peer's RTCP port and the reverse.
func (c *Conn) checkSource(s *snapshot, p *pktio.Packet) DropReason {
	if c.endpoint.trunk.config.Load().AcceptAll {
		return DropNone
	}
	peer := c.peer(s)
	switch {
	case !peer.known:
		if s.kind == KindIuUP && c.awaitsInit() {
			return DropNone
		}
		return DropRemoteUnknown
	case p.From == peer.rtp || p.From == peer.rtcp:
		return DropNone
	case p.From.SameHost(&peer.rtp):
		return DropWrongPort
	}
	return DropWrongAddress
}
