package mgcp

import (
	"fmt"
	"strings"
	"testing"

	"osmo-mgw-go/internal/exchanges"
	"osmo-mgw-go/internal/testnet"
)

// §26: all worked exchanges in order with the binary. Settings change by VTY, as they did when these were recorded.
func TestExchanges(t *testing.T) {
	c := testnet.NewConfig(t)
	recorded := fmt.Sprintf(exchanges.Config, c.MGCP)
	c.MGCPLines = strings.Split(strings.TrimSpace(recorded), "\n")[1:]
	g := testnet.Start(t, c)
	vty := testnet.NewVTY(t, g)
	agent := testnet.NewAgent(t, g)
	var s exchanges.Session
	for _, e := range exchanges.All() {
		if len(e.Settings) > 0 {
			lines := append([]string{"enable", "configure terminal", "mgcp"}, e.Settings...)
			if answer := vty.Commands(t, append(lines, "end")...); strings.Contains(answer, "%") {
				t.Fatalf("%s: %q got %q", e.Name, e.Settings, answer)
			}
		}
		agent.Send(t, s.Request(e))
		if e.Reply == "" {
			// Requests are answered in order: nothing came if the next reply is that to the next request.
			agent.Send(t, []byte("AUEP 9999 null@mgw MGCP 1.0\r\n"))
			e.Reply = "200 9999 OK\r\n"
		}
		reply := agent.Receive(t)
		if diff := s.Check(e, reply); diff != "" {
			t.Errorf("%s: %s", e.Name, diff)
		}
	}
}
