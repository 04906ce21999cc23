package relay

import (
	"slices"
	"sync/atomic"

	"osmo-mgw-go/pktio"
)

// Endpoint is where connections meet: what comes in on one goes out on the others, by their modes.
// While it has connections it is one pktio group, so all of them live on the same queue. Control side.
type Endpoint struct {
	plane *Plane
	trunk *Trunk
	name  string

	group *pktio.Group // nil while there are no connections
	call  atomic.Pointer[call]
}

// call is what the packet path knows of an endpoint: published as a whole when a connection comes,
// goes or changes.
type call struct {
	conns     []*Conn // newest first
	userSpace UserSpace
}

// NewEndpoint adds an endpoint without connections; it costs nothing until one is added. The name
// appears in logs and chooses the queue where the engine goes by a hash.
func (t *Trunk) NewEndpoint(name string) *Endpoint {
	e := &Endpoint{plane: t.plane, trunk: t, name: name}
	e.call.Store(&call{})
	return e
}

// AddConn adds a connection, in front of the older ones, and starts to receive on its two sockets. The
// descriptors are bound, blocking UDP sockets; they belong to the connection from now on, also if
// there is an error: an Osmux circuit that cannot be set up.
func (e *Endpoint) AddConn(cfg ConnConfig, rtpFD, rtcpFD int) (*Conn, error) {
	if e.group == nil {
		e.group = e.plane.engine.NewGroup(groupKey(e.name))
	}
	c := newConn(e)
	rtp := e.group.Open(rtpFD, &c.rtpIn)
	rtcp := e.group.Open(rtcpFD, &c.rtcpIn)
	err := c.publish(cfg, rtp, rtcp)
	e.publish(append([]*Conn{c}, e.call.Load().conns...))
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Conns returns the connections, newest first. Any goroutine.
func (e *Endpoint) Conns() []*Conn { return e.call.Load().conns }

// UserSpace says why packets of this endpoint need this process. Any goroutine.
func (e *Endpoint) UserSpace() UserSpace { return e.call.Load().userSpace }

// publish makes the packet path see these connections, as they are configured now.
func (e *Endpoint) publish(conns []*Conn) {
	e.call.Store(&call{conns: conns, userSpace: needsUserSpace(e.trunk, conns)})
	if slices.ContainsFunc(conns, func(c *Conn) bool { return c.snap.Load().kind == KindIuUP }) {
		e.group.Do(func(*pktio.Queue) { e.startIuUP() })
	}
}

// remove takes a connection out. What is left to do for it on the queue is done there, and with the
// last connection the group goes too.
func (e *Endpoint) remove(c *Conn, last func(*pktio.Queue)) {
	conns := slices.DeleteFunc(slices.Clone(e.call.Load().conns), func(other *Conn) bool { return other == c })
	e.publish(conns)
	e.group.Do(last)
	if len(conns) == 0 {
		e.group.Close()
		e.group = nil
	}
}
