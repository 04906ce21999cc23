package relay

import (
	"net/netip"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
)

// snapshot is what the packet path knows of a connection's configuration: derived once, when the
// control side publishes it, and never changed. Queues read it through Conn.snap.
type snapshot struct {
	config ConnConfig // what it was made from

	kind          Kind
	mode          Mode
	outputEnabled bool
	convertHR     bool

	peer peer // where the peer is, as far as the control side knows

	hasCodec    bool
	payloadType uint8      // of the selected codec
	format      format     // of the selected codec
	framing     OctetAlign // stated for the selected codec, if that is AMR
	rule        PatchRule

	types     typeSet // payload types that the SDP names
	auxiliary auxiliaryTypes

	rtp, rtcp *pktio.Flow
	log       logging.Logger
	taps      []Tap // nil if nobody watches
}

func newSnapshot(cfg ConnConfig, rtp, rtcp *pktio.Flow, taps []Tap, log logging.Logger) *snapshot {
	s := &snapshot{
		config: cfg, kind: cfg.Kind, mode: cfg.Mode, outputEnabled: cfg.OutputEnabled, convertHR: cfg.ConvertHR,
		peer: peerAt(cfg.Remote), rtp: rtp, rtcp: rtcp, taps: taps, log: log,
	}
	s.rule = PatchRule{ConstantSSRC: cfg.ConstantSSRC, AlignTiming: cfg.AlignTiming}
	if codec, ok := cfg.Codecs.Codec(); ok {
		s.hasCodec = true
		s.payloadType = codec.PayloadType & 0x7f
		s.format = codec.format()
		if s.format == formatAMR {
			s.framing = codec.OctetAlign
		}
		s.rule.Rate = codec.Rate
		s.rule.PacketSamples = codec.PacketSamples(cfg.PacketDuration)
	}
	for i := range min(max(cfg.Codecs.Count, 0), MaxCodecs) {
		codec := &cfg.Codecs.List[i]
		s.types.add(codec.PayloadType)
		s.auxiliary.add(codec)
	}
	return s
}

// peer is the far end of a connection: its RTP and its RTCP address.
type peer struct {
	known     bool // both address and port
	rtp, rtcp pktio.Addr
}

// peerAt derives the peer from its RTP address; RTCP is one port up. Port 65535 has no RTCP.
func peerAt(remote netip.AddrPort) peer {
	if !remote.Addr().IsValid() || remote.Addr().Unmap().IsUnspecified() || remote.Port() == 0 {
		return peer{}
	}
	p := peer{known: true, rtp: pktio.AddrFrom(remote)}
	if remote.Port() < 65535 {
		p.rtcp = pktio.AddrFrom(netip.AddrPortFrom(remote.Addr(), remote.Port()+1))
	}
	return p
}

// typeSet is a set of payload types.
type typeSet [2]uint64

func (t *typeSet) add(pt uint8)      { t[pt>>6&1] |= 1 << (pt & 63) }
func (t *typeSet) has(pt uint8) bool { return t[pt>>6&1]>>(pt&63)&1 != 0 }

// auxiliaryTypes are the payload types of a connection that do not carry its selected codec and keep
// their meaning on the way: telephone-event and comfort noise, as far as the SDP names them.
type auxiliaryTypes struct {
	types typeSet
	list  [MaxCodecs]auxiliaryType
	count int
}

type auxiliaryType struct {
	payloadType uint8
	format      format
	rate        uint32
}

func (a *auxiliaryTypes) add(c *Codec) {
	f := c.format()
	if f != formatTelephoneEvent && f != formatComfortNoise {
		return
	}
	a.types.add(c.PayloadType)
	a.list[a.count] = auxiliaryType{c.PayloadType & 0x7f, f, c.Rate}
	a.count++
}

// to translates an auxiliary payload type of this side to the other side's number for the same thing;
// if that side has none it stays as it is.
func (a *auxiliaryTypes) to(other *auxiliaryTypes, pt uint8) uint8 {
	for _, mine := range a.list[:a.count] {
		if mine.payloadType != pt {
			continue
		}
		for _, theirs := range other.list[:other.count] {
			if theirs.format == mine.format && theirs.rate == mine.rate {
				return theirs.payloadType
			}
		}
	}
	return pt
}
