package relay

import (
	"errors"
	"math/rand/v2"
	"net/netip"

	"osmo-mgw-go/osmux"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// What can keep an Osmux connection from being set up.
var (
	// ErrOsmuxClosed is returned for an Osmux connection while no Osmux socket is open.
	ErrOsmuxClosed = errors.New("relay: no Osmux socket is open")
	// ErrCircuitTaken is returned when another connection has the same remote CID at the same peer.
	ErrCircuitTaken = errors.New("relay: this remote CID is in use by another connection to the same peer")
)

// OpenOsmux opens Osmux for the connections of a trunk. Each descriptor is a bound, blocking UDP
// socket, or -1 for none of its family; they are the plane's from now on. Opening again adds the
// families that were missing and closes what is there already. Control side.
func (p *Plane) OpenOsmux(t *Trunk, fd4, fd6 int) {
	h := p.osmux
	if h == nil {
		h = &osmuxHub{trunk: t, open: map[uint8]*circuit{}, links: map[pktio.Addr]*osmuxLink{}}
		h.group = p.engine.NewGroup(groupKey("osmux"))
		p.osmux = h
		h.addFigures(p.stats)
	}
	for i, fd := range []int{fd4, fd6} {
		if fd < 0 {
			continue
		}
		f := h.group.Open(fd, h)
		if h.flows[i].Load() != nil {
			f.Close()
			continue
		}
		h.flows[i].Store(f)
	}
}

// CloseOsmux closes the Osmux sockets; all Osmux connections must be closed. Control side.
func (p *Plane) CloseOsmux() {
	if p.osmux != nil {
		p.osmux.group.Close()
		if p.osmux.figures != nil {
			p.osmux.figures.Free()
		}
		p.osmux = nil
	}
}

// SetOsmuxOff says whether Osmux is switched off: datagrams are then counted and dropped. Control side.
func (p *Plane) SetOsmuxOff(off bool) {
	if p.osmux != nil {
		p.osmux.off.Store(off)
	}
}

// setOsmux brings the circuit in line with the configuration: makes it if there is none, and enables
// it as soon as it is known where the peer is and what it calls the circuit.
func (c *Conn) setOsmux(cfg *ConnConfig) error {
	h := c.endpoint.plane.osmux
	if h == nil {
		return ErrOsmuxClosed
	}
	o := c.osmux
	if o == nil {
		o = newCircuit(c, h, cfg.Osmux.LocalCID)
		c.osmux = o
		h.open[o.localCID] = o
		h.group.Do(func(*pktio.Queue) { h.circuits[o.localCID] = o })
	}
	config := cfg.Osmux
	if config.RemoteCIDKnown && !o.playable {
		o.playable = true
		o.regenerator = osmux.NewRegenerator(rtp.Header{
			Sequence: uint16(rand.Uint32()), Timestamp: rand.Uint32(), SSRC: osmux.SSRC(config.RemoteCID, rand.Uint32()),
		})
	}
	h.group.Do(func(*pktio.Queue) {
		if o.link == nil {
			o.config = config
		}
	})
	if config.PeerBehindNAT || !config.RemoteCIDKnown || !peerAt(cfg.Remote).known {
		return nil
	}
	return h.start(o, config.RemoteCID, cfg.Remote)
}

// start enables a circuit towards a known peer.
func (h *osmuxHub) start(o *circuit, remoteCID uint8, remote netip.AddrPort) error {
	peer := pktio.AddrFrom(remote)
	for _, other := range h.open {
		if other == o || !other.enabled() || other.conn.Config().Osmux.RemoteCID != remoteCID {
			continue
		}
		if other.where() == peer {
			return ErrCircuitTaken
		}
	}
	if !o.state.CompareAndSwap(uint32(OsmuxActivating), uint32(OsmuxEnabled)) {
		return nil // enabled before; later addresses do not move it
	}
	o.started = peer
	h.group.Do(func(q *pktio.Queue) { h.enable(q, o, &peer) })
	return nil
}

// where is the peer of an enabled circuit. Control side.
func (o *circuit) where() pktio.Addr {
	if o.started.IsValid() {
		return o.started
	}
	_, addr, _ := o.peer.read()
	return addr
}

// closeOsmux gives a connection's circuit back.
func (c *Conn) closeOsmux() {
	o := c.osmux
	if o == nil {
		return
	}
	if o.hub.open[o.localCID] == o {
		delete(o.hub.open, o.localCID)
	}
	o.state.Store(uint32(OsmuxDisabled))
	o.hub.group.Do(func(*pktio.Queue) { o.hub.disable(o) })
}

// OsmuxReception says what came in on the Osmux sockets and belonged to nobody.
type OsmuxReception struct {
	TooLong     uint64 // datagrams over pktio.MaxDatagram octets
	Unreadable  uint64 // datagrams that were no Osmux from some chunk on
	Unknown     uint64 // voice chunks whose CID or source belongs to no circuit
	Overrun     uint64 // chunks lost because earlier ones of their circuit still waited
	UnknownCID  uint8  // of the last unknown chunk
	UnknownFrom netip.AddrPort
}

// OsmuxReception returns what an operator wants to know when Osmux comes in and no voice goes out. Control side.
func (p *Plane) OsmuxReception() OsmuxReception {
	h := p.osmux
	if h == nil {
		return OsmuxReception{}
	}
	cid, from, _ := h.lastUnknown.read()
	return OsmuxReception{
		TooLong: h.tooLong.get(), Unreadable: h.unreadable.get(), Unknown: h.unknown.get(), Overrun: h.overrun.get(),
		UnknownCID: uint8(cid), UnknownFrom: from.AddrPort(),
	}
}
