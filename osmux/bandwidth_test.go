package osmux_test

import (
	"testing"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/rtp"
)

// What Osmux is for: octets on the wire, with the IPv4 and UDP headers, of 8 calls in one direction over 10 s at batch
// factor 4, against plain RTP with octet-aligned and with bandwidth-efficient AMR.
func TestBandwidth(t *testing.T) {
	const (
		circuits    = 8
		frames      = 500 // 10 s
		ipUDPHeader = 20 + 8
	)
	for _, ft := range []codec.FrameType{codec.AMR475, codec.AMR590, codec.AMR740, codec.AMR122, codec.AMRSID} {
		link, err := osmux.NewLink(osmux.LinkConfig{Factor: 4})
		if err != nil {
			t.Fatal(err)
		}
		s := &sender{link: link}
		for cid := range uint8(circuits) {
			if err := link.Open(0, cid, false); err != nil {
				t.Fatal(err)
			}
		}
		for n := range int64(frames) {
			for cid := range uint8(circuits) {
				now := n*osmux.FrameTime + int64(cid)*2*ms // phones do not speak in step
				s.runTimer(now)
				if err := s.feed(now, cid, amrPacket(uint16(n), false, ft, 1)); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.runTimer((frames + 10) * osmux.FrameTime)

		wire := 0
		for _, e := range s.got {
			wire += ipUDPHeader + len(e.Hex)/2
		}
		perPacket := ipUDPHeader + rtp.HeaderLen
		aligned := circuits * frames * (perPacket + 2 + ft.Octets())
		efficient := circuits * frames * (perPacket + (10+ft.Bits()+7)/8)
		t.Logf("%-8v %7d octets in %d datagrams; plain RTP %7d (octet-aligned) %7d (bandwidth-efficient) in %d: %.0f %% and %.0f %%",
			ft, wire, len(s.got), aligned, efficient, circuits*frames, 100*float64(wire)/float64(aligned), 100*float64(wire)/float64(efficient))

		// One datagram per 80 ms holds a chunk of 4 frames for each circuit.
		batches := frames / 4
		want := batches * (ipUDPHeader + circuits*(osmux.HeaderLen+4*ft.Octets()))
		if len(s.got) != batches || wire != want {
			t.Errorf("%v: %d octets in %d datagrams, want %d in %d", ft, wire, len(s.got), want, batches)
		}
		if wire*2 > efficient {
			t.Errorf("%v: %d octets save less than half of %d", ft, wire, efficient)
		}
	}
}
