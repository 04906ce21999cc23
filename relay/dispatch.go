package relay

import "osmo-mgw-go/pktio"

// media tells RTP from RTCP on its way through the gateway.
type media uint8

const (
	mediaRTP media = iota
	mediaRTCP
)

// dispatch sends a packet where the mode of its connection says (media.md section 4). It says whether
// the packet is gone, that is, sent; if not, it is still the caller's.
//
// The packet itself goes to the last receiver, all others get copies, made before it is patched.
func (c *Conn) dispatch(s *snapshot, p *pktio.Packet, m media) (gone bool) {
	if s.mode == ModeLoopback {
		if s.config.Remote.Port() == 0 && !c.learned.known && s.kind == KindRTP {
			c.learn(&p.From)
		}
		return c.transmit(s, c, p, m)
	}
	if c.endpoint.trunk.line {
		return false // a virtual line takes whatever it gets
	}
	if !s.mode.takes() {
		c.drop(DropMode, p)
		return false
	}
	var last *Conn
	if s.mode == ModeConfEcho {
		last = c
	}
	for _, other := range c.endpoint.call.Load().conns {
		if other == c || !other.snap.Load().mode.gives() {
			continue
		}
		if last != nil {
			c.transmitCopy(s, last, p, m)
		}
		last = other
	}
	if last == nil {
		c.drop(DropNoReceiver, p)
		return false
	}
	return c.transmit(s, last, p, m)
}

func (c *Conn) transmitCopy(s *snapshot, d *Conn, p *pktio.Packet, m media) {
	q := c.group.Queue()
	dup := q.Copy(p)
	if dup == nil {
		c.drop(DropBuffers, p)
		return
	}
	if !c.transmit(s, d, dup, m) {
		q.Free(dup)
	}
}
