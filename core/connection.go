package core

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"osmo-mgw-go/mgcp"
	"osmo-mgw-go/relay"
)

const (
	// defaultPacketTime in ms, until SDP says otherwise.
	defaultPacketTime = 20

	// maxConnectionName is the length at which the call id is cut to name the connection.
	maxConnectionName = 255

	// idDraws is how often a random connection id is drawn until it is free on the endpoint.
	idDraws = 32
)

var errNoConnectionID = errors.New("no free connection id was drawn")

// connection is one leg of a call (§1): what the control side knows of it. Control goroutine only.
type connection struct {
	endpoint *endpoint
	id       string // eight upper-case hex digits, unique on the endpoint
	name     string // the call id, cut
	kind     relay.Kind

	mode      relay.Mode // may be loopback by the operator
	signalled relay.Mode // as MGCP said last
	output    bool       // may send; follows what was signalled

	remoteAddr netip.Addr
	remotePort uint16
	local      string // address; empty until ports are bound
	localPort  uint16 // of RTP; RTCP is one up

	packetTime      int // ms, 0 if unknown
	forcePacketTime bool

	codecs   []mgcp.Codec
	selected int // into codecs, which may be empty

	patchSSRC, patchTimestamp, patchHR bool

	osmux    osmuxCircuit
	watchdog watchdog
	number   int // counts all connections that there ever were
	counters connectionCounters
	tap      *rtpTap       // nil unless the operator taps
	fresh    *freshSockets // bound and not in use yet
	plane    PlaneConn     // nil until the first sockets are in use
}

// osmuxCircuit is a connection's Osmux side, if its kind is KindOsmux.
type osmuxCircuit struct {
	local       int // our circuit id
	remote      uint8
	remoteKnown bool
}

// newConnection puts a connection on an endpoint, with the settings that hold now.
func (e *endpoint) newConnection(callID string) (*connection, error) {
	id := ""
	for range idDraws {
		var random [4]byte
		_, _ = rand.Read(random[:]) // never fails
		if candidate := fmt.Sprintf("%08X", random); e.find(candidate) == nil {
			id = candidate
			break
		}
	}
	if id == "" {
		return nil, errNoConnectionID
	}
	g := e.trunk.gateway
	c := &connection{
		endpoint:       e,
		id:             id,
		name:           callID[:min(len(callID), maxConnectionName)],
		packetTime:     defaultPacketTime,
		patchSSRC:      e.trunk.config.PatchSSRC,
		patchTimestamp: e.trunk.config.PatchTimestamp,
		patchHR:        e.trunk.config.PatchHR,
	}
	if force := g.config.RTP.ForcePacketTime; force != 0 {
		c.packetTime, c.forcePacketTime = force, true
	}
	c.number = g.created
	g.created++
	c.watchdog.init(c)
	c.watchdog.feed()
	e.connections = append(e.connections, c)
	e.trunk.connections++
	return c, nil
}

// object is how log lines name the connection.
func (c *connection) object() string { return c.endpoint.name + " C:" + c.id }

// path tells log lines between which addresses media goes.
func (c *connection) path() string {
	local := net.JoinHostPort(c.local, strconv.Itoa(int(c.localPort)))
	if !c.remoteKnown() {
		return local + " <-> unknown peer"
	}
	return local + " <-> " + netip.AddrPortFrom(c.remoteAddr, c.remotePort).String()
}

func (c *connection) isOsmux() bool { return c.kind == relay.KindOsmux }

// modes are MGCP's modes as the packets' side has them.
var modes = map[mgcp.Mode]relay.Mode{
	mgcp.RecvOnly: relay.ModeRecvOnly,
	mgcp.SendOnly: relay.ModeSendOnly,
	mgcp.SendRecv: relay.ModeSendRecv,
	mgcp.ConfEcho: relay.ModeConfEcho,
	mgcp.Loopback: relay.ModeLoopback,
}

