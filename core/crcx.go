package core

import (
	"osmo-mgw-go/logging"
	"osmo-mgw-go/mgcp"
	"osmo-mgw-go/relay"
)

// createConnection is CRCX (§9.2). Up to the claim nothing is changed; whatever fails behind it releases the endpoint.
func (g *Gateway) createConnection(r *request) answer {
	count := r.trunk.counters.crcx
	refuse := func(code mgcp.Code, item int, why string) answer {
		count.add(item)
		g.log.With(r.object()).Log(logging.LMGCP, logging.Notice, "CRCX refused with %d: %s", code, why)
		return r.fail(code)
	}

	if g.draining() {
		refuse(mgcp.CodeNoFreeEndpoint, crcxUnavailable, "the gateway is about to stop")
		return r.failUnremembered(mgcp.CodeNoFreeEndpoint)
	}
	e := r.endpoint
	if e == nil {
		refuse(mgcp.CodeNoFreeEndpoint, crcxUnavailable, "no endpoint is free")
		return r.failUnremembered(mgcp.CodeNoFreeEndpoint)
	}
	if !e.available() {
		refuse(mgcp.CodeEndpointNotReady, crcxUnavailable, "an overlapping subslot is in use")
		return r.failUnremembered(mgcp.CodeEndpointNotReady)
	}
	if a, ok := g.readParameters(r, count, crcxBadOption, crcxUnknownParameter); !ok {
		return a
	}
	if a, ok := g.readSession(r); !ok {
		return a
	}
	p := &r.parameters
	switch {
	case !p.CallID.Given:
		return refuse(mgcp.CodeUnknownCall, crcxNoCallID, "no call id")
	case p.Mode == "":
		return refuse(mgcp.CodeUnsupportedMode, crcxBadMode, "no mode, or an unknown one")
	case p.ConnectionID.Given:
		return refuse(mgcp.CodeUnexpectedConnection, crcxBadAction, "a connection id, which the gateway chooses")
	case p.Osmux.Given && g.config.Osmux.Use == OsmuxOff:
		return refuse(mgcp.CodeUnsupportedExtension, crcxNoOsmux, "Osmux is off")
	case p.Osmux.Given && e.trunk.kind == E1Trunk:
		return refuse(mgcp.CodeUnsupportedExtension, crcxNoOsmux, "Osmux on an E1 endpoint")
	case !p.Osmux.Given && g.config.Osmux.Use == OsmuxOnly:
		return refuse(mgcp.CodeUnsupportedMode, uncounted, "only Osmux is on")
	}

	otherCall := func() bool {
		return e.claimed && e.callID != p.CallID.Value && !e.ignoreCallID && !p.IgnoreCallID
	}
	if r.trunk.config.ForceRealloc {
		if e.full() {
			e.free(e.connections[0])
		}
		if otherCall() {
			e.release()
		}
	}
	switch {
	case e.full():
		return refuse(mgcp.CodeTooManyConnections, crcxLimit, "the endpoint is full")
	case otherCall():
		return refuse(mgcp.CodeTransient, crcxOtherCall, "the endpoint is in use by call "+e.callID)
	}

	e.ignoreCallID = e.ignoreCallID || p.IgnoreCallID
	if p.Options.Given {
		e.options = p.Options
	}
	if !e.claimed {
		if err := e.claim(p.CallID.Value); err != nil {
			e.release()
			return refuse(mgcp.CodeNoResources, crcxClaim, err.Error())
		}
	}
	c, err := e.newConnection(p.CallID.Value)
	if err != nil {
		e.release()
		return refuse(mgcp.CodeTransient, crcxNoConnection, err.Error())
	}
	if failed := g.setUp(c, r); failed != nil {
		e.release()
		return refuse(failed.code, failed.item, failed.err.Error())
	}

	count.add(crcxSuccess)
	g.log.With(c.object()).Log(logging.LMGCP, logging.Info, "created: %s, %s", c.mode, c.path())
	c.sendDummy()
	r.created = c
	reply := c.reply(r)
	reply.ConnectionID = c.id
	if r.wildcard && r.trunk.kind == VirtualTrunk {
		reply.Endpoint = e.name
	}
	return answer{reply.Text(), true}
}

// failure is why a CRCX could not be finished.
type failure struct {
	code mgcp.Code
	item int // of the crcx counters
	err  error
}

// setUp does steps 17 to 21 of §9.2.
func (g *Gateway) setUp(c *connection, r *request) *failure {
	c.setMode(r.parameters.Mode)
	if err := c.negotiate(r); err != nil {
		return &failure{mgcp.CodeUnsupportedCodec, crcxCodec, err}
	}
	if osmux := r.parameters.Osmux; osmux.Given {
		if err := g.startOsmux(c, osmux); err != nil {
			return &failure{mgcp.CodeTransient, crcxNoOsmux, err}
		}
	}
	c.upgrade()
	if err := g.bind(c); err != nil {
		return &failure{mgcp.CodeUnknownEndpoint, crcxBind, err}
	}
	if err := c.start(); err != nil {
		return &failure{mgcp.CodeUnknownEndpoint, uncounted, err}
	}
	return nil
}

// upgrade makes a plain connection speak Iu UP if that codec was selected. There is no way back (§18).
func (c *connection) upgrade() {
	if codec, ok := c.codec(); ok && c.kind == relay.KindRTP && codec.Name == iuup {
		c.kind = relay.KindIuUP
	}
}

// reply describes our side of the connection (§12).
func (c *connection) reply(r *request) mgcp.ConnectionReply {
	t, g := c.endpoint.trunk, c.endpoint.trunk.gateway
	codec, _ := c.codec()
	reply := mgcp.ConnectionReply{
		Transaction: r.Transaction,
		OsmuxCID:    mgcp.NoCID,
		Session: mgcp.Session{
			ConnectionID: c.id,
			Addr:         c.local,
			Port:         c.localPort,
			Codec:        codec,
			PacketTime:   c.packetTime,
			SendName:     t.config.SendName,
			SendTime:     t.config.SendTime,
		},
	}
	if g.config.LocalIP != "" {
		reply.Session.Addr = g.config.LocalIP
	}
	if c.isOsmux() {
		reply.OsmuxCID = c.osmux.local
		reply.Session.Port = g.osmux.port
	}
	return reply
}
