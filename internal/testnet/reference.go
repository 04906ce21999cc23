package testnet

import (
	"fmt"
	"strings"
	"testing"

	"osmo-mgw-go/internal/needs"
)

// StartReference starts Debian's osmo-mgw (1.10) to compare with. Its VTY and CTRL ports are fixed, so it gets an
// address of its own, 127.0.0.9, for everything.
func StartReference(t testing.TB, mgcpLines ...string) *Gateway {
	t.Helper()
	binary := needs.Program(t, "osmo-mgw", "osmo-mgw")
	config := Config{IP: "127.0.0.9", MGCP: 2427, VTY: 4243, CTRL: 4267, RTPFirst: 4002, RTPLast: 16001, Endpoints: 64}
	text := strings.Join(append([]string{
		"log stderr",
		" logging level set-all fatal",
		"line vty",
		" no login",
		" bind " + config.IP,
		"ctrl",
		" bind " + config.IP,
		"mgcp",
		" bind ip " + config.IP,
		fmt.Sprintf(" bind port %d", config.MGCP),
		" rtp bind-ip " + config.IP,
		fmt.Sprintf(" rtp port-range %d %d", config.RTPFirst, config.RTPLast),
		fmt.Sprintf(" number endpoints %d", config.Endpoints),
	}, mgcpLines...), "\n") + "\n"
	g := launch(t, binary, config, text, []Option{Args("-c", "osmo-mgw.cfg")})
	g.WaitReady(t)
	return g
}
