package core

import (
	"fmt"
	"os"

	"osmo-mgw-go/logging"
)

// Config returns the settings as they are.
func (g *Gateway) Config() (c Config) {
	g.Do(func() { c = g.config.Clone() })
	return c
}

// Configure changes settings. If the result is not valid nothing changes and the error says why. Each change takes effect
// when its comment in Config says.
func (g *Gateway) Configure(change func(c *Config)) (err error) {
	if !g.Do(func() { err = g.configure(change) }) {
		return ErrClosed
	}
	return err
}

func (g *Gateway) configure(change func(c *Config)) error {
	next := g.config.Clone()
	change(&next)
	if err := next.Validate(); err != nil {
		return err
	}
	before := g.config
	if next.ConnTimeout != before.ConnTimeout {
		g.changeTimeout(next.ConnTimeout)
	}
	g.config = next
	if next.RTP.PortStart != before.RTP.PortStart || next.RTP.PortEnd != before.RTP.PortEnd {
		g.ports.setRange(next.RTP.PortStart, next.RTP.PortEnd)
		if g.started {
			g.noteEphemeralPorts()
		}
	}
	if off := next.Osmux.Use == OsmuxOff; off != (before.Osmux.Use == OsmuxOff) {
		g.plane.SetOsmuxOff(off)
	}
	g.virtual.configure(next.Virtual)
	for _, cfg := range next.E1 {
		t := g.e1[cfg.Number]
		if t == nil {
			t = g.newTrunk(E1Trunk, cfg)
			g.e1[cfg.Number] = t
			g.trunks = append(g.trunks, t)
		}
		t.configure(cfg)
	}
	return nil
}

// configure takes over what acts at once.
func (t *trunk) configure(cfg TrunkConfig) {
	before := t.config
	t.config = cfg
	if cfg.plane() != before.plane() {
		t.plane.SetConfig(cfg.plane())
	}
	if cfg.KeepAlive != before.KeepAlive && t.gateway.started {
		t.restartKeepAlive()
	}
}

// noteEphemeralPorts tells the operator if the kernel gives ports of the RTP range to others, too.
func (g *Gateway) noteEphemeralPorts() {
	const path = "/proc/sys/net/ipv4/ip_local_port_range"
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	var low, high int
	if _, err := fmt.Sscan(string(text), &low, &high); err != nil {
		return
	}
	if start, end := g.config.RTP.PortStart, g.config.RTP.PortEnd; start <= high && end >= low {
		g.log.Log(logging.LMGCP, logging.Notice, "rtp port-range %d %d overlaps with the ports that the kernel gives to any program (%d %d, %s): "+
			"some pairs may be taken; choose another range or set net.ipv4.ip_local_reserved_ports", start, end, low, high, path)
	}
}
