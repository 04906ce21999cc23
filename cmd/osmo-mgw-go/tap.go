package main

import (
	"context"
	"fmt"
	"io"
	"net/netip"

	"osmo-mgw-go/capture"
	"osmo-mgw-go/core"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/vty"
)

// tap is `ssh HOST tap ENDPOINT [CONNECTION]`: it streams what passes the endpoint as pcapng until the client has enough.
func (g *gateway) tap(ctx context.Context, user vty.User, args []string, out io.Writer) error {
	if len(args) < 1 || len(args) > 2 {
		return vty.Failf("%% tap ENDPOINT [CONNECTION], as in: tap rtpbridge/1@mgw | wireshark -k -i -")
	}
	connection := ""
	if len(args) == 2 {
		connection = args[1]
	}
	stream := capture.NewStream(g.plane.Now)
	osmux4, osmux6 := g.control.OsmuxAddress(false), g.control.OsmuxAddress(true)
	stop, err := g.control.Tap(args[0], connection, user.Name, func(c core.ConnectionSnapshot) relay.Tap {
		local, err := netip.ParseAddr(c.Local)
		if err != nil {
			local = netip.IPv4Unspecified()
		}
		osmux := osmux4
		if c.Remote.Is6() {
			osmux = osmux6
		}
		return stream.Conn(netip.AddrPortFrom(local, c.LocalPort), osmux)
	})
	if err != nil {
		return vty.Failf("%% %v", err)
	}
	err = stream.Write(ctx, out)
	stop()
	if n := stream.Dropped(); n > 0 {
		g.logs.Logger().With(args[0]).Log(logging.LMGCP, logging.Notice, "the tap of %s missed %d packets: its reader was too slow", user.Name, n)
	}
	if err != nil {
		return fmt.Errorf("%% %w", err)
	}
	return nil
}
