package core

import (
	"errors"
	"net/netip"
	"sync"

	"osmo-mgw-go/e1"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/stats"
)

// ErrClosed is returned by a gateway that was closed.
var ErrClosed = errors.New("the gateway is closed")

// Options are what a gateway is made with.
type Options struct {
	Plane DataPlane
	Lines *e1.Lines // control goroutine only, once the gateway has started

	// OnThread, if set, is called first thing on the control goroutine ("osmo-mgw"). It may lock the goroutine to its
	// thread.
	OnThread func(name string)

	Log logging.Logger

	// Stats takes the counters; if it is nil they are kept and not shown.
	Stats *stats.Registry
}

// Gateway is the control side. Its exported methods are for any goroutine, unless they say otherwise.
type Gateway struct {
	plane    DataPlane
	sockets  sockets
	lines    *e1.Lines
	onThread func(name string)
	log      logging.Logger
	stats    *stats.Registry
	own      *stats.Group // what osmo-mgw does not count

	calls *calls
	done  sync.WaitGroup // the control goroutine

	// Control goroutine only.

	config  Config
	started bool
	ended   bool
	virtual *trunk
	e1      map[int]*trunk
	trunks  []*trunk // virtual first, then E1 in order of first mention

	ports       *portPool
	freed       freedPorts
	cids        *cidPool
	osmux       osmuxSockets
	repetitions *repetitions
	timers      timers
	general     counterGroup
	created     int // connections since the start
	drain       drain
	server      *server
}

// New makes a gateway with default settings. It has no endpoint and hears nothing until Start. Close ends it.
func New(o Options) *Gateway {
	cfg := DefaultConfig()
	g := &Gateway{
		plane:       o.Plane,
		sockets:     kernel{},
		lines:       o.Lines,
		onThread:    o.OnThread,
		log:         o.Log,
		calls:       newCalls(),
		config:      cfg,
		e1:          map[int]*trunk{},
		ports:       newPortPool(cfg.RTP.PortStart, cfg.RTP.PortEnd),
		freed:       freedPorts{wake: make(chan struct{}, 1)},
		cids:        newCIDPool(),
		repetitions: newRepetitions(),
		stats:       o.Stats,
	}
	if g.lines == nil {
		g.lines = &e1.Lines{}
	}
	if g.onThread == nil {
		g.onThread = func(string) {}
	}
	if g.stats == nil {
		g.stats = stats.NewRegistry(g.log)
	}
	g.virtual = g.newTrunk(VirtualTrunk, cfg.Virtual)
	g.general = counterGroup{g.stats.NewGroup(&generalGroup, "mgw:general")}
	g.own = g.stats.NewGroup(&ownGroup, "")
	declareCounters(g.stats)
	g.trunks = []*trunk{g.virtual}
	g.done.Add(1)
	go g.run()
	return g
}

// Start makes the endpoints of all trunks that are configured and opens the MGCP socket, in this order. If it fails
// nothing is open.
func (g *Gateway) Start() error {
	err := ErrClosed
	g.Do(func() {
		if err = g.config.Validate(); err != nil {
			return
		}
		var server *server
		if server, err = g.listen(); err != nil {
			return
		}
		for _, t := range g.trunks {
			t.open(g.config.Domain, g.config.Endpoints)
		}
		g.started = true
		g.server = server
		g.noteEphemeralPorts()
	})
	return err
}

// Close ends the gateway: the MGCP socket first, then all calls. The data plane stays the caller's to close.
func (g *Gateway) Close() {
	g.Do(func() {
		if g.server != nil {
			g.server.close()
			g.server = nil
		}
		for _, t := range g.trunks {
			t.reset()
		}
		g.ended = true
	})
	g.done.Wait()
}

// HandleDatagram carries out one MGCP request and returns the reply, nil if there is none.
func (g *Gateway) HandleDatagram(source netip.AddrPort, datagram []byte) (reply []byte) {
	g.Do(func() { reply = g.handle(source, datagram) })
	return reply
}

// now is the gateway's clock in nanoseconds.
func (g *Gateway) now() int64 { return g.plane.Now() }
