package mgw

import "osmo-mgw-go/vty"

// shutdownWhenIdle ends the program when the last call is over, as the signal USR2 does.
func (m *mgw) shutdownWhenIdle() vty.Command {
	return vty.Command{
		Syntax: "shutdown when-idle", Own: true, Changes: true,
		Help: vty.Words{
			"shutdown":  "End this program",
			"when-idle": "Refuse new connections from now on, and end when the last call is over",
		},
		Run: func(c *vty.Context, _ vty.Args) error {
			c.Printf("No new connections are made from now on (MGCP 403). The program ends when the last call is over.\n")
			m.gateway.Drain(m.shutdown)
			return nil
		},
	}
}
