package relay

import (
	"sync/atomic"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/stats"
)

// osmuxHub is where all Osmux meets: one socket per family, shared by the circuits of all endpoints,
// and the links to the peers (media.md section 12). It is a pktio group of its own:
//
//   - A datagram is cut into chunks here; each travels through a box (chunkbox.go) to the group of its
//     circuit's endpoint, which makes RTP of it (circuit.go).
//   - RTP towards a circuit travels as a message from its endpoint to here, where the link to the peer
//     gathers it with that of other circuits (osmuxlink.go).
//
// The fields below belong to the thread of the hub's queue, but for those that say otherwise.
type osmuxHub struct {
	group   *pktio.Group                  // control side
	open    map[uint8]*circuit            // control side: by our CID
	trunk   *Trunk                        // whose counters it feeds
	figures *stats.Group                  // control side; nil if they are not shown
	off     atomic.Bool                   // Osmux is switched off: what comes in is counted and dropped
	flows   [2]atomic.Pointer[pktio.Flow] // IPv4, IPv6; nil where there is no socket

	tapped   atomic.Int32         // circuits that somebody watches
	circuits [osmux.CIDs]*circuit // by our CID
	links    map[pktio.Addr]*osmuxLink
	scratch  [pktio.MaxDatagram]byte // for batches that cannot be sent

	// Read by anybody.

	tooLong, unreadable, unknown, overrun counter
	lastUnknown                           notice
}

// flow is the socket that reaches an address, nil if there is none of its family.
func (h *osmuxHub) flow(to *pktio.Addr) *pktio.Flow {
	if to.Is4() {
		return h.flows[0].Load()
	}
	return h.flows[1].Load()
}

// shard is the part of the trunk's Osmux counters that the calling queue writes.
func (h *osmuxHub) shard(q *pktio.Queue) *shard { return &h.trunk.osmux[q.Shard()] }

// HandlePacket takes a datagram of a peer apart (media.md section 12.7).
func (h *osmuxHub) HandlePacket(f *pktio.Flow, p *pktio.Packet) {
	q := f.Queue()
	h.shard(q).Add(trunkOsmuxPacketsReceived, 1)
	if h.off.Load() {
		return
	}
	if len(p.Data) > pktio.MaxDatagram {
		h.tooLong.add(1)
		return
	}
	if cid, ok := osmux.LegacyDummy(p.Data); ok {
		h.find(q, cid, &p.From)
		return
	}
	for rest := p.Data; len(rest) > 0; {
		chunk, next, err := osmux.ParseChunk(rest)
		if err != nil {
			h.unreadable.add(1)
			return // nor can the rest be
		}
		if chunk.Kind == osmux.Voice {
			if c := h.find(q, chunk.CID, &p.From); c != nil {
				h.pass(q, c, p, rest[:chunk.Len()])
			} else {
				h.unknown.add(1)
				h.lastUnknown.write(uint32(chunk.CID), &p.From, q.Now())
			}
		}
		rest = next
	}
}

// find looks up the circuit of a chunk or dummy. The address must be that of the circuit's peer; a
// peer behind a NAT becomes known by it.
func (h *osmuxHub) find(q *pktio.Queue, cid uint8, from *pktio.Addr) *circuit {
	c := h.circuits[cid]
	switch {
	case c == nil:
		return nil
	case c.link != nil:
		if c.link.peer != *from {
			return nil
		}
	case !c.config.PeerBehindNAT || !c.config.RemoteCIDKnown || !h.enable(q, c, from):
		return nil
	}
	return c
}

// pass hands a chunk to its circuit's endpoint.
func (h *osmuxHub) pass(q *pktio.Queue, c *circuit, p *pktio.Packet, chunk []byte) {
	if !c.box.put(chunk, &p.From) {
		h.overrun.add(1)
		return
	}
	c.conn.group.PostLetter(q, &c.box.letter, pktio.Message{To: &c.out})
}

// enable opens a circuit on the link to its peer. It is false if another circuit of the same number
// is open there.
func (h *osmuxHub) enable(q *pktio.Queue, c *circuit, peer *pktio.Addr) bool {
	if c.link != nil {
		return true
	}
	l := h.links[*peer]
	if l == nil {
		l = newOsmuxLink(h, *peer, c.config)
	}
	if l.Open(q.Now(), c.config.RemoteCID, c.config.Dummy) != nil {
		c.state.Store(uint32(OsmuxActivating))
		c.log().Log(logging.OSMUX, logging.Error, "remote CID %d at %v is in use by another connection", c.config.RemoteCID, *peer)
		return false
	}
	h.links[*peer] = l
	c.link, c.linkCID = l, c.config.RemoteCID
	c.peer.write(1, peer, q.Now())
	c.state.Store(uint32(OsmuxEnabled))
	c.log().Log(logging.OSMUX, logging.Info, "circuit to %v enabled: CID %d here, %d there", *peer, c.localCID, c.linkCID)
	l.arm()
	return true
}

// disable takes a circuit off its link and forgets it; the last one takes the link with it.
func (h *osmuxHub) disable(c *circuit) {
	if h.circuits[c.localCID] == c {
		h.circuits[c.localCID] = nil
	}
	l := c.link
	if l == nil {
		return
	}
	c.link = nil
	l.Close(c.linkCID)
	l.arm()
	if l.Circuits() == 0 {
		l.timer.Stop()
		delete(h.links, l.peer)
	}
}

// sendDummy sends the dummy that opens the way through a NAT in front of the peer.
func (h *osmuxHub) sendDummy(q *pktio.Queue, to *pktio.Addr, cid uint8) {
	f := h.flow(to)
	if f == nil {
		return
	}
	if p := q.Alloc(); p != nil {
		p.Data = osmux.AppendRemoteDummy(p.Data, cid)
		f.Send(p, to)
	}
}
