package core

import (
	"net/netip"
	"time"
)

// repetitionTime is how long after a request the same one counts as a repetition (RFC 3435 section 4.3: T-HIST).
const repetitionTime = int64(30 * time.Second)

// rememberedReply is the last reply that an endpoint keeps (§7). A request of the same call agent with the same
// transaction id gets it again, whatever else it says, for repetitionTime. Requests that are the same to the last octet
// are the business of repetitions.
type rememberedReply struct {
	transaction string
	source      netip.AddrPort
	octets      digest
	text        []byte
	at          int64
	resets      int // of the trunk: a reset forgets it
}

// recall returns the reply that the endpoint remembers for a request.
func (e *endpoint) recall(r *request) (reply []byte, ok bool) {
	m := &e.remembered
	if m.text == nil || m.transaction != r.Transaction || m.source != r.source || m.octets == r.octets ||
		m.resets != e.trunk.resets || r.now-m.at > repetitionTime {
		return nil, false
	}
	return m.text, true
}

func (e *endpoint) remember(r *request, text []byte) {
	e.remembered = rememberedReply{r.Transaction, r.source, r.octets, text, r.now, e.trunk.resets}
}
