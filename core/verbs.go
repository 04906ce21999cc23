package core

import (
	"osmo-mgw-go/logging"
	"osmo-mgw-go/mgcp"
)

// auditEndpoint tells whether an endpoint could be used (§9.1). The null endpoint always answers: call agents ask it to
// see whether the gateway lives.
func (g *Gateway) auditEndpoint(r *request) answer {
	if !r.null && (r.endpoint == nil || !r.endpoint.available()) {
		return r.failUnremembered(mgcp.CodeEndpointNotReady)
	}
	return r.done()
}

// requestNotification accepts any request for events and signals and does nothing about it (§9.6).
func (g *Gateway) requestNotification(r *request) answer {
	if r.endpoint == nil {
		return r.failUnremembered(mgcp.CodeEndpointNotReady)
	}
	return r.done()
}

// restart is RSIP: the call agent has started anew and knows of no call, so all endpoints of the trunk are released,
// whichever was named (§9.5). There is no reply.
func (g *Gateway) restart(r *request) answer {
	g.log.With(r.trunk.name()).Log(logging.LMGCP, logging.Notice, "RSIP from %s: %d connections deleted", r.source, r.trunk.connections)
	r.trunk.reset()
	return answer{}
}

// knowsCall tells whether a request may speak of the endpoint's call: the call id is absent, equal or not looked at.
func (e *endpoint) knowsCall(callID mgcp.Text) bool {
	return !callID.Given || e.ignoreCallID || callID.Value == e.callID
}

// readParameters reads the parameter lines and counts what is wrong with them.
func (g *Gateway) readParameters(r *request, count counterGroup, badOption, unknown int) (a answer, ok bool) {
	p, code, line := mgcp.ParseParameters(r.Body)
	switch code {
	case 0:
		r.parameters = p
		return answer{}, true
	case mgcp.CodeUnknownParameter:
		count.add(unknown)
	default:
		count.add(badOption)
	}
	g.log.With(r.object()).Log(logging.LMGCP, logging.Notice, "%s refused with %d: %.60q", r.Verb, code, line)
	return r.failUnremembered(code), false
}

// readSession reads the SDP, if there is any.
func (g *Gateway) readSession(r *request) (a answer, ok bool) {
	if !r.parameters.SDP.Given {
		return answer{}, true
	}
	session, err := mgcp.ParseSDP(r.parameters.SDP.Value)
	if err != nil {
		g.log.With(r.object()).Log(logging.LMGCP, logging.Notice, "%s refused with %d: %v", r.Verb, mgcp.CodeProtocolError, err)
		return r.fail(mgcp.CodeProtocolError), false
	}
	r.session = session
	return answer{}, true
}
