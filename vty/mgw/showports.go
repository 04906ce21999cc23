package mgw

import (
	"fmt"
	"os"

	"osmo-mgw-go/vty"
)

// ephemeralPath is where Linux says which ports it gives to sockets that ask for none in particular.
const ephemeralPath = "/proc/sys/net/ipv4/ip_local_port_range"

// showPorts shows how much of the RTP port range is taken.
func (m *mgw) showPorts() vty.Command {
	return vty.Command{
		Syntax: "show rtp ports", Own: true,
		Help: vty.Words{"rtp": "RTP of this gateway", "ports": "The range of ports and how much of it is taken"},
		Run: func(c *vty.Context, _ vty.Args) error {
			ports := m.gateway.Ports()
			pairs := (ports.End + 1 - ports.Start) / 2
			c.Printf("RTP port range %d to %d: %d pairs on each address, next %d\n", ports.Start, ports.End, pairs, ports.Next)
			for _, address := range ports.InUse {
				c.Printf("  %s: %d pairs in use (%d %%)\n", address.Address, address.Pairs, 100*address.Pairs/max(pairs, 1))
			}
			if len(ports.InUse) == 0 {
				c.Printf("  none in use\n")
			}
			if low, high, ok := ephemeralPorts(); ok && low <= ports.End && high >= ports.Start {
				c.Printf("The kernel gives ports %d to %d to any program (%s): some pairs may be taken by others.\n"+
					"Choose another range, or put it into net.ipv4.ip_local_reserved_ports.\n", low, high, ephemeralPath)
			}
			return nil
		},
	}
}

// ephemeralPorts reads the range of ports that the kernel gives to any program.
func ephemeralPorts() (low, high int, ok bool) {
	text, err := os.ReadFile(ephemeralPath)
	if err != nil {
		return 0, 0, false
	}
	n, _ := fmt.Sscan(string(text), &low, &high)
	return low, high, n == 2
}
