package core

import (
	"crypto/sha256"
	"net/netip"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/mgcp"
)

// request is an MGCP request on its way through the gateway.
type request struct {
	mgcp.Header
	target
	source netip.AddrPort
	octets digest
	now    int64

	parameters mgcp.Parameters
	session    mgcp.Description // if the parameters have SDP
	created    *connection      // by a CRCX that was carried out
}

func (r *request) key() repetitionKey { return repetitionKey{r.source, r.octets} }

// resets tells whether the request empties a whole trunk, as call agents do when they start. Such a request leaves no
// reply behind, so one that is remembered can only be to another request, perhaps of a former life.
func (r *request) resets() bool {
	return r.Verb == mgcp.RestartInProgress || r.Verb == mgcp.DeleteConnection && r.wildcard
}

// object is how log lines name what the request is about.
func (r *request) object() string {
	if r.endpoint != nil {
		return r.endpoint.name
	}
	return r.Endpoint
}

// answer is how a verb ended. A remembered one is kept at the request's endpoint (§7).
type answer struct {
	text       []byte // nil: no reply
	remembered bool
}

func (r *request) fail(code mgcp.Code) answer { return answer{mgcp.Fail(code, r.Transaction), true} }

func (r *request) failUnremembered(code mgcp.Code) answer {
	return answer{mgcp.Fail(code, r.Transaction), false}
}

func (r *request) done() answer { return answer{mgcp.OK(r.Transaction), true} }

// handle takes a datagram through the pipeline (§4) and returns the reply, nil if there is none.
func (g *Gateway) handle(source netip.AddrPort, datagram []byte) []byte {
	count := g.general
	count.add(mgcpReceived)
	header, refusal := mgcp.ParseHeader(datagram)
	if refusal != nil {
		count.add(mgcpParseErrors)
		if refusal.UnknownVerb {
			count.add(mgcpUnhandled)
		}
		g.log.With(source.String()).Log(logging.LMGCP, logging.Notice, "datagram of %d octets is no MGCP request: %.40q", len(datagram), datagram)
		return refusal.Reply()
	}
	r := &request{Header: header, source: source, octets: sha256.Sum256(datagram), now: g.now()}
	if reply, ok := g.repeated(r); ok {
		count.add(mgcpRepeated)
		return reply
	}
	r.target = g.resolve(r.Endpoint)
	if r.endpoint == nil {
		count.add(mgcpNoEndpoint)
		if !r.null && (r.trunk == nil || !r.wildcard) {
			g.log.With(source.String()).Log(logging.LMGCP, logging.Notice, "%s: no endpoint %q", r.Verb, r.Endpoint)
			return mgcp.Fail(mgcp.CodeUnknownEndpoint, r.Transaction)
		}
	} else {
		reply, ok := r.endpoint.recall(r)
		r.endpoint.requests++
		if ok && !r.resets() {
			count.add(mgcpRepeated)
			return reply
		}
	}
	a := g.carryOut(r)
	count.add(mgcpHandled)
	if a.remembered && r.endpoint != nil {
		r.endpoint.remember(r, a.text)
	}
	g.keepForRepetition(r, a.text)
	return a.text
}

func (g *Gateway) carryOut(r *request) answer {
	if r.null && r.Verb != mgcp.AuditEndpoint {
		return r.fail(mgcp.CodeNoResources)
	}
	switch r.Verb {
	case mgcp.CreateConnection:
		return g.createConnection(r)
	case mgcp.ModifyConnection:
		return g.modifyConnection(r)
	case mgcp.DeleteConnection:
		return g.deleteConnection(r)
	case mgcp.AuditEndpoint:
		return g.auditEndpoint(r)
	case mgcp.NotificationRequest:
		return g.requestNotification(r)
	default:
		return g.restart(r)
	}
}
