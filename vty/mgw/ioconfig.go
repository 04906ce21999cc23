package mgw

import (
	"slices"
	"sync"

	"osmo-mgw-go/iobackend"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/vty"
)

// IO are the settings of the node io, and the engine that they act on once it runs.
//
// The file is read before there is an engine: until Attach the settings are only kept, and EngineConfig hands them to
// pktio.New. From then on a change is carried out first and kept when it succeeded. Commands of several sessions take
// turns.
type IO struct {
	mu     sync.Mutex
	cfg    pktio.Config
	engine *pktio.Engine

	counters ioCounters
}

// NewIO returns the defaults.
func NewIO() *IO { return &IO{cfg: defaultIO()} }

func defaultIO() pktio.Config {
	return pktio.Config{
		Backend: iobackend.Auto, Queues: 1, Pool: pktio.DefaultPool, Coalesce: pktio.CoalesceAuto, Select: pktio.LeastLoaded,
	}
}

// EngineConfig returns the settings for pktio.New; the caller adds its hooks.
func (i *IO) EngineConfig() pktio.Config {
	i.mu.Lock()
	defer i.mu.Unlock()
	cfg := i.cfg
	cfg.CPUs = slices.Clone(cfg.CPUs)
	return cfg
}

// Attach makes later changes act on a running engine.
func (i *IO) Attach(engine *pktio.Engine) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.engine = engine
	i.counters.follow(engine)
}

// Engine returns the engine, nil before Attach.
func (i *IO) Engine() *pktio.Engine {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.engine
}

// change carries a change out on the running engine, if there is one, and keeps it if that went well.
func (i *IO) change(live func(*pktio.Engine) error, keep func(*pktio.Config)) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.engine != nil {
		if err := live(i.engine); err != nil {
			return err
		}
		i.counters.follow(i.engine)
	}
	keep(&i.cfg)
	return nil
}

// setCPU keeps the CPU of a queue, which need not be there yet.
func setCPU(cfg *pktio.Config, queue, cpu int) {
	for len(cfg.CPUs) <= queue {
		cfg.CPUs = append(cfg.CPUs, pktio.AutoCPU)
	}
	cfg.CPUs[queue] = cpu
	for last := len(cfg.CPUs) - 1; last >= 0 && cfg.CPUs[last] == pktio.AutoCPU; last-- {
		cfg.CPUs = cfg.CPUs[:last]
	}
}

// nodeIO is the node of the packet engine. Osmo-mgw has no such node.
const nodeIO = "config-io"

// enterIO is the command of the config node.
var enterIO = vty.Command{
	Syntax: "io", Own: true,
	Help:   vty.Words{"io": "The packet engine: backend, queues, CPUs"},
	Doc:    "All its settings may be changed while calls run; no packet is lost by it. A change that cannot be made changes nothing and says why.",
	Enters: nodeIO,
	Run:    enter(nodeIO),
}

// addIO makes the node io.
func (m *mgw) addIO() {
	m.engine.AddNode(vty.Node{
		ID: nodeIO, Parent: vty.Config, Order: orderIO, Blocks: vty.OneBlock("io"), OmitEmpty: true,
		Words: vty.Words{"queue": "One queue", "cpu": "CPU that the queue's thread runs on"},
	})
	m.engine.AddSettings(nodeIO, m.ioBackend(), m.ioQueues(), m.ioCoalesce(), m.ioSelect(), m.ioPool(), m.ioCPU())
}

// changeIO makes the Run of a command of the node.
func (m *mgw) changeIO(live func(e *pktio.Engine, a vty.Args) error, keep func(cfg *pktio.Config, a vty.Args)) func(*vty.Context, vty.Args) error {
	return func(_ *vty.Context, a vty.Args) error {
		err := m.io.change(
			func(e *pktio.Engine) error { return live(e, a) },
			func(cfg *pktio.Config) { keep(cfg, a) },
		)
		if err != nil {
			return vty.Failf("%% Nothing changed: %v", err)
		}
		return nil
	}
}

func (m *mgw) ioBackend() vty.Setting {
	return vty.Setting{
		Order: 10,
		Commands: []vty.Command{{
			Syntax: "backend (auto|epoll|io_uring)", Own: true, Attr: vty.Immediate,
			Help: vty.Words{
				"backend":  "How packets come from the kernel and go to it",
				"auto":     "What " + iobackend.AutoVariable + " in the environment says, else the best that works here (default)",
				"epoll":    "epoll, with one system call per packet",
				"io_uring": "io_uring, with one system call per batch",
			},
			Run: m.changeIO(
				func(e *pktio.Engine, a vty.Args) error { return e.SetBackend(a.Word(0)) },
				func(cfg *pktio.Config, a vty.Args) { cfg.Backend = a.Word(0) }),
		}},
		Write: func(w *vty.Writer, _ any) {
			if backend := m.io.EngineConfig().Backend; backend != iobackend.Auto {
				w.Line("backend %s", backend)
			}
		},
	}
}

