package pktio

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"osmo-mgw-go/iobackend"
)

// Addr is a UDP address as the kernel takes it; a comparable value.
type Addr = iobackend.Addr

// AddrFrom and the methods of Addr translate to and from Go's own form.
var AddrFrom = iobackend.AddrFrom

// AddrFromWords undoes Addr.Words.
var AddrFromWords = iobackend.AddrFromWords

// MaxDatagram is the longest datagram that a handler gets whole. A Packet with more octets than this has been cut.
const MaxDatagram = iobackend.MaxDatagram

// Bounds of the configuration.
const (
	MaxQueues   = 64
	MinPool     = 256
	MaxPool     = 4096
	DefaultPool = 1024
	// DefaultWatchdog is a hundred times what the longest turn takes.
	DefaultWatchdog = 3 * time.Second
	// AutoCPU leaves the choice of a queue's CPU to the engine.
	AutoCPU = -1
)

// Coalesce says how long a busy queue gathers packets before it looks at them, in microseconds.
type Coalesce int32

const (
	// CoalesceAuto adds no delay while a queue is idle and at most one millisecond when it is busy.
	CoalesceAuto Coalesce = -1
	// CoalesceOff wakes a queue by every packet.
	CoalesceOff Coalesce = 0
	// MaxCoalesce is the longest that can be asked for.
	MaxCoalesce Coalesce = 10000
)

// String is the value as the operator writes it: "auto", "off" or microseconds.
func (c Coalesce) String() string {
	switch c {
	case CoalesceAuto:
		return "auto"
	case CoalesceOff:
		return "off"
	}
	return strconv.Itoa(int(c))
}

// Select says how a new group finds its queue.
type Select uint8

const (
	// LeastLoaded takes the queue with the fewest groups.
	LeastLoaded Select = iota
	// RoundRobin takes one after the other.
	RoundRobin
	// Hash takes the queue that the group's key falls on.
	Hash
)

var selectNames = [...]string{"least-loaded", "round-robin", "hash"}

// String is the value as the operator writes it.
func (s Select) String() string { return selectNames[s] }

// ParseSelect reads a value as the operator writes it.
func ParseSelect(name string) (Select, error) {
	for i, n := range selectNames {
		if n == name {
			return Select(i), nil
		}
	}
	return 0, fmt.Errorf("no way %q to select a queue; there are least-loaded, round-robin and hash", name)
}

// LogLevel grades what the engine reports; the numbers are those of the project's log levels.
type LogLevel uint8

// Levels of Config.Log.
const (
	LogDebug  LogLevel = 1
	LogInfo   LogLevel = 3
	LogNotice LogLevel = 5
	LogError  LogLevel = 7
)

// Config is what an engine is made with. The zero value is a working one.
type Config struct {
	// Backend is "auto", "epoll", "io_uring" or another registered name; "" is auto.
	Backend string
	// Queues is the number of queues, 1 to MaxQueues; 0 is 1.
	Queues int
	// Pool is the number of packet buffers of a queue, a power of two from MinPool to MaxPool; 0 is DefaultPool.
	Pool int
	// Coalesce gathers packets on busy queues. Mind that the zero value is CoalesceOff.
	Coalesce Coalesce
	// ReceiveBuffer is the least receive buffer of a flow's socket in octets, see the function of that name; 0 leaves it as it is.
	ReceiveBuffer int
	// Select places new groups.
	Select Select
	// CPUs are the CPUs of the queues, AutoCPU where the engine is to choose; queues beyond its end are AutoCPU.
	CPUs []int
	// Allowed are the CPUs that AutoCPU chooses from and that CPUs may name; nil are those that the queue's thread may use when
	// it starts.
	Allowed []int
	// ThreadStart, if set, is called on each queue's thread when it starts, before it is pinned; it may set a
	// scheduling policy and the affinity that the queue pins itself inside of.
	ThreadStart func(queue int)
	// Log, if set, takes what the engine has to report. It is called from queue threads too, never per packet, and must
	// not block.
	Log func(level LogLevel, format string, args ...any)

	// Factory, if set, makes the backends instead of a registered one; Backend is ignored.
	Factory iobackend.Factory
	// Watchdog is how long a queue may be at one turn before it is taken for dead and replaced; 0 is DefaultWatchdog.
	Watchdog time.Duration
	// Manual makes an engine without threads: Step and RunFor run the queues on the caller's goroutine. For tests.
	Manual bool
	// Clock, if set, is the clock instead of the system's: nanoseconds, monotonic, not negative.
	Clock func() int64
}

func (c *Config) setDefaults() error {
	if c.Queues == 0 {
		c.Queues = 1
	}
	if c.Pool == 0 {
		c.Pool = DefaultPool
	}
	if c.Watchdog == 0 {
		c.Watchdog = DefaultWatchdog
	}
	if c.Log == nil {
		c.Log = func(LogLevel, string, ...any) {}
	}
	return errors.Join(checkQueues(c.Queues), checkPool(c.Pool), checkCoalesce(c.Coalesce))
}

func checkQueues(n int) error {
	if n < 1 || n > MaxQueues {
		return fmt.Errorf("%d queues: must be 1 to %d", n, MaxQueues)
	}
	return nil
}

func checkPool(n int) error {
	if n < MinPool || n > MaxPool || n&(n-1) != 0 {
		return fmt.Errorf("pool of %d buffers: must be a power of two from %d to %d", n, MinPool, MaxPool)
	}
	return nil
}

func checkCoalesce(c Coalesce) error {
	if c < CoalesceAuto || c > MaxCoalesce {
		return fmt.Errorf("coalesce %d: must be auto, off or 1 to %d microseconds", c, MaxCoalesce)
	}
	return nil
}
