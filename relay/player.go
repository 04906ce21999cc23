package relay

import (
	"time"

	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// Clip is speech encoded beforehand, one payload per packet.
type Clip struct {
	PayloadType uint8
	Payloads    [][]byte
	Samples     uint32        // of a packet, in RTP clock units
	Interval    time.Duration // from packet to packet
}

// player sends a clip to the peer of a connection, over and over. It belongs to the thread of the
// endpoint's queue.
type player struct {
	conn  *Conn
	clip  Clip
	timer pktio.Timer
	next  int64 // when the next packet is due
	end   int64
	sent  int
	head  rtp.Header
}

// Play sends a clip to the connection's peer over and over for a time, in whatever mode: a test of that
// leg alone. Until it is over, nothing else is sent there. It does nothing while the peer is unknown or is no plain RTP
// peer. Control side; it does not wait.
func (c *Conn) Play(clip Clip, d time.Duration) {
	if len(clip.Payloads) == 0 || clip.Interval <= 0 {
		return
	}
	c.group.Do(func(q *pktio.Queue) {
		c.stopPlayer()
		if s := c.snap.Load(); s.kind != KindRTP || s.rtp == nil || !c.peer(s).known {
			return
		}
		p := &player{conn: c, clip: clip, next: q.Now(), end: q.Now() + int64(d)}
		p.head = rtp.Header{Marker: true, PayloadType: clip.PayloadType, Sequence: uint16(randomSSRC()), Timestamp: randomSSRC(), SSRC: randomSSRC()}
		p.timer.Handler = p
		c.player = p
		p.HandleTimer(&p.timer, q.Now())
	})
}

// StopPlaying ends what Play began. Control side.
func (c *Conn) StopPlaying() { c.group.Do(func(*pktio.Queue) { c.stopPlayer() }) }

func (c *Conn) stopPlayer() {
	if c.player != nil {
		c.player.timer.Stop()
		c.player = nil
	}
}

// HandleTimer sends the packets that are due.
func (p *player) HandleTimer(_ *pktio.Timer, now int64) {
	c := p.conn
	s := c.snap.Load()
	to := c.peer(s)
	for ; p.next <= now && p.next < p.end; p.next += int64(p.clip.Interval) {
		p.send(s, to)
	}
	if p.next >= p.end || !to.known {
		c.stopPlayer()
		return
	}
	c.group.StartTimer(&p.timer, p.next)
}

func (p *player) send(s *snapshot, to *peer) {
	payload := p.clip.Payloads[p.sent%len(p.clip.Payloads)]
	p.sent++
	q := p.conn.group.Queue()
	packet := q.Alloc()
	if packet != nil && !packet.Grow(0, rtp.HeaderLen+len(payload)) {
		q.Free(packet)
		packet = nil
	}
	if packet != nil {
		rtp.PutHeader(packet.Data, p.head)
		copy(packet.Data[rtp.HeaderLen:], payload)
		if s.taps != nil {
			s.show(TapEvent{Direction: TapSent, Addr: &to.rtp, Now: packet.Now}, packet.Data)
		}
		p.conn.countSent(packet)
		s.rtp.Send(packet, &to.rtp)
	}
	p.head.Marker = false
	p.head.Sequence++
	p.head.Timestamp += p.clip.Samples
}
