package osmux

import (
	"errors"
	"fmt"
)

// FrameTime is the duration of a frame in nanoseconds.
const FrameTime = 20_000_000

// What a [Link] is made with if nothing is said.
const (
	DefaultFactor = 4
	DefaultSize   = 1472 // an Ethernet frame without IPv4 and UDP headers
)

// ErrCircuitOpen is returned for opening a circuit twice on a link.
var ErrCircuitOpen = errors.New("osmux: circuit is already open on this link")

// LinkConfig says how a Link batches.
type LinkConfig struct {
	// Factor is how many frames of a circuit go into a batch, 1 to 8; 0 means [DefaultFactor]. A batch waits
	// Factor times 20 ms.
	Factor int
	// Size is the most octets of Osmux in a datagram; 0 means [DefaultSize].
	Size int
	// InitialSeq is the number of each circuit's first chunk.
	InitialSeq uint8
}

// Link is the way to one peer (address and port): the circuits that share its datagrams, and the batch that is being
// gathered.
type Link struct {
	factor     int
	size       int
	initialSeq uint8

	circuits []*circuit // in the order of opening, which is their order in a datagram
	byCID    [CIDs]*circuit

	remaining int // octets left in the batch
	queued    int // packets in it
	dummies   int // circuits that have not spoken yet
	armed     bool
	deadline  int64 // ns
}

// NewLink returns a Link without circuits.
func NewLink(cfg LinkConfig) (*Link, error) {
	if cfg.Factor == 0 {
		cfg.Factor = DefaultFactor
	}
	if cfg.Size == 0 {
		cfg.Size = DefaultSize
	}
	if cfg.Factor < 1 || cfg.Factor > MaxFrames {
		return nil, fmt.Errorf("osmux: batch factor is 1 to %d, not %d", MaxFrames, cfg.Factor)
	}
	if cfg.Size < 1 {
		return nil, fmt.Errorf("osmux: batch size is 1 or more octets, not %d", cfg.Size)
	}
	return &Link{factor: cfg.Factor, size: cfg.Size, initialSeq: cfg.InitialSeq, remaining: cfg.Size}, nil
}

// Open opens the circuit that the peer knows as cid, at time now (ns). With dummy, it fills its place in the batches
// with dummy chunks until its first packet comes.
func (l *Link) Open(now int64, cid uint8, dummy bool) error {
	if l.byCID[cid] != nil {
		return ErrCircuitOpen
	}
	c := &circuit{cid: cid, seq: l.initialSeq, dummy: dummy}
	l.circuits = append(l.circuits, c)
	l.byCID[cid] = c
	if dummy {
		l.dummies++
		if !l.armed {
			l.arm(now)
		}
	}
	return nil
}

// Close closes the circuit cid; what it has in the batch is dropped. Closing what is not open does nothing.
func (l *Link) Close(cid uint8) {
	c := l.byCID[cid]
	if c == nil {
		return
	}
	l.byCID[cid] = nil
	for i := range l.circuits {
		if l.circuits[i] == c {
			l.circuits = append(l.circuits[:i], l.circuits[i+1:]...)
			break
		}
	}
	l.remaining += c.octets()
	l.queued -= c.n
	l.hush(c)
	if l.queued == 0 && l.dummies == 0 {
		l.armed = false
	}
}

// Circuits returns how many circuits are open.
func (l *Link) Circuits() int { return len(l.circuits) }

// Size returns the most octets that [Link.Deliver] appends.
func (l *Link) Size() int { return l.size }

// Deadline returns when (ns) [Link.Deliver] is to be called, if at all. It changes with every call.
func (l *Link) Deadline() (at int64, armed bool) { return l.deadline, l.armed }

func (l *Link) arm(now int64) {
	l.armed, l.deadline = true, now+int64(l.factor)*FrameTime
}

// hush takes back the dummy flag of c, for good.
func (l *Link) hush(c *circuit) {
	if c.dummy {
		c.dummy = false
		l.dummies--
	}
}
