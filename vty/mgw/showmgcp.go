package mgw

import (
	"errors"
	"fmt"
	"net/netip"

	"osmo-mgw-go/core"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/vty"
)

// showMGCP are the commands about trunks, endpoints and connections. Their answers are osmo-mgw's, to the byte; what we
// know more stands in `show mgcp endpoint NAME rtp`.
func (m *mgw) showMGCP() []vty.Command {
	words := func(more vty.Words) vty.Words {
		all := vty.Words{"mgcp": "Trunks, endpoints and connections"}
		for token, text := range more {
			all[token] = text
		}
		return all
	}
	return []vty.Command{
		{
			Syntax: "show mgcp [stats]",
			Help:   words(vty.Words{"stats": "With counters of connections, trunks and of all"}),
			Run: func(c *vty.Context, a vty.Args) error {
				m.printTrunks(c, false, a.Has(0))
				return nil
			},
		},
		{
			Syntax: "show mgcp active",
			Help:   words(vty.Words{"active": "Endpoints with connections only"}),
			Run: func(c *vty.Context, _ vty.Args) error {
				m.printTrunks(c, true, false)
				return nil
			},
		},
		{
			Syntax: "show mgcp endpoint NAME",
			Help:   words(vty.Words{"endpoint": "One endpoint", "NAME": "Name with @domain, as call agents say it"}),
			Run: func(c *vty.Context, a vty.Args) error {
				e, ok := m.gateway.EndpointSnapshot(a.Word(0))
				if !ok {
					return vty.Failf("endpoint %s not configured", a.Word(0))
				}
				printEndpoint(c, &e, true)
				return nil
			},
		},
		{
			Syntax: "show mgcp trunk <0-64> endpoint NAME",
			Help: words(vty.Words{
				"trunk": "An E1 trunk", "<0-64>": "Number of the trunk",
				"endpoint": "One endpoint", "NAME": "Name with @domain, as it stands in the list",
			}),
			Run: func(c *vty.Context, a vty.Args) error {
				e, err := m.gateway.TrunkEndpointSnapshot(a.Int(0), a.Word(1))
				switch {
				case errors.Is(err, core.ErrNoTrunk):
					return vty.Failf("trunk %d not found", a.Int(0))
				case err != nil:
					return vty.Failf("endpoint %s not configured on trunk %d", a.Word(1), a.Int(0))
				}
				printEndpoint(c, &e, true)
				return nil
			},
		},
		{
			Syntax: "show mgcp endpoint NAME rtp", Own: true,
			Help: words(vty.Words{
				"endpoint": "One endpoint", "NAME": "Name with @domain, as call agents say it",
				"rtp": "Both ways of each connection, and why there may be no audio",
			}),
			Run: m.showDiagnosis,
		},
	}
}

// trunkName is how trunks are called in the VTY.
func trunkName(kind core.TrunkKind) string {
	if kind == core.E1Trunk {
		return "E1"
	}
	return "Virtual"
}

func (m *mgw) printTrunks(c *vty.Context, activeOnly, stats bool) {
	for _, trunk := range m.gateway.Snapshot(activeOnly) {
		c.Printf("%s trunk %d with %d endpoints:\n", trunkName(trunk.Kind), trunk.Number, trunk.Size)
		if trunk.Size == 0 {
			c.Printf("No endpoints allocated yet.\n")
			continue
		}
		inUse := false
		for i := range trunk.Endpoints {
			e := &trunk.Endpoints[i]
			inUse = inUse || len(e.Connections) > 0
			printEndpoint(c, e, stats)
			if e.Index < trunk.Size-1 {
				c.Printf("\n")
			}
		}
		if !inUse {
			c.Printf("No endpoints in use.\n")
		}
		if stats {
			m.printTrunkCounters(c, trunk.Kind, trunk.Number)
		}
	}
	if m.gateway.Config().Osmux.Use != core.OsmuxOff {
		c.Printf("Osmux used CID: %d\n", m.gateway.UsedCircuits())
	}
	if stats {
		m.printGeneralCounters(c)
	}
}

