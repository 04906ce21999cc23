package relay

import (
	"net/netip"
	"syscall"
	"time"
)

// ConnConfig is all that the control side decides about a connection. It is a plain value: it can be
// compared, copied, written out and read back. The data plane works from an immutable snapshot made of it.
type ConnConfig struct {
	// Object is how log lines name the connection.
	Object string

	Kind Kind
	Mode Mode

	// OutputEnabled is normally Mode.OutputEnabled() of the mode that MGCP set last; the loop command of
	// the VTY changes the mode and leaves it alone. A packet that would leave while it is false counts
	// as dropped.
	OutputEnabled bool

	// Remote is where the peer sends RTP from and takes it at; its RTCP is one port up. An invalid or
	// unspecified address, or port 0, means not known (yet): then nothing is sent and, unless the
	// trunk accepts all, nothing accepted.
	Remote netip.AddrPort

	// Codecs is the connection's codec set, the auxiliary ones (telephone-event, CN) included.
	Codecs CodecSet

	// PacketDuration is the packet time in milliseconds: 20 by default, 0 if the SDP gave a range.
	PacketDuration int

	// The three flags are the trunk's rtp-patch settings at the time the connection was created.
	ConstantSSRC bool // rtp-patch ssrc
	AlignTiming  bool // rtp-patch timestamp
	ConvertHR    bool // rtp-patch rfc5993hr

	// Osmux matters if Kind is KindOsmux.
	Osmux OsmuxConfig
}

// MaxCodecs is the number of codecs that a connection can hold.
const MaxCodecs = 10

// CodecSet is the list of codecs of a connection, and which one was selected. The zero value is empty.
type CodecSet struct {
	List     [MaxCodecs]Codec
	Count    int
	Selected int // index into List; none is selected while the set is empty
}

// NewCodecSet takes up to MaxCodecs codecs and selects the one at index selected, the first if there
// is no such one.
func NewCodecSet(codecs []Codec, selected int) CodecSet {
	var s CodecSet
	s.Count = copy(s.List[:], codecs)
	if selected >= 0 && selected < s.Count {
		s.Selected = selected
	}
	return s
}

// Codec returns the selected codec; ok is false if there is none.
func (s *CodecSet) Codec() (c Codec, ok bool) {
	if s.Selected < 0 || s.Selected >= s.Count || s.Count > MaxCodecs {
		return Codec{}, false
	}
	return s.List[s.Selected], true
}

// OsmuxConfig is the Osmux side of a connection.
type OsmuxConfig struct {
	LocalCID       uint8 // what the peer puts into the chunks it sends us
	RemoteCID      uint8 // what we put into ours
	RemoteCIDKnown bool

	// PeerBehindNAT lets the first chunk that comes in, and not MGCP, say where the peer is.
	PeerBehindNAT bool

	// BatchFactor (1 to 8 frames of a circuit in a batch) and BatchSize (octets of Osmux in a datagram)
	// hold for the link to the peer if this circuit is the first on it.
	BatchFactor int
	BatchSize   int
	Dummy       bool // osmux dummy: send dummy chunks until the first voice
}

// TrunkConfig is what the connections of a trunk look up at every packet, so that a change acts at once.
type TrunkConfig struct {
	OmitRTCP  bool // rtcp-omit: RTCP is counted and goes no further
	AcceptAll bool // rtp-accept-all: no source check
}

// ConnStats are the figures of one connection since it was created.
type ConnStats struct {
	PacketsSent, OctetsSent         uint64 // RTP and RTCP, octets of UDP payload
	PacketsReceived, OctetsReceived uint64 // what passed the check of the format
	Dropped                         uint64 // would have left while output was disabled
	TimestampErrorsIn               uint64
	TimestampErrorsOut              uint64
	PacketsLost                     int32  // PL of the DLCX answer
	Jitter                          uint32 // JI, in RTP clock units
	Osmux                           OsmuxStats
}

// OsmuxStats are the figures of a connection's Osmux circuit.
type OsmuxStats struct {
	State               OsmuxState
	ChunksReceived      uint64
	OctetsReceived      uint64
	PacketsSent         uint64 // RTP packets that went into batches
	PacketsDropped      uint64
	SpeechOctetsSent    uint64
	LocalCID, RemoteCID uint8
	RemoteCIDKnown      bool
}

// TrunkStats are the figures of all connections that a trunk has had.
type TrunkStats struct {
	PacketsSent, OctetsSent         uint64 // as in ConnStats
	PacketsReceived, OctetsReceived uint64
	Dropped                         uint64
	Osmux                           TrunkOsmuxStats
}

// TrunkOsmuxStats are the figures of all Osmux circuits of a trunk, and of the datagrams that they travel in.
type TrunkOsmuxStats struct {
	ChunksReceived    uint64
	OctetsReceived    uint64
	PacketsSent       uint64 // RTP packets that went into batches
	PacketsDropped    uint64
	SpeechOctetsSent  uint64
	DatagramsReceived uint64
	DatagramsSent     uint64
	DatagramsDropped  uint64
}

// OsmuxState is the state of a circuit.
type OsmuxState uint8

// The states of a circuit: activating from CRCX on, enabled once the remote CID and address are known.
const (
	OsmuxDisabled OsmuxState = iota
	OsmuxActivating
	OsmuxEnabled
)

// String is the state's name in show mgcp.
func (s OsmuxState) String() string {
	switch s {
	case OsmuxActivating:
		return "activating"
	case OsmuxEnabled:
		return "enabled"
	}
	return "disabled"
}

// Diagnosis is what an operator needs when there is no audio. Times since are negative if it never happened.
type Diagnosis struct {
	SinceReceived time.Duration // since the last packet that passed the receive checks
	SinceSent     time.Duration // since the last packet that went to the peer
	SinceFirst    time.Duration // since the first packet that passed the receive checks

	LastDrop      DropReason
	LastDropFrom  netip.AddrPort
	SinceLastDrop time.Duration
	Drops         [DropReasons]uint64 // by reason

	UnexpectedTypes [2]uint64 // bit set of the payload types received that the SDP does not name
	BadVersion      uint64    // RTP packets whose version is not 2

	// Refused counts ICMP answers to RTP that was sent: nobody listens at the peer's address, most often.
	// RefusedRTCP counts those to RTCP; peers that do without it are no fault.
	Refused      uint64
	RefusedError syscall.Errno
	RefusedAt    netip.AddrPort
	SinceRefused time.Duration
	RefusedRTCP  uint64

	SinceInitFailed time.Duration // since Iu UP gave up initialising the peer

	// In is measured here on what the peer sends; Out is what the peer's RTCP reports about what it gets.
	In, Out Quality
}

// Quality is the state of a stream in one direction. Valid is false as long as nothing is known.
type Quality struct {
	Valid    bool
	Lost     int32  // packets, since the stream began; duplicates make it smaller, even negative
	Fraction uint8  // loss since the last report times 256; Out only
	Jitter   uint32 // RTP clock units
}
