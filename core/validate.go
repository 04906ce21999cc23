package core

import (
	"errors"
	"fmt"
	"net/netip"

	"osmo-mgw-go/e1"
)

const (
	maxDomain    = 255
	maxEndpoints = 65534
	maxPort      = 65534
)

// PortRange makes a range of RTP ports fit pairs: an odd start is lowered, an even end raised by one (§13.2). An end
// below the start is refused.
func PortRange(start, end int) (int, int, error) {
	if end < start {
		return 0, 0, fmt.Errorf("RTP port range ends (%d) below its start (%d)", end, start)
	}
	return start &^ 1, end | 1, nil
}

// Validate says all that is wrong with the settings. The VTY refuses most of it word by word; this stands behind it.
func (c *Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	address := func(setting, text string, families ...string) {
		addr, err := netip.ParseAddr(text)
		if text == "" && families[0] != "set" {
			return
		}
		check(err == nil && addr.Zone() == "", "%s: %q is not an address", setting, text)
		if err == nil && families[0] == "4" {
			check(addr.Is4(), "%s: %s is not an IPv4 address", setting, text)
		}
		if err == nil && families[0] == "6" {
			check(addr.Is6(), "%s: %s is not an IPv6 address", setting, text)
		}
	}
	number := func(setting string, n, low, high int) {
		check(n >= low && n <= high, "%s: %d is not in the range %d to %d", setting, n, low, high)
	}

	check(c.Domain != "" && len(c.Domain) <= maxDomain, "domain: 1 to %d characters", maxDomain)
	address("bind ip", c.BindIP, "set")
	number("bind port", c.BindPort, 0, maxPort)
	address("call-agent ip", c.CallAgentIP, "any")
	address("local ip", c.LocalIP, "any")
	address("rtp bind-ip", c.RTP.BindIP, "4")
	address("rtp bind-ip-v6", c.RTP.BindIPv6, "6")
	number("rtp port-range start", c.RTP.PortStart, 0, 65535)
	number("rtp port-range end", c.RTP.PortEnd, c.RTP.PortStart, 65535)
	check(c.RTP.PortStart%2 == 0, "rtp port-range: starts at the odd port %d", c.RTP.PortStart)
	number("rtp ip-dscp", c.RTP.DSCP, 0, 63)
	number("rtp socket-priority", c.RTP.Priority, 0, 255)
	check(c.RTP.ForcePacketTime == 0 || c.RTP.ForcePacketTime == 10 || c.RTP.ForcePacketTime == 20 || c.RTP.ForcePacketTime == 40,
		"rtp force-ptime: %d is not 10, 20 or 40", c.RTP.ForcePacketTime)
	address("osmux bind-ip", c.Osmux.BindIP, "4")
	address("osmux bind-ip-v6", c.Osmux.BindIPv6, "6")
	number("osmux port", c.Osmux.Port, 1, 65535)
	number("osmux batch-factor", c.Osmux.BatchFactor, 1, 8)
	number("osmux batch-size", c.Osmux.BatchSize, 1, 65535)
	check(c.Osmux.Use <= OsmuxOnly, "osmux: %d is neither on, off nor only", c.Osmux.Use)
	number("number endpoints", c.Endpoints, 1, maxEndpoints)
	number("conn-timeout", c.ConnTimeout, 0, 65534)
	errs = append(errs, c.Virtual.validate("mgcp"))
	seen := map[int]bool{}
	for _, t := range c.E1 {
		name := fmt.Sprintf("trunk %d", t.Number)
		number(name, t.Number, 0, e1.MaxTrunk)
		check(!seen[t.Number], "%s: comes twice", name)
		seen[t.Number] = true
		errs = append(errs, t.validate(name))
	}
	return errors.Join(errs...)
}

func (t *TrunkConfig) validate(name string) error {
	if t.KeepAlive < KeepAliveOnce || t.KeepAlive > 120 {
		return fmt.Errorf("%s: rtp keep-alive: %d is not in the range 1 to 120", name, t.KeepAlive)
	}
	if t.Line < 0 || t.Line > e1.MaxLine {
		return fmt.Errorf("%s: line: %d is not in the range 0 to %d", name, t.Line, e1.MaxLine)
	}
	return nil
}