func (m *mgw) ioQueues() vty.Setting {
	return vty.Setting{
		Order: 20,
		Commands: []vty.Command{{
			Syntax: "queues <1-64>", Own: true, Attr: vty.Immediate,
			Help: vty.Words{"queues": "Number of queues, each with a thread and a share of the endpoints", "<1-64>": "Queues (default 1)"},
			Run: m.changeIO(
				func(e *pktio.Engine, a vty.Args) error { return e.Resize(a.Int(0)) },
				func(cfg *pktio.Config, a vty.Args) { cfg.Queues = a.Int(0) }),
		}},
		Write: func(w *vty.Writer, _ any) {
			if n := m.io.EngineConfig().Queues; n != 1 {
				w.Line("queues %d", n)
			}
		},
	}
}

func (m *mgw) ioCoalesce() vty.Setting {
	value := func(a vty.Args) pktio.Coalesce {
		switch a.Word(0) {
		case "auto":
			return pktio.CoalesceAuto
		case "off":
			return pktio.CoalesceOff
		}
		return pktio.Coalesce(a.Int(0))
	}
	return vty.Setting{
		Order: 30,
		Commands: []vty.Command{{
			Syntax: "coalesce (off|auto|<1-10000>)", Own: true, Attr: vty.Immediate,
			Help: vty.Words{
				"coalesce":  "How long packets are gathered before they are worked on: less CPU for more delay",
				"off":       "Not at all",
				"auto":      "Up to one millisecond while a queue is busy, else not (default)",
				"<1-10000>": "Microseconds",
			},
			Run: m.changeIO(
				func(e *pktio.Engine, a vty.Args) error { return e.SetCoalesce(value(a)) },
				func(cfg *pktio.Config, a vty.Args) { cfg.Coalesce = value(a) }),
		}},
		Write: func(w *vty.Writer, _ any) {
			if c := m.io.EngineConfig().Coalesce; c != pktio.CoalesceAuto {
				w.Line("coalesce %v", c)
			}
		},
	}
}

func (m *mgw) ioSelect() vty.Setting {
	value := func(a vty.Args) pktio.Select {
		s, _ := pktio.ParseSelect(a.Word(0)) // the syntax lets no other word through
		return s
	}
	return vty.Setting{
		Order: 40,
		Commands: []vty.Command{{
			Syntax: "queue-select (least-loaded|round-robin|hash)", Own: true, Attr: vty.Immediate,
			Help: vty.Words{
				"queue-select": "Which queue an endpoint goes to when a call comes to it",
				"least-loaded": "The one with the fewest (default)",
				"round-robin":  "One after the other",
				"hash":         "The one that its name falls on, always the same",
			},
			Run: m.changeIO(
				func(e *pktio.Engine, a vty.Args) error { e.SetSelect(value(a)); return nil },
				func(cfg *pktio.Config, a vty.Args) { cfg.Select = value(a) }),
		}},
		Write: func(w *vty.Writer, _ any) {
			if s := m.io.EngineConfig().Select; s != pktio.LeastLoaded {
				w.Line("queue-select %v", s)
			}
		},
	}
}

func (m *mgw) ioPool() vty.Setting {
	return vty.Setting{
		Order: 50,
		Commands: []vty.Command{{
			Syntax: "pool <256-4096>", Own: true, Attr: vty.Immediate,
			Help: vty.Words{
				"pool":       "Packet buffers of each queue, 2,048 octets each",
				"<256-4096>": "Buffers, a power of two (default 1024)",
			},
			Run: func(c *vty.Context, a vty.Args) error {
				if n := a.Int(0); n&(n-1) != 0 {
					return vty.Failf("%% A pool has 256, 512, 1024, 2048 or 4096 buffers, not %d", n)
				}
				return m.setPool(c, a)
			},
		}},
		Samples: map[string][]string{"<256-4096>": {"256", "2048"}},
		Write: func(w *vty.Writer, _ any) {
			if n := m.io.EngineConfig().Pool; n != pktio.DefaultPool {
				w.Line("pool %d", n)
			}
		},
	}
}

func (m *mgw) setPool(c *vty.Context, a vty.Args) error {
	return m.changeIO(
		func(e *pktio.Engine, a vty.Args) error { return e.SetPool(a.Int(0)) },
		func(cfg *pktio.Config, a vty.Args) { cfg.Pool = a.Int(0) })(c, a)
}

func (m *mgw) ioCPU() vty.Setting {
	value := func(a vty.Args) int {
		if a.Word(1) == "auto" {
			return pktio.AutoCPU
		}
		return a.Int(1)
	}
	return vty.Setting{
		Order: 60,
		Commands: []vty.Command{{
			Syntax: "queue <0-63> cpu (auto|<0-1023>)", Own: true, Attr: vty.Immediate,
			Help: vty.Words{
				"<0-63>":   "Number of the queue, from 0; it need not be there yet",
				"auto":     "One of those that cpu-sched leaves, in turn (default)",
				"<0-1023>": "Number of the CPU, from 0",
			},
			Run: m.changeIO(
				func(e *pktio.Engine, a vty.Args) error { return e.SetAffinity(a.Int(0), value(a)) },
				func(cfg *pktio.Config, a vty.Args) { setCPU(cfg, a.Int(0), value(a)) }),
		}},
		Write: func(w *vty.Writer, _ any) {
			for queue, cpu := range m.io.EngineConfig().CPUs {
				if cpu != pktio.AutoCPU {
					w.Line("queue %d cpu %d", queue, cpu)
				}
			}
		},
	}
}