// setMode takes a mode from a request over.
func (c *connection) setMode(m mgcp.Mode) {
	c.signalled = modes[m]
	c.mode = c.signalled
	c.output = c.mode.OutputEnabled()
}

// remoteKnown tells whether there is an address to choose our own by (§13.1).
func (c *connection) remoteKnown() bool {
	return c.remoteAddr.IsValid() && !c.remoteAddr.Unmap().IsUnspecified()
}

// codec returns the codec that was selected; ok is false after a codec was refused.
func (c *connection) codec() (codec mgcp.Codec, ok bool) {
	if c.selected >= len(c.codecs) {
		return mgcp.Codec{}, false
	}
	return c.codecs[c.selected], true
}

// planeConfig returns all that the packets' side has to know.
func (c *connection) planeConfig() relay.ConnConfig {
	codecs := make([]relay.Codec, len(c.codecs))
	for i, codec := range c.codecs {
		codecs[i] = relay.Codec{
			PayloadType: codec.PayloadType,
			Name:        codec.Name,
			Rate:        uint32(codec.Rate),
			Channels:    uint8(codec.Channels),
			OctetAlign:  relay.OctetAlign(codec.OctetAlign),
		}
	}
	cfg := relay.ConnConfig{
		Object:         c.object(),
		Kind:           c.kind,
		Mode:           c.mode,
		OutputEnabled:  c.output,
		Codecs:         relay.NewCodecSet(codecs, c.selected),
		PacketDuration: c.packetTime,
		ConstantSSRC:   c.patchSSRC,
		AlignTiming:    c.patchTimestamp,
		ConvertHR:      c.patchHR,
	}
	if c.remoteKnown() {
		cfg.Remote = netip.AddrPortFrom(c.remoteAddr, c.remotePort)
	}
	if c.isOsmux() {
		o := &c.endpoint.trunk.gateway.config.Osmux
		cfg.Osmux = relay.OsmuxConfig{
			LocalCID:       uint8(c.osmux.local),
			RemoteCID:      c.osmux.remote,
			RemoteCIDKnown: c.osmux.remoteKnown,
			PeerBehindNAT:  o.PeerBehindNAT,
			BatchFactor:    o.BatchFactor,
			BatchSize:      o.BatchSize,
			Dummy:          o.Dummy,
		}
	}
	return cfg
}

// publish tells the packets' side how the connection is now.
func (c *connection) publish() error {
	if c.plane == nil {
		return nil
	}
	return c.plane.Update(c.planeConfig())
}

// start takes new sockets into use, if there are any, and publishes the connection. It fails if an Osmux circuit cannot be
// enabled; the sockets stay with the connection.
func (c *connection) start() (err error) {
	g, fresh := c.endpoint.trunk.gateway, c.fresh
	c.fresh = nil
	switch {
	case c.plane == nil:
		if c.plane, err = c.endpoint.plane.AddConn(c.planeConfig(), fresh.rtp, fresh.rtcp); err != nil {
			c.plane = nil
			g.ports.release(c.local, int(c.localPort))
			return err
		}
		c.counters = c.endpoint.trunk.newConnectionCounters(c.kind, c.number, c.plane)
		c.endpoint.tapsOn(c)
		return nil
	case fresh != nil:
		c.plane.Rebind(fresh.rtp, fresh.rtcp, g.freed.later(fresh.oldAddress, fresh.oldPort))
	}
	return c.publish()
}

// close gives back all that the connection holds.
func (c *connection) close() {
	g := c.endpoint.trunk.gateway
	c.watchdog.stop()
	c.endpoint.trunk.countEnd(c)
	c.counters.free()
	if c.isOsmux() {
		g.cids.release(c.osmux.local)
	}
	if c.plane != nil {
		freed, tap := g.freed.later(c.local, c.localPort), c.tap
		c.plane.Close(func() {
			if tap != nil {
				tap.close()
			}
			freed()
		})
		c.plane = nil
	}
}
