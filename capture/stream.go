package capture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"

	"osmo-mgw-go/relay"
)

const (
	// frames is how many packets wait for a slow reader.
	frames = 1024
	// frameSize is the longest datagram that the gateway takes.
	frameSize = 2048
	// flushEvery is how often what was captured goes out while packets keep coming.
	flushEvery = 100 * time.Millisecond
)

// Stream is one capture, of any number of connections.
type Stream struct {
	clock   func() int64 // of TapEvent.Now
	free    chan *frame
	full    chan *frame
	dropped atomic.Uint64
}

// frame is a packet on its way from a queue to the writer.
type frame struct {
	from, to netip.AddrPort
	at       int64
	length   int
	data     [frameSize]byte
}

// NewStream makes a capture; clock is the one that stamps packets, in monotonic nanoseconds.
func NewStream(clock func() int64) *Stream {
	s := &Stream{clock: clock, free: make(chan *frame, frames), full: make(chan *frame, frames)}
	all := make([]frame, frames)
	for i := range all {
		s.free <- &all[i]
	}
	return s
}

// Dropped is the number of packets that found no free frame.
func (s *Stream) Dropped() uint64 { return s.dropped.Load() }

// Conn makes the tap for one connection. Local is where it receives RTP (RTCP: one port up), osmux where the gateway
// receives Osmux, if it does.
func (s *Stream) Conn(local, osmux netip.AddrPort) relay.Tap { return &tap{s, local, osmux} }

// tap knows which addresses of ours a connection's packets come to and leave from.
type tap struct {
	stream       *Stream
	local, osmux netip.AddrPort
}

// Packet takes a copy of a packet, on the thread of a queue. Packets of the peer are shown twice, as they come in and as
// they leave for another connection; only the first is a packet of this connection's own addresses.
func (t *tap) Packet(e relay.TapEvent, data []byte) {
	if e.Direction == relay.TapOut {
		return
	}
	var f *frame
	select {
	case f = <-t.stream.free:
	default:
		t.stream.dropped.Add(1)
		return
	}
	local := t.local
	switch {
	case e.Osmux:
		local = t.osmux
	case e.RTCP:
		local = netip.AddrPortFrom(local.Addr(), local.Port()+1)
	}
	f.from, f.to = e.Addr.AddrPort(), local
	if e.Direction == relay.TapSent {
		f.from, f.to = f.to, f.from
	}
	f.at = e.Now
	if e.RxTime != 0 {
		f.at = e.RxTime
	}
	f.length = copy(f.data[:], data)
	t.stream.full <- f // there are no more frames than it has room for
}

// Write writes pcapng to w until ctx ends or w fails. Packets are stamped with the time at which the kernel received them,
// where that is known.
func (s *Stream) Write(ctx context.Context, w io.Writer) error {
	interfaces := pcapgo.DefaultNgInterface
	interfaces.Name, interfaces.LinkType = "osmo-mgw-go", layers.LinkTypeRaw
	options := pcapgo.NgWriterOptions{SectionInfo: pcapgo.NgSectionInfo{Application: "osmo-mgw-go"}}
	out, err := pcapgo.NewNgWriterInterface(w, interfaces, options)
	if err != nil {
		return fmt.Errorf("pcapng: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("pcapng: %w", err)
	}
	ticker := time.NewTicker(flushEvery)
	defer ticker.Stop()
	start := time.Now().Add(-time.Duration(s.clock()))
	for {
		select {
		case <-ctx.Done():
			return s.rest(out, start)
		case f := <-s.full:
			if err := s.put(out, f, start); err != nil {
				return err
			}
		case <-ticker.C:
			if err := out.Flush(); err != nil {
				return fmt.Errorf("pcapng: %w", err)
			}
		}
	}
}

// rest writes what is there already.
func (s *Stream) rest(out *pcapgo.NgWriter, start time.Time) error {
	for {
		select {
		case f := <-s.full:
			if err := s.put(out, f, start); err != nil {
				return err
			}
		default:
			return out.Flush()
		}
	}
}

// put writes one frame and gives it back. One that cannot have headers (its address is not known) is left out.
func (s *Stream) put(out *pcapgo.NgWriter, f *frame, start time.Time) error {
	defer func() { s.free <- f }()
	packet, err := datagram(f.from, f.to, f.data[:f.length])
	if err != nil {
		s.dropped.Add(1)
		return nil
	}
	info := gopacket.CaptureInfo{Timestamp: start.Add(time.Duration(f.at)), CaptureLength: len(packet), Length: len(packet)}
	if err := out.WritePacket(info, packet); err != nil {
		return fmt.Errorf("pcapng: %w", err)
	}
	return nil
}

var errMixed = errors.New("the two addresses are of different families")

// datagram puts IP and UDP headers before a payload.
func datagram(from, to netip.AddrPort, payload []byte) ([]byte, error) {
	src, dst := from.Addr().Unmap(), to.Addr().Unmap()
	// A socket bound to any address is shown with the any-address of its peer's family.
	switch {
	case src.IsUnspecified() && dst.Is4():
		src = netip.IPv4Unspecified()
	case dst.IsUnspecified() && src.Is4():
		dst = netip.IPv4Unspecified()
	}
	udp := &layers.UDP{SrcPort: layers.UDPPort(from.Port()), DstPort: layers.UDPPort(to.Port())}
	var ip gopacket.SerializableLayer
	switch {
	case src.Is4() && dst.Is4():
		header := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolUDP, SrcIP: src.AsSlice(), DstIP: dst.AsSlice()}
		_ = udp.SetNetworkLayerForChecksum(header)
		ip = header
	case src.Is6() && dst.Is6():
		header := &layers.IPv6{Version: 6, HopLimit: 64, NextHeader: layers.IPProtocolUDP, SrcIP: src.WithZone("").AsSlice(), DstIP: dst.WithZone("").AsSlice()}
		_ = udp.SetNetworkLayerForChecksum(header)
		ip = header
	default:
		return nil, errMixed
	}
	b := gopacket.NewSerializeBuffer()
	if err := gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}, ip, udp, gopacket.Payload(payload)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
