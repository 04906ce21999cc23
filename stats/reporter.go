package stats

import (
	"net/netip"
	"slices"
	"syscall"
)

// Kind is the kind of a reporter.
type Kind uint8

// The kinds of reporters. Prometheus is one that is asked; the others tell.
const (
	Statsd Kind = iota
	Log
	Prometheus
)

// String is the word that commands use.
func (k Kind) String() string { return [...]string{"statsd", "log", "prometheus"}[k] }

// Level is how much in detail a reporter goes. All groups of osmo-mgw are global, so only Prometheus makes a difference.
type Level uint8

// The levels.
const (
	Global Level = iota
	Peer
	Subscriber
)

// String is the word that commands use.
func (l Level) String() string { return [...]string{"global", "peer", "subscriber"}[l] }

// ReporterSettings are what an operator sets of a reporter.
type ReporterSettings struct {
	Enabled     bool
	Level       Level
	Prefix      string // before names; empty: none
	FlushPeriod int    // every so many reports all values are told, changed or not; 0: never

	RemoteIP   netip.Addr // statsd
	RemotePort uint16     // statsd; 0: not known, nothing is sent
	LocalIP    netip.Addr // statsd; not valid: the kernel chooses
	MTU        int        // statsd; 0: a datagram for each value

	Bind netip.AddrPort // Prometheus; bound by Registry.Start at the earliest
}

// DefaultBind is where a Prometheus reporter listens.
var DefaultBind = netip.MustParseAddrPort("127.0.0.1:9427")

// The reasons for which a setting is refused. Callers print them behind what could not be done.
const (
	// ErrNotSupported: this kind of reporter has no such setting.
	ErrNotSupported = syscall.EOPNOTSUPP
	// ErrInvalid: the value is none for it.
	ErrInvalid = syscall.EINVAL
)

// Reporter carries the figures out. Its methods may be called from any goroutine.
type Reporter struct {
	Kind Kind
	Name string // tells reporters of a kind apart; empty for the one without a name

	registry *Registry
	out      output

	// Guarded by the registry's lock for reports.

	settings ReporterSettings
	removed  bool // a session may still be in its node
	all      bool // the next report tells all values
	reports  int  // since all values were told
}

// output is what the kinds of reporters differ in. Called under the lock for reports.
type output interface {
	// open begins with new settings; also called while open. After an error it is closed.
	open(s *ReporterSettings) error
	// counter tells a counter: its increment since the last report and its value.
	counter(s *ReporterSettings, id *identity, name string, increment, value uint64)
	// gauge tells a gauge's highest value since the last report.
	gauge(s *ReporterSettings, id *identity, name, unit string, highest int64)
	// flush ends a report.
	flush(s *ReporterSettings)
	close()
}

// AddReporter returns the reporter of a kind and name; one that is not there yet is made, and disabled.
func (r *Registry) AddReporter(kind Kind, name string) *Reporter {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	if p := r.findReporter(kind, name); p != nil {
		return p
	}
	p := &Reporter{Kind: kind, Name: name, registry: r, settings: ReporterSettings{Bind: DefaultBind}}
	switch kind {
	case Statsd:
		p.out = &statsd{log: r.log}
	case Log:
		p.out = &logReporter{r.log}
	case Prometheus:
		p.out = newPrometheusServer(r)
	}
	r.reporters = append(r.reporters, p)
	return p
}

// FindReporter returns the reporter of a kind and name, or nil.
func (r *Registry) FindReporter(kind Kind, name string) *Reporter {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	return r.findReporter(kind, name)
}

func (r *Registry) findReporter(kind Kind, name string) *Reporter {
	for _, p := range r.reporters {
		if p.Kind == kind && p.Name == name {
			return p
		}
	}
	return nil
}

// RemoveReporter ends a reporter.
func (r *Registry) RemoveReporter(p *Reporter) {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	p.out.close()
	p.removed = true
	r.reporters = slices.DeleteFunc(r.reporters, func(other *Reporter) bool { return other == p })
}

