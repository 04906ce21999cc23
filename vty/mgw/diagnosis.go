package mgw

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"osmo-mgw-go/core"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/vty"
)

// silence is how long a stream may pause until the diagnosis speaks of it. Discontinuous transmission sends a comfort
// noise frame at least every 480 ms (3GPP TS 26.093).
const silence = time.Second

// showDiagnosis shows both ways of each connection of an endpoint, and in plain words what may be wrong.
func (m *mgw) showDiagnosis(c *vty.Context, a vty.Args) error {
	e, ok := m.gateway.EndpointSnapshot(a.Word(0))
	if !ok {
		return vty.Failf("endpoint %s not configured", a.Word(0))
	}
	if len(e.Connections) == 0 {
		c.Printf("%s: no connections\n", e.Name)
		return nil
	}
	c.Printf("%s: call %s\n", e.Name, e.CallID)
	for i := range e.Connections {
		conn := &e.Connections[i]
		printWays(c, conn)
		findings := Diagnose(&e, conn)
		if len(findings) == 0 {
			findings = []string{"Nothing wrong is seen."}
		}
		for _, finding := range findings {
			c.Printf("    - %s\n", finding)
		}
	}
	return nil
}

// printWays prints what a connection is and what goes to and fro.
func printWays(c *vty.Context, conn *core.ConnectionSnapshot) {
	codec := "no codec"
	if conn.HasCodec {
		codec = fmt.Sprintf("%s (payload type %d)", conn.Codec.FullName, conn.Codec.PayloadType)
	}
	c.Printf("  Connection %s: %v, %v, %s\n", conn.ID, conn.Kind, conn.Mode, codec)
	c.Printf("    here %s:%d, peer %s:%d\n", conn.Local, conn.LocalPort, remoteAddress(conn.Remote), conn.RemotePort)
	d, s := &conn.Diagnosis, &conn.Stats
	c.Printf("    received: %d packets, %d octets, %s%s\n", s.PacketsReceived, s.OctetsReceived, ago(d.SinceReceived), quality(conn, &d.In))
	c.Printf("    sent:     %d packets, %d octets, %s%s\n", s.PacketsSent, s.OctetsSent, ago(d.SinceSent), quality(conn, &d.Out))
	if drops := dropList(d); drops != "" {
		c.Printf("    dropped: %s\n", drops)
	}
}

// quality is loss and jitter of one direction, as far as they are known.
func quality(conn *core.ConnectionSnapshot, q *relay.Quality) string {
	if !q.Valid {
		return ""
	}
	jitter := ""
	if conn.HasCodec && conn.Codec.Rate > 0 {
		jitter = fmt.Sprintf(", jitter %.1f ms", 1000*float64(q.Jitter)/float64(conn.Codec.Rate))
	}
	return fmt.Sprintf(", %d lost%s", q.Lost, jitter)
}

// dropList says what was dropped and why, the most frequent first.
func dropList(d *relay.Diagnosis) string {
	var reasons []relay.DropReason
	for reason := range relay.DropReasons {
		// Dummies are keep-alives of the peer, and end here by design.
		if reason != relay.DropNone && reason != relay.DropDummy && d.Drops[reason] > 0 {
			reasons = append(reasons, reason)
		}
	}
	slices.SortStableFunc(reasons, func(a, b relay.DropReason) int { return compareDown(d.Drops[a], d.Drops[b]) })
	var parts []string
	for _, reason := range reasons {
		parts = append(parts, fmt.Sprintf("%d %v", d.Drops[reason], reason))
	}
	return strings.Join(parts, ", ")
}

