package relay

import (
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// osmuxLink is the way to one Osmux peer: all circuits there share its datagrams. It belongs to the
// thread of the hub's queue.
type osmuxLink struct {
	*osmux.Link
	hub   *osmuxHub
	peer  pktio.Addr
	timer pktio.Timer
}

func newOsmuxLink(h *osmuxHub, peer pktio.Addr, cfg OsmuxConfig) *osmuxLink {
	factor := min(max(cfg.BatchFactor, 1), osmux.MaxFrames)
	if cfg.BatchFactor == 0 {
		factor = osmux.DefaultFactor
	}
	size := cfg.BatchSize
	if size <= 0 {
		size = osmux.DefaultSize
	}
	// A datagram has to fit a packet buffer, here and at the peer.
	link, err := osmux.NewLink(osmux.LinkConfig{Factor: factor, Size: min(size, pktio.MaxDatagram)})
	if err != nil {
		panic(err) // the bounds are kept above
	}
	l := &osmuxLink{Link: link, hub: h, peer: peer}
	l.timer.Handler = l
	return l
}

// arm sets the timer to the link's deadline.
func (l *osmuxLink) arm() {
	at, armed := l.Deadline()
	switch {
	case !armed:
		l.timer.Stop()
	case !l.timer.Running() || l.timer.At() != at:
		l.hub.group.StartTimer(&l.timer, at)
	}
}

// HandleTimer sends the batch when its time is up.
func (l *osmuxLink) HandleTimer(_ *pktio.Timer, now int64) {
	l.deliver(l.hub.group.Queue(), now)
	l.arm()
}

// maxFeeds bounds how often a packet is offered to the batch: it may stand behind frames in place of
// lost ones, which fill a batch each.
const maxFeeds = 2 * osmux.MaxFrames

// feed puts a packet of circuit cid into the batch, and sends what is full. It is false if the link refuses it.
func (l *osmuxLink) feed(q *pktio.Queue, cid uint8, p rtp.Packet) bool {
	defer l.arm()
	for range maxFeeds {
		switch l.Feed(q.Now(), cid, p) {
		case nil:
			return true
		case osmux.ErrFull:
			l.deliver(q, q.Now())
		default:
			return false
		}
	}
	return false
}

// deliver sends the batch to the peer.
func (l *osmuxLink) deliver(q *pktio.Queue, now int64) {
	n := l.hub.shard(q)
	f := l.hub.flow(&l.peer)
	p := q.Alloc()
	if p == nil || f == nil {
		if len(l.Deliver(now, l.hub.scratch[:0])) > 0 {
			n.Add(trunkOsmuxPacketsDropped, 1)
		}
		if p != nil {
			q.Free(p)
		}
		return
	}
	p.Data = l.Deliver(now, p.Data)
	if len(p.Data) == 0 {
		q.Free(p)
		return
	}
	if l.hub.tapped.Load() != 0 {
		l.showBatch(p.Data, now)
	}
	n.Add(trunkOsmuxPacketsSent, 1)
	f.Send(p, &l.peer)
}
