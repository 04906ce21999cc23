package core

import (
	"net/netip"
	"sync/atomic"
	"time"

	"osmo-mgw-go/relay"
)

// fakePlane remembers what it was told.
type fakePlane struct {
	now   atomic.Int64
	ports *fakeSockets

	osmuxOff bool
	refuse   bool     // circuits
	slow     []func() // what closes sockets, if closing is to take its time
	lazy     bool
}

func (p *fakePlane) Now() int64 { return p.now.Load() }

func (p *fakePlane) NewTrunk(string, relay.TrunkConfig, bool) PlaneTrunk { return &fakeTrunk{plane: p} }

func (p *fakePlane) OpenOsmux(PlaneTrunk, int, int) {}

func (p *fakePlane) SetOsmuxOff(off bool) { p.osmuxOff = off }

type fakeTrunk struct {
	plane *fakePlane
	cfg   relay.TrunkConfig
	stats relay.TrunkStats
}

func (t *fakeTrunk) Stats() relay.TrunkStats { return t.stats }

func (t *fakeTrunk) SetConfig(cfg relay.TrunkConfig)  { t.cfg = cfg }
func (t *fakeTrunk) NewEndpoint(string) PlaneEndpoint { return fakeEndpoint{t.plane} }
func (c *fakeConn) LastActivity() int64               { return c.activity.Load() }
func (c *fakeConn) Diagnosis() relay.Diagnosis        { return relay.Diagnosis{} }
func (c *fakeConn) Remote() netip.AddrPort            { return c.cfg.Remote }
func (c *fakeConn) SendDummy()                        { c.dummies++ }

func (c *fakeConn) AddTap(t relay.Tap) { c.tap = t }

func (c *fakeConn) RemoveTap(relay.Tap) { c.tap = nil }

func (c *fakeConn) Play(clip relay.Clip, d time.Duration) { c.clip, c.played = clip, d }

type fakeEndpoint struct{ plane *fakePlane }

func (e fakeEndpoint) AddConn(cfg relay.ConnConfig, rtpFD, rtcpFD int) (PlaneConn, error) {
	c := &fakeConn{plane: e.plane, rtp: rtpFD, rtcp: rtcpFD}
	if err := c.Update(cfg); err != nil {
		e.plane.ports.close(rtpFD, rtcpFD)
		return nil, err
	}
	return c, nil
}

type fakeConn struct {
	plane     *fakePlane
	cfg       relay.ConnConfig
	rtp, rtcp int
	dummies   int
	closed    bool
	activity  atomic.Int64
	stats     relay.ConnStats
	tap       relay.Tap
	clip      relay.Clip
	played    time.Duration
}

func (c *fakeConn) Update(cfg relay.ConnConfig) error {
	c.cfg = cfg
	o := cfg.Osmux
	if c.plane.refuse && cfg.Kind == relay.KindOsmux {
		return relay.ErrCircuitTaken
	}
	if cfg.Kind == relay.KindOsmux && o.RemoteCIDKnown && cfg.Remote.IsValid() && cfg.Remote.Port() != 0 && !o.PeerBehindNAT {
		c.stats.Osmux.State = relay.OsmuxEnabled
	}
	return nil
}

func (c *fakeConn) Rebind(rtpFD, rtcpFD int, closed func()) {
	c.give(c.rtp, c.rtcp, closed)
	c.rtp, c.rtcp = rtpFD, rtcpFD
}

func (c *fakeConn) Close(closed func()) {
	c.closed = true
	c.give(c.rtp, c.rtcp, closed)
}

// give closes sockets, now or when the test says so.
func (c *fakeConn) give(rtp, rtcp int, closed func()) {
	done := func() {
		c.plane.ports.close(rtp, rtcp)
		closed()
	}
	if c.plane.lazy {
		c.plane.slow = append(c.plane.slow, done)
		return
	}
	done()
}

func (c *fakeConn) Stats() relay.ConnStats { return c.stats }
