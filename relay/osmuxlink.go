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

	// late is a batch that had to be closed while there was no packet buffer for it: it waits here for one.
	late  []byte
	waits [pktio.MaxDatagram]byte // its memory
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

// arm sets the timer to the link's deadline, or to the next turn of the queue if a batch waits for a buffer.
func (l *osmuxLink) arm() {
	at, armed := l.Deadline()
	if len(l.late) > 0 {
		at, armed = l.hub.group.Queue().Now()+1, true
	}
	switch {
	case !armed:
		l.timer.Stop()
	case !l.timer.Running() || l.timer.At() != at:
		l.hub.group.StartTimer(&l.timer, at)
	}
}

// HandleTimer sends the batch when its time is up.
func (l *osmuxLink) HandleTimer(_ *pktio.Timer, now int64) {
	q := l.hub.group.Queue()
	l.sendLate(q, now)
	if at, armed := l.Deadline(); armed && at <= now {
		l.deliver(q, now)
	}
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

// deliver ends the batch and sends it to the peer. If the pool is empty it waits for the next turn, when
// what has been sent has left; a second one that finds it waiting is lost.
func (l *osmuxLink) deliver(q *pktio.Queue, now int64) {
	l.sendLate(q, now)
	if len(l.late) > 0 {
		if len(l.Deliver(now, l.hub.scratch[:0])) > 0 {
			l.hub.shard(q).Add(trunkOsmuxPacketsDropped, 1)
		}
		return
	}
	l.late = l.Deliver(now, l.waits[:0])
	l.sendLate(q, now)
}

// sendLate sends the batch that waits, if there is one and a buffer for it.
func (l *osmuxLink) sendLate(q *pktio.Queue, now int64) {
	if len(l.late) == 0 {
		return
	}
	f := l.hub.flow(&l.peer)
	if f == nil {
		l.hub.shard(q).Add(trunkOsmuxPacketsDropped, 1)
		l.late = nil
		return
	}
	p := q.Alloc()
	if p == nil {
		return
	}
	p.Grow(0, len(l.late))
	copy(p.Data, l.late)
	l.late = nil
	if l.hub.tapped.Load() != 0 {
		l.showBatch(p.Data, now)
	}
	l.hub.shard(q).Add(trunkOsmuxPacketsSent, 1)
	f.Send(p, &l.peer)
}
