package core

import (
	"container/list"
	"crypto/sha256"
	"net/netip"

	"osmo-mgw-go/mgcp"
)

// How many replies are kept, oldest out first.
const (
	maxRepetitions          = 65536
	maxRepetitionsPerSource = 4096
)

// digest stands for the octets of a datagram.
type digest [sha256.Size]byte

// repetitions make requests happen at most once. A request is a repetition when the same octets come again from the same
// address and port within repetitionTime. Whether it gets the first reply again is then decided by what the request did
// (answered.stands). Transaction ids do not matter: call agents begin with 1 in every life.
type repetitions struct {
	byKey    map[repetitionKey]*answered
	all      *list.List                    // of *answered, oldest first
	bySource map[netip.AddrPort]*list.List // likewise
}

type repetitionKey struct {
	source netip.AddrPort
	octets digest
}

// answered is a request that was carried out, and its reply.
type answered struct {
	key   repetitionKey
	at    int64
	verb  mgcp.Verb
	reply []byte

	endpoint   *endpoint
	connection *connection // that a CRCX made
	requests   uint64      // that had named the endpoint by then

	inAll, inSource *list.Element
}

func newRepetitions() *repetitions {
	return &repetitions{byKey: map[repetitionKey]*answered{}, all: list.New(), bySource: map[netip.AddrPort]*list.List{}}
}

// find returns what is kept of the same request.
func (rs *repetitions) find(r *request) *answered {
	a := rs.byKey[r.key()]
	if a == nil || r.now-a.at > repetitionTime {
		return nil
	}
	return a
}

// add keeps the reply to a request, in place of an earlier one to the same.
func (rs *repetitions) add(a *answered) {
	for front := rs.all.Front(); front != nil && a.at-front.Value.(*answered).at > repetitionTime; front = rs.all.Front() {
		rs.remove(front.Value.(*answered))
	}
	if old := rs.byKey[a.key]; old != nil {
		rs.remove(old)
	}
	mine := rs.bySource[a.key.source]
	switch {
	case mine != nil && mine.Len() >= maxRepetitionsPerSource:
		rs.remove(mine.Front().Value.(*answered))
	case rs.all.Len() >= maxRepetitions:
		rs.remove(rs.all.Front().Value.(*answered))
	}
	if mine = rs.bySource[a.key.source]; mine == nil {
		mine = list.New()
		rs.bySource[a.key.source] = mine
	}
	rs.byKey[a.key] = a
	a.inAll, a.inSource = rs.all.PushBack(a), mine.PushBack(a)
}

func (rs *repetitions) remove(a *answered) {
	delete(rs.byKey, a.key)
	rs.all.Remove(a.inAll)
	mine := rs.bySource[a.key.source]
	mine.Remove(a.inSource)
	if mine.Len() == 0 {
		delete(rs.bySource, a.key.source)
	}
}

// stands tells whether the first reply still holds for a repetition:
//   - of a CRCX, while the connection it made stands and no later request has named it or its endpoint;
//   - of an MDCX, always;
//   - of a DLCX, if it would find nothing to delete.
func (a *answered) stands(r *request) bool {
	switch a.verb {
	case mgcp.CreateConnection:
		return a.connection.plane != nil && a.requests == a.endpoint.requests
	case mgcp.ModifyConnection:
		return true
	case mgcp.DeleteConnection:
		return !a.wouldDelete(r)
	}
	return false
}

// wouldDelete tells whether a DLCX, carried out now, would find something.
func (a *answered) wouldDelete(r *request) bool {
	e := a.endpoint
	p, code, _ := mgcp.ParseParameters(r.Body)
	if code != 0 || len(e.connections) == 0 || !e.available() || !e.knowsCall(p.CallID) {
		return false
	}
	return !p.ConnectionID.Given || mgcp.CheckConnectionID(p.ConnectionID.Value) == 0 && e.find(p.ConnectionID.Value) != nil
}

// repeated returns the reply to a repetition that is not to be carried out again.
func (g *Gateway) repeated(r *request) (reply []byte, ok bool) {
	a := g.repetitions.find(r)
	if a == nil || !a.stands(r) {
		return nil, false
	}
	return a.reply, true
}

// keepForRepetition keeps the reply to a request whose repetition may have to get it again. What made or changed
// nothing, audits and notification requests are simply carried out again, and so is the reset of a trunk: a call agent
// that starts begins with it, and behind it everything is new.
func (g *Gateway) keepForRepetition(r *request, reply []byte) {
	switch {
	case r.endpoint == nil || r.resets():
		return
	case r.created != nil, r.Verb == mgcp.ModifyConnection, r.Verb == mgcp.DeleteConnection:
		g.repetitions.add(&answered{
			key: r.key(), at: r.now, verb: r.Verb, reply: reply,
			endpoint: r.endpoint, connection: r.created, requests: r.endpoint.requests,
		})
	}
}
