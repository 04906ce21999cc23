package stats

import (
	"sync"
	"time"

	"osmo-mgw-go/logging"
)

// Registry holds the groups and the reporters of a program.
type Registry struct {
	Catalogue
	log logging.Logger

	groups groupList[*Group]
	gauges groupList[*Gauges]

	figures sync.Mutex // guards what is remembered of counters, and tick
	tick    uint64

	reporting sync.Mutex // one report after another; guards what is below
	interval  int        // seconds; 0: never
	reporters []*Reporter
	running   bool

	changed chan struct{} // the interval has
	stop    chan struct{}
	done    chan struct{}
}

// DefaultInterval is the number of seconds between reports.
const DefaultInterval = 5

// NewRegistry makes an empty registry whose log reporters write to log. Its rates stand still until Start.
func NewRegistry(log logging.Logger) *Registry {
	return &Registry{log: log, interval: DefaultInterval, changed: make(chan struct{}, 1)}
}

// NewGroup makes a group of rate counters, all 0. name is its text name, or empty.
func (r *Registry) NewGroup(d *GroupDesc, name string, options ...Option) *Group {
	r.Declare(d)
	g := newGroup(r, d, identify(d.Name, name, options))
	r.groups.add(g, &g.identity)
	return g
}

// AddSource makes a group that shows what somebody else counts: read fills in the present values, which never fall. It is
// called from the registry's and other goroutines, one at a time, and must not call the registry.
func (r *Registry) AddSource(d *GroupDesc, name string, read func(values []uint64), options ...Option) *Group {
	r.Declare(d)
	g := &Group{identity: identify(d.Name, name, options), desc: d, registry: r, read: read}
	g.room()
	r.groups.add(g, &g.identity)
	return g
}

// NewGauges makes a group of gauges, all 0.
func (r *Registry) NewGauges(d *GaugeGroupDesc, name string, options ...Option) *Gauges {
	r.DeclareGauges(d)
	g := &Gauges{identity: identify(d.Name, name, options), desc: d, registry: r, items: make([]gauge, len(d.Gauges))}
	r.gauges.add(g, &g.identity)
	return g
}

// AddGaugeSource makes a group of gauges that shows what somebody else knows; as AddSource.
func (r *Registry) AddGaugeSource(d *GaugeGroupDesc, name string, read func(values []int64), options ...Option) *Gauges {
	r.DeclareGauges(d)
	g := &Gauges{identity: identify(d.Name, name, options), desc: d, registry: r, read: read, items: make([]gauge, len(d.Gauges))}
	r.gauges.add(g, &g.identity)
	return g
}

func (r *Registry) freeGroup(g *Group) { r.groups.remove(g) }

// Groups returns the groups of rate counters, the newest first.
func (r *Registry) Groups() []*Group { return r.groups.all() }

// GaugeGroups returns the groups of gauges, the newest first.
func (r *Registry) GaugeGroups() []*Gauges { return r.gauges.all() }

// Start cuts rates every second from now on, and reports at the interval, until Close. Prometheus is served from now on; a
// server that cannot be bound is only reported, the program does without it.
func (r *Registry) Start() {
	r.stop, r.done = make(chan struct{}), make(chan struct{})
	go r.run()
	r.reporting.Lock()
	defer r.reporting.Unlock()
	r.running = true
	for _, p := range r.reporters {
		if p.Kind != Prometheus || !p.settings.Enabled {
			continue
		}
		if err := p.out.open(&p.settings); err != nil {
			r.log.Log(logging.LStats, logging.Error, "stats reporter prometheus: cannot listen at %s: %v", p.settings.Bind, err)
		}
	}
}

// Close ends what Start began, and the reporters.
func (r *Registry) Close() {
	if r.stop != nil {
		close(r.stop)
		<-r.done
		r.stop = nil
	}
	for _, p := range r.Reporters() {
		r.RemoveReporter(p)
	}
}

func (r *Registry) run() {
	defer close(r.done)
	second := time.NewTicker(time.Second)
	defer second.Stop()
	report := time.NewTicker(time.Hour)
	defer report.Stop()
	r.rearm(report)
	for {
		select {
		case <-second.C:
			r.Tick()
		case <-report.C:
			r.timedReport()
		case <-r.changed:
			r.rearm(report)
			r.timedReport()
		case <-r.stop:
			return
		}
	}
}

func (r *Registry) rearm(report *time.Ticker) {
	report.Stop()
	if seconds := r.Interval(); seconds > 0 {
		report.Reset(time.Duration(seconds) * time.Second)
	}
}

// Interval is the number of seconds between reports; 0: there are none but those that are asked for.
func (r *Registry) Interval() int {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	return r.interval
}

// SetInterval changes it. A change reports at once, and counts from there.
func (r *Registry) SetInterval(seconds int) {
	r.reporting.Lock()
	changed := r.interval != seconds
	r.interval = seconds
	r.reporting.Unlock()
	if changed {
		select {
		case r.changed <- struct{}{}:
		default: // the goroutine has not seen the last change yet
		}
	}
}