// Reporters returns all reporters in order of creation.
func (r *Registry) Reporters() []*Reporter {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	return slices.Clone(r.reporters)
}

// Settings returns a copy of the settings.
func (p *Reporter) Settings() ReporterSettings {
	p.registry.reporting.Lock()
	defer p.registry.reporting.Unlock()
	return p.settings
}

// change applies a change to the settings. The next report tells all values. Where the output cannot go on with it, the
// reporter is disabled; the setting stays.
func (p *Reporter) change(change func(s *ReporterSettings)) error {
	p.registry.reporting.Lock()
	defer p.registry.reporting.Unlock()
	change(&p.settings)
	p.all = true
	if !p.settings.Enabled || p.removed {
		return nil
	}
	err := p.out.open(&p.settings)
	p.settings.Enabled = err == nil
	return err
}

// Enable makes the reporter part of reports.
func (p *Reporter) Enable() error {
	return p.change(func(s *ReporterSettings) { s.Enabled = true })
}

// Disable takes it out of reports; its settings stay.
func (p *Reporter) Disable() {
	p.registry.reporting.Lock()
	defer p.registry.reporting.Unlock()
	p.out.close()
	p.settings.Enabled = false
}

// SetLevel says how much in detail the reporter goes.
func (p *Reporter) SetLevel(l Level) error {
	return p.change(func(s *ReporterSettings) { s.Level = l })
}

// SetPrefix puts a word before names; empty takes it away.
func (p *Reporter) SetPrefix(prefix string) error {
	return p.change(func(s *ReporterSettings) { s.Prefix = prefix })
}

// SetFlushPeriod makes every n-th report tell all values; 0: none.
func (p *Reporter) SetFlushPeriod(n int) error {
	return p.change(func(s *ReporterSettings) { s.FlushPeriod = n })
}

// SetRemoteIP says where a statsd server is: an IPv4 address.
func (p *Reporter) SetRemoteIP(address string) error {
	a, err := p.ipv4(address)
	if err != nil {
		return err
	}
	return p.change(func(s *ReporterSettings) { s.RemoteIP = a })
}

// SetRemotePort says on which port a statsd server is.
func (p *Reporter) SetRemotePort(port uint16) error {
	if p.Kind != Statsd {
		return ErrNotSupported
	}
	return p.change(func(s *ReporterSettings) { s.RemotePort = port })
}

// SetLocalIP says from which IPv4 address to send; empty leaves that to the kernel.
func (p *Reporter) SetLocalIP(address string) error {
	if address == "" && p.Kind == Statsd {
		return p.change(func(s *ReporterSettings) { s.LocalIP = netip.Addr{} })
	}
	a, err := p.ipv4(address)
	if err != nil {
		return err
	}
	if err := bindable(a); err != nil {
		p.change(func(s *ReporterSettings) { s.LocalIP = a })
		p.Disable()
		return err
	}
	return p.change(func(s *ReporterSettings) { s.LocalIP = a })
}

// SetMTU puts several values into a datagram of at most so many octets, headers included; 0: each its own.
func (p *Reporter) SetMTU(octets int) error {
	if p.Kind != Statsd {
		return ErrNotSupported
	}
	return p.change(func(s *ReporterSettings) { s.MTU = octets })
}

// SetBind says where a Prometheus reporter listens.
func (p *Reporter) SetBind(a netip.AddrPort) error {
	if p.Kind != Prometheus {
		return ErrNotSupported
	}
	return p.change(func(s *ReporterSettings) { s.Bind = a })
}

func (p *Reporter) ipv4(address string) (netip.Addr, error) {
	if p.Kind != Statsd {
		return netip.Addr{}, ErrNotSupported
	}
	a, err := netip.ParseAddr(address)
	if err != nil || !a.Is4() {
		return netip.Addr{}, ErrInvalid
	}
	return a, nil
}