// printEndpoint prints an endpoint and its connections, the newest first.
func printEndpoint(c *vty.Context, e *core.EndpointSnapshot, details bool) {
	c.Printf("%s trunk %d endpoint %s:\n", trunkName(e.Kind), e.Trunk, e.Name)
	if e.Available {
		c.Printf("   Availability: available\n")
	} else {
		c.Printf("   Availability: not in service\n")
	}
	if len(e.Connections) == 0 {
		c.Printf("   No active connections\n")
	}
	for i := range e.Connections {
		printConnection(c, &e.Connections[i], details)
	}
}

func printConnection(c *vty.Context, conn *core.ConnectionSnapshot, details bool) {
	circuit := ""
	if conn.Kind == relay.KindOsmux {
		circuit = fmt.Sprintf(" CID=%d", conn.OsmuxLocal)
	}
	c.Printf("   CONN: (%s/rtp C:%s r=%s:%d<->l=%s:%d%s)\n",
		conn.CallID, conn.ID, remoteAddress(conn.Remote), conn.RemotePort, conn.Local, conn.LocalPort, circuit)
	if !details {
		return
	}
	if conn.Timed {
		c.Printf("   Currently remaining timeout (seconds): %d.%06d\n", conn.Remaining.Microseconds()/1e6, conn.Remaining.Microseconds()%1e6)
	}
	c.Printf("   Packets Sent: %d (%d bytes total)\n", conn.Stats.PacketsSent, conn.Stats.OctetsSent)
	c.Printf("   Packets Received: %d (%d bytes total)\n", conn.Stats.PacketsReceived, conn.Stats.OctetsReceived)
	c.Printf("   Timestamp Errs: %d->%d\n", conn.Stats.TimestampErrorsIn, conn.Stats.TimestampErrorsOut)
	c.Printf("   Dropped Packets: %d\n", conn.Stats.Dropped)
	if conn.HasCodec {
		printCodec(c, conn)
	}
	c.Printf("   Output-Enabled: %d Force-PTIME: %d\n", bit(conn.OutputEnabled), bit(conn.ForcePacketTime))
	if conn.Kind == relay.KindOsmux {
		printCircuit(c, conn)
	}
}

func printCodec(c *vty.Context, conn *core.ConnectionSnapshot) {
	codec := &conn.Codec
	c.Printf("   Payload Type: %d Rate: %d Channels: %d \n", codec.PayloadType, codec.Rate, codec.Channels)
	c.Printf("   Frame Duration: %d Frame Denominator: 1000\n", conn.FrameDuration)
	c.Printf("   FPP: 0 Packet Duration: %d\n", conn.PacketTime)
	c.Printf("   Audio-Name: %s Sub-Type: %s\n", codec.FullName, codec.Name)
}

func printCircuit(c *vty.Context, conn *core.ConnectionSnapshot) {
	stats := &conn.Stats.Osmux
	remote := -1
	if conn.OsmuxRemoteKnown {
		remote = int(conn.OsmuxRemote)
	}
	c.Printf("   Osmux:\n")
	c.Printf("    State: %v\n", stats.State)
	c.Printf("    Local CID: %d\n", conn.OsmuxLocal)
	c.Printf("    Remote CID: %d\n", remote)
	c.Printf("    Chunks received: %d (%d bytes total)\n", stats.ChunksReceived, stats.OctetsReceived)
	c.Printf("    RTP Packets encoded (Tx): %d (%d AMR octets total)\n", stats.PacketsSent, stats.SpeechOctetsSent)
	c.Printf("    AMR payloads Dropped (Tx): %d\n", stats.PacketsDropped)
}

// remoteAddress is an address as osmo-mgw prints it.
func remoteAddress(addr netip.Addr) string {
	if !addr.IsValid() {
		return "NULL"
	}
	return addr.String()
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}
