package tui

import "time"

// Source hands out what is shown. It is called from the screen's goroutine, and may take a moment.
type Source interface {
	// Snapshot is the state now; with all also endpoints that no call uses. History goes back by span.
	Snapshot(all bool, span time.Duration) Snapshot
	// Log are the lines that were logged since the screen was opened, oldest first, as many as are kept.
	Log() []LogLine
	// SetLogLevel says which lines are kept from now on: debug, info, notice, error or fatal.
	SetLogLevel(level string)
}

// Operator runs VTY commands with the rights of the session that the screen belongs to. Its methods are called one at a
// time, from any goroutine.
type Operator interface {
	// MayAct is false for those who may only look.
	MayAct() bool
	// Prompt is that of the node that Run is in.
	Prompt() string
	// Run runs a line and returns what it prints. It may enter another node, where the next line runs.
	Run(line string) (output string, err error)
	// Act runs lines from the enable node, up to the first that fails, and leaves any node that they entered.
	Act(lines ...string) (output string, err error)
	// Complete completes the last word of a line as far as it is sure; choices are the words it may become, if several.
	Complete(line string) (completed string, choices []string)
}

// Snapshot is the state of the gateway at one moment, as plain data.
type Snapshot struct {
	At        time.Duration // on a clock of the source's own
	Trunks    []Trunk
	Endpoints []Endpoint
	IO        IO
	Queues    []Queue
	Process   Process
	Counters  []Count  // of all queues together: those that have counted something and are no plain traffic
	Drops     []Count  // by reason, of the calls that are up
	Alarms    []string // latest last
	Now       Sample
	History   []Sample // one a second, oldest first
}

// Sample is a second of the gateway's life.
type Sample struct {
	Calls     float64 // endpoints in use
	Received  float64 // datagrams per second
	Sent      float64 // datagrams per second
	CPU       float64 // percent of one CPU
	RSS       float64 // MiB
	Median    float64 // microseconds from a datagram's arrival at the kernel to its departure; half of them take longer
	P99       float64 // likewise; one in a hundred takes longer
	Discarded float64 // datagrams per second that the engine or the kernel dropped on their way out
}

// Trunk is a trunk's share.
type Trunk struct {
	Name        string
	Size, Used  int // endpoints
	Connections int
	Osmux       Osmux
}

// Osmux are figures of Osmux circuits: packets are AMR frames in RTP, datagrams what carries them in batches.
type Osmux struct {
	Circuits          int // of calls that are up
	ChunksReceived    uint64
	OctetsReceived    uint64
	PacketsSent       uint64
	PacketsDropped    uint64
	SpeechOctetsSent  uint64
	DatagramsReceived uint64
	DatagramsSent     uint64
	DatagramsDropped  uint64
}

// Endpoint is an endpoint with its connections, the legs of a call.
type Endpoint struct {
	Name   string
	Trunk  string
	CallID string
	Legs   []Leg
	Reset  string // VTY command that tells the call agent of its restart; empty if there is none
	Free   string // VTY command that deletes its connections; empty if there is none
}

// Leg is a connection.
type Leg struct {
	ID, Kind, Mode, Codec string
	Local, Remote         string // address:port
	PacketTime            int    // ms, 0 if unknown
	Sent, Received        uint64 // packets
	OctetsSent, OctetsIn  uint64
	Dropped               uint64        // for all reasons
	Lost                  int32         // packets of the peer's, if LossKnown
	Jitter                time.Duration // of what the peer sends
	LossKnown             bool
	Silent                time.Duration // since the last packet from the peer; negative: none yet
	LastDrop              string        // reason, where from and when; empty if nothing was dropped
	Findings              []string      // what may be wrong, the likeliest first
	Circuit               string        // of Osmux: state and circuit ids; else empty
}

// IO is the packet engine.
type IO struct {
	Backend, Configured string
	Fallback, Features  string
	Select, Coalesce    string
	Pool                int // buffers of a queue
	Received, Sent      uint64
	OctetsReceived      uint64
	OctetsSent          uint64
	PacketsPerBatch     float64
}

// Queue is a queue of the packet engine.
type Queue struct {
	Index     int
	CPU       string  // number, "any" if it is not pinned; with a star if the configuration names it
	Load      float64 // percent of a CPU that its thread uses; negative: unknown
	Endpoints int
	Received  uint64
	Sent      uint64
	Batches   uint64
	Busy      bool // gathers packets
	Restarts  uint64
	Counters  []Count
}

// Process is what the kernel accounts to the process.
type Process struct {
	Threads, Files int
	Uptime         time.Duration
}

// Count is a counter with its name.
type Count struct {
	Name string
	N    uint64
	Help string
}

// LogLine is a line of the log.
type LogLine struct {
	Time, Category, Level, Text string
}
