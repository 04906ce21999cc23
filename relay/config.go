package relay

import (
	"net/netip"
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
