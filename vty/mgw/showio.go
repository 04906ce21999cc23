package mgw

import (
	"fmt"

	"osmo-mgw-go/pktio"
	"osmo-mgw-go/vty"
)

// showRuntime names the I/O backend in osmo-mgw's words.
func (m *mgw) showRuntime() vty.Command {
	return vty.Command{
		Syntax: "show runtime",
		Help:   vty.Words{"runtime": "What moves packets: see also \"show io\""},
		Run: func(c *vty.Context, _ vty.Args) error {
			backend := "not started"
			if e := m.io.Engine(); e != nil {
				backend = e.Snapshot().Backend
			}
			c.Printf("osmo-io backend: %s\n", backend)
			return nil
		},
	}
}

// showIO are the commands about the packet engine.
func (m *mgw) showIO() []vty.Command {
	words := vty.Words{"io": "The packet engine", "queues": "Queue by queue"}
	return []vty.Command{
		{
			Syntax: "show io", Own: true, Help: vty.Words{"io": words["io"]},
			Run: m.withEngine(func(c *vty.Context, s pktio.Snapshot) { printIO(c, s) }),
		},
		{
			Syntax: "show io queues", Own: true, Help: words,
			Run: m.withEngine(func(c *vty.Context, s pktio.Snapshot) { printQueues(c, s) }),
		},
	}
}

func (m *mgw) withEngine(show func(*vty.Context, pktio.Snapshot)) func(*vty.Context, vty.Args) error {
	return func(c *vty.Context, _ vty.Args) error {
		e := m.io.Engine()
		if e == nil {
			return vty.Failf("%% The packet engine does not run yet.")
		}
		show(c, e.Snapshot())
		return nil
	}
}

// countersShown stand in lines of their own in printIO and columns in printQueues; of the others only those that have
// counted something are listed.
var countersShown = map[pktio.Counter]bool{
	pktio.RxPackets: true, pktio.RxOctets: true, pktio.TxPackets: true, pktio.TxOctets: true, pktio.Polls: true,
}

func printIO(c *vty.Context, s pktio.Snapshot) {
	c.Printf("Backend: %s (configured: %s)\n", s.Backend, s.Configured)
	if s.Fallback != "" {
		c.Printf("  Not the preferred one: %s\n", s.Fallback)
	}
	if s.Features != "" {
		c.Printf("  Kernel offers: %s\n", s.Features)
	}
	c.Printf("Queues: %d, queue-select %v, coalesce %v, pool %d buffers each\n", len(s.Queues), s.Select, s.Coalesce, s.Pool)
	c.Printf("Received: %d packets, %d octets\n", s.Total(pktio.RxPackets), s.Total(pktio.RxOctets))
	c.Printf("Sent: %d packets, %d octets\n", s.Total(pktio.TxPackets), s.Total(pktio.TxOctets))
	if polls := s.Total(pktio.Polls); polls > 0 {
		c.Printf("Batches: %d, %.1f packets each\n", polls, float64(s.Total(pktio.RxPackets))/float64(polls))
	}
	for counter, info := range pktio.CounterInfo {
		if n := s.Total(pktio.Counter(counter)); n > 0 && !countersShown[pktio.Counter(counter)] {
			c.Printf("  %-18s %12d  %s\n", info.Name, n, info.Help)
		}
	}
	if len(s.Alarms) > 0 {
		c.Printf("Alarms:\n")
		for _, alarm := range s.Alarms {
			c.Printf("  %v\n", alarm)
		}
	}
}

func printQueues(c *vty.Context, s pktio.Snapshot) {
	const columns = "%5s %5s %9s %14s %14s %12s %6s %8s\n"
	c.Printf(columns, "Queue", "CPU", "Endpoints", "Received", "Sent", "Batches", "Busy", "Restarts")
	for _, q := range s.Queues {
		cpu := "any"
		if q.CPU != pktio.AutoCPU {
			cpu = fmt.Sprint(q.CPU)
		}
		if q.PinnedTo != pktio.AutoCPU {
			cpu += "*"
		}
		busy := "no"
		if q.Busy {
			busy = "yes"
		}
		count := func(counter pktio.Counter) string { return fmt.Sprint(q.Counters[counter]) }
		c.Printf(columns, fmt.Sprint(q.Index), cpu, fmt.Sprint(q.Groups), count(pktio.RxPackets), count(pktio.TxPackets),
			count(pktio.Polls), busy, fmt.Sprint(q.Restarts))
	}
	c.Printf("(* said by \"queue N cpu\")\n")
	for _, q := range s.Queues {
		for counter, info := range pktio.CounterInfo {
			if n := q.Counters[counter]; n > 0 && !countersShown[pktio.Counter(counter)] {
				c.Printf("  queue %d: %-18s %12d  %s\n", q.Index, info.Name, n, info.Help)
			}
		}
	}
}
