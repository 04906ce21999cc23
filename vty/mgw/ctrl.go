package mgw

import (
	"cmp"
	"net"
	"strconv"
	"sync"

	"osmo-mgw-go/ctrl"
	"osmo-mgw-go/vty"
)

// Where the CTRL interface is unless `bind` says otherwise.
const (
	ctrlHost = "127.0.0.1"
	ctrlPort = 4267
)

// CTRLBind is where the CTRL interface listens, and for how many. The address is read once, at start; a later change is
// kept for the next one.
type CTRLBind struct {
	mu       sync.Mutex
	host     string // as typed, "" is the default
	port     int    // 0 is the default, unless it was typed
	has      bool   // a port was typed
	sessions int    // 0 is the default
}

// Address returns host and port for net.Listen.
func (b *CTRLBind) Address() string {
	host, port, _ := b.get()
	if host == "" {
		host = ctrlHost
	}
	return net.JoinHostPort(host, strconv.Itoa(port))
}

func (b *CTRLBind) get() (host string, port int, has bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.has {
		return b.host, ctrlPort, false
	}
	return b.host, b.port, true
}

func (b *CTRLBind) set(host string, port int, has bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.host, b.port, b.has = host, port, has
}

// Sessions is how many clients there may be at once.
func (b *CTRLBind) Sessions() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return cmp.Or(b.sessions, ctrl.DefaultSessions)
}

func (b *CTRLBind) setSessions(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sessions = n
}

// nodeCTRL is the node of the CTRL interface.
const nodeCTRL = "config-ctrl"

// enterCTRL is the command of the config node.
var enterCTRL = vty.Command{
	Syntax: "ctrl",
	Help:   vty.Words{"ctrl": "The CTRL interface, for programs that read counters"},
	Enters: nodeCTRL,
	Run:    enter(nodeCTRL),
}

// addCTRL makes the node ctrl. It is written when an address was configured; with its port, which osmo-mgw loses.
func (m *mgw) addCTRL() {
	m.engine.AddNode(vty.Node{
		ID: nodeCTRL, Parent: vty.Config, Order: orderCTRL, Blocks: vty.OneBlock("ctrl"), OmitEmpty: true,
	})
	m.engine.AddSettings(vty.Config, m.ctrlSessions())
	m.engine.AddSettings(nodeCTRL, vty.Setting{
		Order: 10,
		Commands: []vty.Command{{
			Syntax: "bind A.B.C.D [<0-65535>]",
			Help: vty.Words{
				"bind":      "Where CTRL is answered; read at start only",
				"A.B.C.D":   "IPv4 address of this host (default " + ctrlHost + ")",
				"<0-65535>": "TCP port, 4267 if not given",
			},
			Run: func(_ *vty.Context, a vty.Args) error {
				m.ctrl.set(address(a, 0), a.Int(1), a.Has(1))
				return nil
			},
		}},
		Write: func(w *vty.Writer, _ any) {
			switch host, port, has := m.ctrl.get(); {
			case has:
				w.Line("bind %s %d", host, port)
			case host != "":
				w.Line("bind %s", host)
			}
		},
	})
}

// ctrlSessions bounds the number of clients. It stands outside the node, whose block osmo-mgw is to be able to read.
func (m *mgw) ctrlSessions() vty.Setting {
	return vty.Setting{
		Order: vty.OrderOwn,
		Commands: []vty.Command{{
			Syntax: "ctrl sessions <1-1024>", Own: true,
			Help: vty.Words{
				"ctrl": "The CTRL interface, for programs that read counters", "sessions": "How many clients there may be at once",
				"<1-1024>": "Clients, default 16",
			},
			Doc: "Further clients are told so and turned away. Those that are there stay.",
			Run: func(_ *vty.Context, a vty.Args) error {
				m.ctrl.setSessions(a.Int(0))
				return nil
			},
		}},
		Write: func(w *vty.Writer, _ any) {
			if n := m.ctrl.Sessions(); n != ctrl.DefaultSessions {
				w.Line("ctrl sessions %d", n)
			}
		},
	}
}
