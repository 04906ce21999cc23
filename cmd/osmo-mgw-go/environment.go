package main

import (
	"net/netip"

	"osmo-mgw-go/core"
	"osmo-mgw-go/doctor"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/process"
)

// examineEnvironment raises the limit on open files and logs what of the environment will cost calls or packets, with
// what to do about it.
func (g *gateway) examineEnvironment() {
	log := g.logs.Logger()
	if _, err := process.RaiseNofile(); err != nil {
		log.Log(logging.LGlobal, logging.Error, "%v", err)
	}
	for _, f := range doctor.Examine(environment(g.control.Config(), g.engineConfig()), doctor.ReadFacts()) {
		if f.Severity == doctor.Problem {
			log.Log(logging.LGlobal, logging.Error, "%s: %s; do: %s", f.Check, f.Says, f.Do)
		}
	}
}

// environment is what the configuration asks of the environment.
func environment(c core.Config, engine pktio.Config) doctor.Settings {
	s := doctor.Settings{
		Backend:   engine.Backend,
		Queues:    max(1, engine.Queues),
		QueueCPUs: engine.CPUs,
		PortStart: c.RTP.PortStart,
		PortEnd:   c.RTP.PortEnd,
		Endpoints: c.Endpoints,
	}
	for _, bind := range []struct{ setting, address string }{
		{"bind ip", c.BindIP},
		{"rtp bind-ip", c.RTP.BindIP},
		{"rtp bind-ip-v6", c.RTP.BindIPv6},
		{"osmux bind-ip", c.Osmux.BindIP},
		{"osmux bind-ip-v6", c.Osmux.BindIPv6},
	} {
		if addr, err := netip.ParseAddr(bind.address); err == nil {
			s.Binds = append(s.Binds, doctor.Bind{Setting: bind.setting, Addr: addr})
		}
	}
	return s
}
