package core

import (
	"errors"
	"fmt"
	"net/netip"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/mgcp"
	"osmo-mgw-go/relay"
)

var errNoCircuit = errors.New("all 256 Osmux circuit ids are in use")

// osmuxSockets are the sockets that all circuits share, as they were when they were opened: at the first CRCX that needs
// them (§17). An empty address has none.
type osmuxSockets struct {
	port     uint16
	ip4, ip6 string
}

// startOsmux makes an Osmux connection of a new one: it takes a circuit id, and opens the sockets if they are not there.
func (g *Gateway) startOsmux(c *connection, request mgcp.OsmuxRequest) error {
	if err := g.openOsmux(); err != nil {
		return err
	}
	cid, ok := g.cids.allocate(request)
	if !ok {
		return errNoCircuit
	}
	c.kind = relay.KindOsmux
	c.osmux = osmuxCircuit{local: cid, remote: request.CID, remoteKnown: !request.Wildcard}
	return nil
}

// openOsmux opens the sockets of the families that are configured and not open yet. The port is the same for both.
func (g *Gateway) openOsmux() error {
	o := &g.config.Osmux
	if g.osmux.ip4 == "" && g.osmux.ip6 == "" {
		g.osmux.port = uint16(o.Port)
	}
	open := func(is, configured string) (fd int, err error) {
		if is != "" || configured == "" {
			return -1, nil
		}
		addr, err := netip.ParseAddr(configured)
		if err != nil {
			return -1, err
		}
		fd, optionErr, err := g.sockets.open(netip.AddrPortFrom(addr, g.osmux.port), g.osmuxOptions())
		if optionErr != nil {
			g.log.Log(logging.OSMUX, logging.Error, "socket options: %v", optionErr)
		}
		return fd, err
	}
	fd4, err4 := open(g.osmux.ip4, o.BindIP)
	fd6, err6 := open(g.osmux.ip6, o.BindIPv6)
	if fd4 >= 0 || fd6 >= 0 {
		g.plane.OpenOsmux(g.virtual.plane, fd4, fd6)
		if fd4 >= 0 {
			g.osmux.ip4 = o.BindIP
		}
		if fd6 >= 0 {
			g.osmux.ip6 = o.BindIPv6
		}
	}
	if err := errors.Join(err4, err6); err != nil {
		return fmt.Errorf("osmux: %w", err)
	}
	return nil
}
