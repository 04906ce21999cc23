package capture

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/netip"
	"testing"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
	"go.uber.org/goleak"

	"osmo-mgw-go/pktio"
	"osmo-mgw-go/relay"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func event(d relay.TapDirection, rtcp, osmux bool, addr string) relay.TapEvent {
	a := pktio.AddrFrom(netip.MustParseAddrPort(addr))
	return relay.TapEvent{Direction: d, RTCP: rtcp, Osmux: osmux, Addr: &a, Now: 1e9, RxTime: 5e8}
}

func TestPcapngHasBothDirections(t *testing.T) {
	s := NewStream(func() int64 { return 2e9 })
	four := s.Conn(netip.MustParseAddrPort("192.0.2.1:4000"), netip.MustParseAddrPort("192.0.2.1:1984"))
	six := s.Conn(netip.MustParseAddrPort("[::]:4002"), netip.AddrPort{})
	four.Packet(event(relay.TapIn, false, false, "198.51.100.7:3000"), []byte("in"))
	four.Packet(event(relay.TapOut, false, false, "198.51.100.8:3002"), []byte("not of this connection"))
	four.Packet(event(relay.TapSent, true, false, "198.51.100.7:3001"), []byte("rtcp out"))
	four.Packet(event(relay.TapIn, false, true, "198.51.100.9:1984"), []byte("osmux"))
	six.Packet(event(relay.TapSent, false, false, "[2001:db8::7]:3000"), []byte("six"))
	six.Packet(event(relay.TapIn, false, false, "198.51.100.7:9"), []byte("mapped"))

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out bytes.Buffer
	if err := s.Write(ctx, &out); err != nil {
		t.Fatal(err)
	}
	r, err := pcapgo.NewNgReader(&out, pcapgo.DefaultNgReaderOptions)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"198.51.100.7:3000 192.0.2.1:4000 in", "192.0.2.1:4001 198.51.100.7:3001 rtcp out", "198.51.100.9:1984 192.0.2.1:1984 osmux",
		":::4002 2001:db8::7:3000 six", "198.51.100.7:9 0.0.0.0:4002 mapped",
	} {
		data, info, err := r.ReadPacketData()
		if err != nil {
			t.Fatal(err)
		}
		first := gopacket.Decoder(layers.LayerTypeIPv4)
		if data[0]>>4 == 6 {
			first = layers.LayerTypeIPv6
		}
		p := gopacket.NewPacket(data, first, gopacket.Default)
		udp := p.TransportLayer().(*layers.UDP)
		flow := p.NetworkLayer().NetworkFlow()
		got := flow.Src().String() + ":" + udp.TransportFlow().Src().String() + " " + flow.Dst().String() + ":" + udp.TransportFlow().Dst().String() + " " + string(udp.Payload)
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if age := time.Since(info.Timestamp); age < 1400*time.Millisecond || age > time.Minute {
			t.Errorf("stamped %v ago, want 1.5 s", age)
		}
	}
	if _, _, err := r.ReadPacketData(); !errors.Is(err, io.EOF) {
		t.Errorf("more packets: %v", err)
	}
}

func TestSlowReaderCostsNoMoreThanTheFrames(t *testing.T) {
	s := NewStream(func() int64 { return 0 })
	c := s.Conn(netip.MustParseAddrPort("192.0.2.1:4000"), netip.AddrPort{})
	e := event(relay.TapIn, false, false, "198.51.100.7:3000")
	data := make([]byte, 172)
	if n := testing.AllocsPerRun(frames/2, func() { c.Packet(e, data) }); n != 0 {
		t.Errorf("%v allocations a packet", n)
	}
	for range 2 * frames {
		c.Packet(e, data)
	}
	if got := s.Dropped(); got < frames {
		t.Errorf("%d dropped", got)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteEndsWithItsReader(t *testing.T) {
	if err := NewStream(func() int64 { return 0 }).Write(context.Background(), broken{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}
