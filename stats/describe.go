package stats

// Desc is what a counter is called and what it counts.
type Desc struct {
	Name        string // with its colon, as in "crcx:success"
	Description string
}

// GroupDesc declares a group of rate counters; a table that does not change.
type GroupDesc struct {
	Name     string
	Title    string
	Counters []Desc
	// Own says that osmo-mgw does not have the group.
	Own bool
	// PerConnection says that there is one group for each connection. Prometheus shows them at level peer only.
	PerConnection bool
}

// GaugeDesc is what a gauge is called, what it shows, and in what.
type GaugeDesc struct {
	Name        string
	Description string
	Unit        string // empty for plain numbers
}

// GaugeGroupDesc declares a group of gauges.
type GaugeGroupDesc struct {
	Name   string
	Title  string
	Gauges []GaugeDesc
	Own    bool // as in GroupDesc
}

// Option says more about a new group.
type Option func(*identity)

// At gives a group its index; without it the index counts up for every name, in order of creation.
func At(index int) Option { return func(id *identity) { id.index, id.fixed = index, true } }

// InSequence takes the index from the sequence of another group name: osmo-mgw numbers the group e1 with mdcx.
func InSequence(name string) Option { return func(id *identity) { id.sequence = name } }

// OfTrunk names the trunk that a group belongs to: its label in Prometheus.
func OfTrunk(name string) Option { return Label("trunk", name) }

// Label tells a group from others of its name in Prometheus. All groups of a name have the same labels.
func Label(name, value string) Option {
	return func(id *identity) {
		id.labels, id.labelValues = append(id.labels, name), append(id.labelValues, value)
	}
}

// Shards gives a group n shards, numbered from 0, for writers other than the control side.
func Shards(n int) Option { return func(id *identity) { id.shards = n } }

// identity is what a group is known by.
type identity struct {
	name     string // of its kind: "crcx"
	text     string // its own, or empty: "virtual-0:crcx"
	index    int
	fixed    bool
	sequence string
	shards   int

	labels, labelValues []string
}

func identify(name, text string, options []Option) identity {
	id := identity{name: name, text: text, sequence: name}
	for _, o := range options {
		o(&id)
	}
	return id
}
