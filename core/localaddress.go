package core

import "errors"

var errNoOsmuxAddress = errors.New("no Osmux bind address is configured for the peer's family")

// localAddress chooses the address of our side of a connection (§13.1).
func (g *Gateway) localAddress(c *connection) (string, error) {
	// Without a peer IPv6 comes first, so that a later MDCX with an IPv4 peer moves the connection.
	pick := func(ip4, ip6 string) string {
		if c.remoteKnown() && c.remoteAddr.Is4() || !c.remoteKnown() && ip6 == "" {
			return ip4
		}
		return ip6
	}
	if c.isOsmux() {
		if local := pick(g.osmux.ip4, g.osmux.ip6); local != "" {
			return local, nil
		}
		return "", errNoOsmuxAddress
	}
	if g.config.RTP.Probing && c.remoteKnown() {
		if local, err := g.sockets.probe(c.remoteAddr); err == nil {
			return local, nil
		}
	}
	if local := pick(g.config.RTP.BindIP, g.config.RTP.BindIPv6); local != "" {
		return local, nil
	}
	return g.config.BindIP, nil
}
