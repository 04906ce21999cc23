package core

import (
	"osmo-mgw-go/logging"
	"osmo-mgw-go/mgcp"
	"osmo-mgw-go/relay"
)

// deleteConnection is DLCX (§9.4): of one connection, of all on an endpoint, or of all on a trunk.
func (g *Gateway) deleteConnection(r *request) answer {
	t, e := r.trunk, r.endpoint
	count := t.counters.dlcx
	refuse := func(code mgcp.Code, item int, why string) answer {
		count.add(item)
		g.log.With(r.object()).Log(logging.LMGCP, logging.Notice, "DLCX refused with %d: %s", code, why)
		return r.failUnremembered(code)
	}

	switch {
	case e != nil && !e.available():
		return refuse(mgcp.CodeEndpointNotReady, dlcxUnavailable, "an overlapping subslot is in use")
	case r.wildcard:
		g.log.With(t.name()).Log(logging.LMGCP, logging.Notice, "DLCX of all endpoints from %s: %d connections deleted", r.source, t.connections)
		count.Add(dlcxSuccess, uint64(t.connections))
		t.reset()
		return answer{mgcp.OK(r.Transaction), false}
	case len(e.connections) == 0:
		a := refuse(mgcp.CodeUnknownConnection, dlcxNoConnection, "the endpoint has no connection")
		a.remembered = true
		return a
	}
	if a, ok := g.readParameters(r, count, uncounted, dlcxUnknownParameter); !ok {
		return a
	}
	p := &r.parameters
	if !e.knowsCall(p.CallID) {
		return refuse(mgcp.CodeUnknownCall, dlcxCallID, "call id is not that of the endpoint")
	}
	if !p.ConnectionID.Given {
		g.log.With(e.name).Log(logging.LMGCP, logging.Info, "all %d connections deleted", len(e.connections))
		count.Add(dlcxSuccess, uint64(len(e.connections)))
		e.release()
		return r.done()
	}
	if code := mgcp.CheckConnectionID(p.ConnectionID.Value); code != 0 {
		return refuse(code, dlcxConnectionID, "connection id is empty or too long")
	}
	c := e.find(p.ConnectionID.Value)
	if c == nil {
		return refuse(mgcp.CodeUnknownConnection, dlcxConnectionID, "no connection "+p.ConnectionID.Value)
	}
	reply := mgcp.DeletionReply(r.Transaction, c.statistics())
	g.log.With(c.object()).Log(logging.LMGCP, logging.Info, "deleted")
	count.add(dlcxSuccess)
	e.free(c)
	return answer{reply, true}
}

// statistics are what the call agent gets to know in the end (§21).
func (c *connection) statistics() mgcp.Statistics {
	s := c.plane.Stats()
	return mgcp.Statistics{
		PacketsSent:         s.PacketsSent,
		OctetsSent:          s.OctetsSent,
		PacketsReceived:     s.PacketsReceived,
		OctetsReceived:      s.OctetsReceived,
		PacketsLost:         s.PacketsLost,
		Jitter:              s.Jitter,
		TellErrors:          c.endpoint.trunk.gateway.config.Osmux.Use != OsmuxOff,
		TimestampErrorsIn:   s.TimestampErrorsIn,
		TimestampErrorsOut:  s.TimestampErrorsOut,
		TellOsmux:           c.isOsmux() && s.Osmux.State == relay.OsmuxEnabled,
		OsmuxChunksReceived: s.Osmux.ChunksReceived,
		OsmuxOctetsReceived: s.Osmux.OctetsReceived,
	}
}
