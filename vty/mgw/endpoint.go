package mgw

import (
	"errors"
	"math"
	"net/netip"
	"strings"

	"osmo-mgw-go/core"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/vty"
)

// endpointCommands are those of the enable node that do something to endpoints of E1 trunks. The first argument is the
// trunk's number, the second the endpoint's position.
func (m *mgw) endpointCommands() []vty.Command {
	const trunk, position = "Number of the E1 trunk", "Position in the trunk's list, hexadecimal: 1 is s-1/su32-0, 1d0 is s-31/su8-7"
	return []vty.Command{
		{
			Syntax: "loop-endpoint <0-64> NAME (0|1)", Changes: true,
			Help: vty.Words{
				"loop-endpoint": "Send packets of an endpoint's connections back to where they come from",
				"<0-64>":        trunk, "NAME": position,
				"0": "Back to what the call agent said", "1": "Loop them",
			},
			Run: func(_ *vty.Context, a vty.Args) error {
				return operated(m.gateway.LoopEndpoint(a.Int(0), leadingHex(a.Word(1)), a.Word(2) == "1"), a, "Loopback number")
			},
		},
		{
			Syntax: "tap-rtp <0-64> ENDPOINT CONN (in|out) (A.B.C.D|X:X::X:X) <0-65534>", Changes: true,
			Help: vty.Words{
				"tap-rtp": "Copy packets of a connection to an address, as long as the connection lasts",
				"<0-64>":  trunk, "ENDPOINT": position, "CONN": "Connection id, hexadecimal",
				"in": "What it receives", "out": "What it sends", "<0-65534>": "UDP port",
			},
			Run: m.tapRTP,
		},
		{
			Syntax: "free-endpoint <0-64> NUMBER", Changes: true,
			Help: vty.Words{"free-endpoint": "Delete all connections of an endpoint", "<0-64>": trunk, "NUMBER": position},
			Run: func(_ *vty.Context, a vty.Args) error {
				return operated(m.gateway.FreeEndpoint(a.Int(0), leadingHex(a.Word(1))), a, "Endpoint number")
			},
		},
		{
			Syntax: "reset-endpoint <0-64> NUMBER", Changes: true,
			Help: vty.Words{"reset-endpoint": "Tell the call agent that an endpoint has restarted (RSIP)", "<0-64>": trunk, "NUMBER": position},
			Run: func(_ *vty.Context, a vty.Args) error {
				err := m.gateway.ResetEndpoint(a.Int(0), leadingHex(a.Word(1)))
				if answer := refused(err, a, "Endpoint number"); answer != nil {
					return answer
				}
				if err != nil {
					return vty.Failf("Error -1 sending reset.")
				}
				return nil
			},
		},
		{
			Syntax: "reset-all-endpoints", Changes: true,
			Help: vty.Words{"reset-all-endpoints": "Tell the call agent that all endpoints have restarted (RSIP)"},
			Run: func(*vty.Context, vty.Args) error {
				if m.gateway.ResetAllEndpoints() != nil {
					return vty.Failf("Error -1 during endpoint reset.")
				}
				return nil
			},
		},
	}
}

func (m *mgw) tapRTP(_ *vty.Context, a vty.Args) error {
	direction := relay.TapIn
	if a.Word(3) == "out" {
		direction = relay.TapOut
	}
	to := netip.AddrPortFrom(a.Addr(4), uint16(a.Int(5)))
	err := m.gateway.TapConnection(a.Int(0), leadingHex(a.Word(1)), a.Word(2), direction, to)
	if errors.Is(err, core.ErrNoConnection) {
		return vty.Failf("Conn ID %s is invalid.", a.Word(2))
	}
	return operated(err, a, "Endpoint number")
}

// refused answers what is wrong with trunk or position, in osmo-mgw's words; nil if nothing is.
func refused(err error, a vty.Args, number string) error {
	switch {
	case errors.Is(err, core.ErrNoTrunk):
		return vty.Failf("%%Trunk %d not found in the config.", a.Int(0))
	case errors.Is(err, core.ErrNoEndpoints):
		return vty.Failf("%%Trunk %d has no endpoints allocated.", a.Int(0))
	case errors.Is(err, core.ErrNoEndpoint):
		return vty.Failf("%s %s/%d is invalid.", number, a.Word(1), leadingHex(a.Word(1)))
	}
	return nil
}

// operated answers any error of an operation.
func operated(err error, a vty.Args, number string) error {
	if answer := refused(err, a, number); answer != nil || err == nil {
		return answer
	}
	return percent(err)
}

// leadingHex reads the hexadecimal digits that a word begins with, as C's strtoul does: "xyz" is 0.
func leadingHex(word string) int {
	word = strings.ToLower(word)
	word = strings.TrimPrefix(word, "0x")
	n := 0
	for _, c := range []byte(word) {
		digit := strings.IndexByte("0123456789abcdef", c)
		if digit < 0 {
			break
		}
		if n = n<<4 | digit; n > math.MaxInt32 {
			return math.MaxInt32
		}
	}
	return n
}