func compareDown(a, b uint64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// Diagnose says in plain words what may be wrong with a connection, the likeliest first.
func Diagnose(e *core.EndpointSnapshot, conn *core.ConnectionSnapshot) []string {
	var findings []string
	say := func(format string, a ...any) { findings = append(findings, fmt.Sprintf(format, a...)) }
	d := &conn.Diagnosis

	known := conn.Remote.IsValid() && conn.RemotePort != 0
	switch {
	case !known:
		say("The call agent has not said yet where the peer is: nothing is sent to it, and nothing that comes is taken.")
	case d.SinceReceived < 0:
		say("No packet has come from the peer.")
	case d.SinceReceived > silence:
		say("No packets from the peer for %s.", seconds(d.SinceReceived))
	}
	if known {
		diagnoseSource(say, conn)
	}
	if types := payloadTypes(d.UnexpectedTypes); types != "" {
		say("Payload type %s arrives, SDP said %s.", types, saidTypes(conn))
	}
	if d.Refused > 0 { // RTCP that is refused is no fault: peers may do without
		say("What we send to %s is refused: %v (%d times, last %s).", d.RefusedAt, d.RefusedError, d.Refused, ago(d.SinceRefused))
	}
	if !conn.HasCodec {
		say("No codec is agreed upon: the call agent's last change was refused.")
	}
	if d.BadVersion > 0 {
		say("%d packets are not RTP version 2.", d.BadVersion)
	}
	if conn.Kind == relay.KindIuUP && d.SinceInitFailed >= 0 {
		say("The peer did not answer the initialisation of Iu UP (given up %s).", ago(d.SinceInitFailed))
	}
	diagnoseMode(say, e, conn)
	return findings
}

// diagnoseSource compares where packets come from with where MGCP said they would.
func diagnoseSource(say func(string, ...any), conn *core.ConnectionSnapshot) {
	d := &conn.Diagnosis
	said := fmt.Sprintf("%s:%d", conn.Remote, conn.RemotePort)
	switch d.LastDrop {
	case relay.DropWrongAddress, relay.DropWrongPort:
		say("Packets arrive from %s, but MGCP said %s (last %s, %d dropped). Address translation on the way, or an old address?",
			d.LastDropFrom, said, ago(d.SinceLastDrop), d.Drops[relay.DropWrongAddress]+d.Drops[relay.DropWrongPort])
	case relay.DropFraming:
		say("The AMR framing that arrives is not what SDP said by octet-align (last %s).", ago(d.SinceLastDrop))
	case relay.DropConversion:
		say("Payloads cannot be converted for the other side (last %s).", ago(d.SinceLastDrop))
	case relay.DropOsmux:
		say("The Osmux circuit is %v, or the peer's frames are not valid (last %s).", conn.Stats.Osmux.State, ago(d.SinceLastDrop))
	}
}

// diagnoseMode says what the mode and the other connections keep from flowing.
func diagnoseMode(say func(string, ...any), e *core.EndpointSnapshot, conn *core.ConnectionSnapshot) {
	switch {
	case conn.Mode != conn.SignalledMode:
		say("Looped by the operator; the call agent said %v.", conn.SignalledMode)
	case conn.Mode == relay.ModeLoopback:
		say("Mode loopback: the peer hears itself.")
	case !conn.OutputEnabled:
		say("Mode %v: nothing is sent to the peer.", conn.Mode)
	case conn.Mode == relay.ModeSendOnly:
		say("Mode sendonly: nothing that comes from the peer is passed on.")
	}
	if conn.Mode == relay.ModeLoopback || e.Kind == core.E1Trunk {
		return
	}
	if len(e.Connections) == 1 {
		say("There is no other connection that media could go to or come from.")
	}
}

// payloadTypes lists the types of a bit set.
func payloadTypes(set [2]uint64) string {
	var list []string
	for word, mask := range set {
		for ; mask != 0; mask &= mask - 1 {
			list = append(list, fmt.Sprint(64*word+bits.TrailingZeros64(mask)))
		}
	}
	return strings.Join(list, ", ")
}

// saidTypes lists the types of a connection's codecs.
func saidTypes(conn *core.ConnectionSnapshot) string {
	var list []string
	for _, codec := range conn.Codecs {
		list = append(list, fmt.Sprint(codec.PayloadType))
	}
	if list == nil {
		return "nothing"
	}
	return strings.Join(list, ", ")
}

// ago is a time since, which is negative for what never happened.
func ago(d time.Duration) string {
	if d < 0 {
		return "never"
	}
	return seconds(d) + " ago"
}

func seconds(d time.Duration) string {
	if d >= time.Minute {
		return d.Round(time.Second).String()
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
