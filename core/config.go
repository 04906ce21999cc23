package core

import "slices"

// Config are the settings of the node mgcp and of the trunks (§2). It is a plain value. Addresses stand as the operator
// typed them; empty is unset. The comments say when a change takes effect: now, for new connections, at start (it is
// kept and needs a restart), or in the next reply.
type Config struct {
	// Domain is the part of an endpoint's name behind the @; "*" takes any. Names of requests: now. Names of endpoints:
	// start.
	Domain string

	BindIP      string // address of the MGCP socket, and last resort for RTP. Start.
	BindPort    int    // start
	CallAgentIP string // the only call agent to listen to, on its port 2727. Start.
	LocalIP     string // announced instead of the address that is bound. Reply.

	RTP   RTPConfig
	Osmux OsmuxConfig

	// Endpoints is the number of endpoints of the virtual trunk, 1 to 65534. Start.
	Endpoints int

	// ConnTimeout is the number of seconds without a packet after which a connection is deleted, 0 for never. A
	// connection's timer takes the value of the time when it is armed.
	ConnTimeout int

	Virtual TrunkConfig
	E1      []TrunkConfig // in order of first mention. A trunk that comes after the start has no endpoints.
}

// RTPConfig are the settings of sockets for RTP and RTCP. All: new.
type RTPConfig struct {
	PortStart, PortEnd int // see PortRange
	BindIP, BindIPv6   string
	Probing            bool // ask the kernel which address it would use towards the peer
	DSCP               int  // 0 to 63, also for Osmux
	Priority           int  // socket priority, 0 to 255, also for Osmux

	// ForcePacketTime is 10, 20 or 40 ms, whatever SDP says; 0 is off.
	ForcePacketTime int
}

// OsmuxUse says whether call agents may ask for Osmux.
type OsmuxUse uint8

// The values of `osmux (on|off|only)`.
const (
	OsmuxOff OsmuxUse = iota
	OsmuxOn
	OsmuxOnly
)

// String is the value as the operator writes it.
func (u OsmuxUse) String() string { return [...]string{"off", "on", "only"}[u] }

// OsmuxConfig are the settings of Osmux. The sockets are opened with the first circuit and stay as they are then; all
// else: new.
type OsmuxConfig struct {
	Use              OsmuxUse
	BindIP, BindIPv6 string
	Port             int
	BatchFactor      int // frames of a circuit in one datagram, 1 to 8
	BatchSize        int // octets of Osmux in one datagram
	Dummy            bool
	PeerBehindNAT    bool
}

// Values of TrunkConfig.KeepAlive other than a number of seconds.
const (
	KeepAliveNever = 0
	KeepAliveOnce  = -1 // one dummy packet at the end of a CRCX or MDCX
)

// TrunkConfig are the settings of one trunk.
type TrunkConfig struct {
	Number int // 0 for the virtual trunk
	Line   int // E1: the line it uses. When an endpoint is claimed.

	KeepAlive    int  // seconds between dummies to receive-only peers, or one of the above. Now.
	SendTime     bool // a=ptime in replies. Reply.
	SendName     bool // a=rtpmap in replies. Reply.
	ForceRealloc bool // a CRCX throws out what is on the endpoint. Now.
	AcceptAll    bool // RTP from any source. Now.
	OmitRTCP     bool // RTCP is not forwarded. Now.

	PatchSSRC      bool // new
	PatchTimestamp bool // new
	PatchHR        bool // rtp-patch rfc5993hr. New.
}

// DefaultConfig returns what holds where the configuration says nothing.
func DefaultConfig() Config {
	return Config{
		Domain:    "mgw",
		BindIP:    "0.0.0.0",
		BindPort:  2427,
		RTP:       RTPConfig{PortStart: 16002, PortEnd: 16066},
		Osmux:     OsmuxConfig{Port: 1984, BatchFactor: 4, BatchSize: 1472},
		Endpoints: 512,
		Virtual:   DefaultTrunkConfig(0),
	}
}

// DefaultTrunkConfig returns the settings of a trunk of which only the number was said.
func DefaultTrunkConfig(number int) TrunkConfig {
	return TrunkConfig{Number: number, KeepAlive: KeepAliveOnce, SendTime: true, SendName: true}
}

// Trunk returns the settings of an E1 trunk, nil if there is no such trunk.
func (c *Config) Trunk(number int) *TrunkConfig {
	for i := range c.E1 {
		if c.E1[i].Number == number {
			return &c.E1[i]
		}
	}
	return nil
}

// AddTrunk returns the settings of an E1 trunk and makes them if they are not there.
func (c *Config) AddTrunk(number int) *TrunkConfig {
	if t := c.Trunk(number); t != nil {
		return t
	}
	c.E1 = append(c.E1, DefaultTrunkConfig(number))
	return &c.E1[len(c.E1)-1]
}

// Clone returns a copy that shares nothing.
func (c Config) Clone() Config {
	c.E1 = slices.Clone(c.E1)
	return c
}
