package core

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/relay"
)

// endpointTap is a tap on an endpoint: on one connection, or on all, also those that come later.
type endpointTap struct {
	connection string // empty: all
	open       func(ConnectionSnapshot) relay.Tap
	taps       map[*connection]relay.Tap
}

// on shows a connection's packets from now on.
func (t *endpointTap) on(c *connection) {
	if c.plane == nil || t.taps[c] != nil || t.connection != "" && c.endpoint.find(t.connection) != c {
		return
	}
	tap := t.open(c.snapshot())
	t.taps[c] = tap
	c.plane.AddTap(tap)
}

// tapsOn attaches the endpoint's taps to a connection that has come to life.
func (e *endpoint) tapsOn(c *connection) {
	for _, t := range e.taps {
		t.on(c)
	}
}

// Tap shows the packets of a connection, or of all that the endpoint has or will have if id is empty, to the taps
// that open makes, until stop is called. Open runs on the control goroutine.
func (g *Gateway) Tap(name, id, who string, open func(ConnectionSnapshot) relay.Tap) (stop func(), err error) {
	t := &endpointTap{connection: id, open: open, taps: make(map[*connection]relay.Tap)}
	var e *endpoint
	if !g.Do(func() {
		if e, err = g.named(name); err != nil {
			return
		}
		if id != "" && e.find(id) == nil {
			err = fmt.Errorf("%w: %s on %s", ErrNoConnection, id, e.name)
			return
		}
		e.taps = append(e.taps, t)
		for _, c := range e.connections {
			t.on(c)
		}
		g.log.With(e.name).Log(logging.LMGCP, logging.Notice, "tapped by %s", who)
	}) {
		err = ErrClosed
	}
	if err != nil {
		return nil, err
	}
	return func() {
		g.Do(func() {
			e.taps = slices.DeleteFunc(e.taps, func(other *endpointTap) bool { return other == t })
			for c, tap := range t.taps {
				if c.plane != nil {
					c.plane.RemoveTap(tap)
				}
			}
			g.log.With(e.name).Log(logging.LMGCP, logging.Notice, "no longer tapped by %s", who)
		})
	}, nil
}

// OsmuxAddress is where the gateway receives Osmux of a family; not valid if it does not.
func (g *Gateway) OsmuxAddress(six bool) (at netip.AddrPort) {
	g.Do(func() {
		text := g.config.Osmux.BindIP
		if six {
			text = g.config.Osmux.BindIPv6
		}
		if addr, err := netip.ParseAddr(text); err == nil {
			at = netip.AddrPortFrom(addr, uint16(g.config.Osmux.Port))
		}
	})
	return at
}

// PlayTone sends a test tone of 1000 Hz to the peer of a connection for a while, in place of everything else, in one of
// the codecs that relay has a tone for: by name as relay.Codec has it. The peer must have said that it takes the codec.
func (g *Gateway) PlayTone(name, id, codec string, d time.Duration) error {
	return g.onConnection(name, id, func(c *connection) error {
		cfg := c.planeConfig()
		for _, offered := range cfg.Codecs.List[:cfg.Codecs.Count] {
			if strings.EqualFold(offered.Name, codec) {
				clip, err := relay.ToneClip(offered)
				if err != nil {
					return err
				}
				c.plane.Play(clip, d)
				g.log.With(c.object()).Log(logging.LMGCP, logging.Notice, "plays a test tone in %s for %v", codec, d)
				return nil
			}
		}
		return fmt.Errorf("the peer of %s did not name %s in its SDP", c.id, codec)
	})
}

// LoopConnection sends what a connection receives back to where it came from, or ends that. An MDCX ends it, too.
func (g *Gateway) LoopConnection(name, id string, on bool) error {
	return g.onConnection(name, id, func(c *connection) error {
		c.mode = c.signalled
		if on {
			c.mode = relay.ModeLoopback
		}
		g.log.With(c.object()).Log(logging.LMGCP, logging.Notice, "mode is %v by the operator", c.mode)
		return c.publish()
	})
}

// named finds an endpoint by its name, as in a request.
func (g *Gateway) named(name string) (*endpoint, error) {
	if e := g.resolve(name).endpoint; e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("%w: %s", ErrNoEndpoint, name)
}

// onConnection runs action on a connection that is in use.
func (g *Gateway) onConnection(name, id string, action func(*connection) error) (err error) {
	if !g.Do(func() {
		var e *endpoint
		if e, err = g.named(name); err != nil {
			return
		}
		c := e.find(id)
		if c == nil || c.plane == nil {
			err = fmt.Errorf("%w: %s on %s", ErrNoConnection, id, e.name)
			return
		}
		err = action(c)
	}) {
		return ErrClosed
	}
	return err
}
