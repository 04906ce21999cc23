package core

import (
	"osmo-mgw-go/logging"
	"osmo-mgw-go/mgcp"
)

// modifyConnection is MDCX (§9.3). What fails late does not undo what was already applied.
func (g *Gateway) modifyConnection(r *request) answer {
	count := r.trunk.counters.mdcx
	note := func(code mgcp.Code, item int, why string) {
		count.add(item)
		g.log.With(r.object()).Log(logging.LMGCP, logging.Notice, "MDCX refused with %d: %s", code, why)
	}
	refuse := func(code mgcp.Code, item int, why string) answer {
		note(code, item, why)
		return r.failUnremembered(code)
	}
	refuseForGood := func(code mgcp.Code, item int, why string) answer {
		note(code, item, why)
		return r.fail(code)
	}

	if r.wildcard {
		return refuseForGood(mgcp.CodeWildcardTooWide, mdcxWildcard, "wildcarded endpoint")
	}
	e := r.endpoint
	if !e.available() {
		return refuse(mgcp.CodeEndpointNotReady, mdcxUnavailable, "an overlapping subslot is in use")
	}
	if a, ok := g.readParameters(r, count, mdcxBadOption, mdcxUnknownParameter); !ok {
		return a
	}
	if a, ok := g.readSession(r); !ok {
		return a
	}
	p := &r.parameters
	switch {
	case len(e.connections) == 0:
		return refuse(mgcp.CodeTransient, mdcxNoConnection, "the endpoint has no connection")
	case !e.knowsCall(p.CallID):
		return refuse(mgcp.CodeUnknownCall, mdcxCallID, "call id is not that of the endpoint")
	case !p.ConnectionID.Given:
		return refuse(mgcp.CodeUnknownConnection, mdcxNoConnectionID, "no connection id")
	}
	if code := mgcp.CheckConnectionID(p.ConnectionID.Value); code != 0 {
		return refuse(code, mdcxConnectionID, "connection id is empty or too long")
	}
	c := e.find(p.ConnectionID.Value)
	if c == nil {
		return refuse(mgcp.CodeUnknownConnection, mdcxConnectionID, "no connection "+p.ConnectionID.Value)
	}
	if c.isOsmux() {
		switch o := p.Osmux; {
		case !o.Given || o.Wildcard:
			return refuse(mgcp.CodeUnknownEndpoint, uncounted, "no circuit id for an Osmux connection")
		case c.osmux.remoteKnown && c.osmux.remote != o.CID:
			return refuse(mgcp.CodeUnknownEndpoint, uncounted, "circuit id differs from the one named before")
		}
	}

	if p.Options.Given {
		e.options = p.Options
	}
	c.watchdog.feed()
	if p.Mode != "" {
		c.setMode(p.Mode)
	} else {
		c.mode = c.signalled // the operator may have looped it
	}
	if err := c.negotiate(r); err != nil {
		_ = c.start() // what was applied holds
		return refuseForGood(mgcp.CodeUnsupportedCodec, uncounted, err.Error())
	}
	c.upgrade()
	if c.isOsmux() {
		c.osmux.remote, c.osmux.remoteKnown = p.Osmux.CID, true
	}
	bindErr := g.bind(c)
	startErr := c.start()
	switch {
	case bindErr != nil:
		return refuseForGood(mgcp.CodeUnknownEndpoint, mdcxBind, bindErr.Error())
	case startErr != nil:
		return refuseForGood(mgcp.CodeUnknownEndpoint, uncounted, startErr.Error())
	}

	count.add(mdcxSuccess)
	g.log.With(c.object()).Log(logging.LMGCP, logging.Info, "modified: %s, %s", c.mode, c.path())
	c.sendDummy()
	return answer{c.reply(r).Text(), true}
}
