package osmux_test

import (
	"errors"
	"testing"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/rtp"
)

// relay is one circuit there and back: a packet is fed, batches go straight to the regenerator.
type relay struct {
	link *osmux.Link
	gen  *osmux.Regenerator
	in   rtp.Packet
	out  []byte
	rtp  []byte
	now  int64
}

func newRelay(t testing.TB) *relay {
	link, err := osmux.NewLink(osmux.LinkConfig{})
	if err != nil {
		t.Fatal(err)
	}
	link.Open(0, 7, false)
	return &relay{link: link, gen: osmux.NewRegenerator(rtp.Header{}), in: amrPacket(1, false, codec.AMR122, 1),
		out: make([]byte, 0, 1500), rtp: make([]byte, 0, 100)}
}

func (r *relay) packet() {
	r.in.SetSequence(r.in.Sequence() + 1)
	for errors.Is(r.link.Feed(r.now, 7, r.in), osmux.ErrFull) {
		out := r.link.Deliver(r.now, r.out)
		for len(out) > 0 {
			c, rest, err := osmux.ParseChunk(out)
			if err != nil {
				return
			}
			r.gen.Input(r.now, &c)
			out = rest
		}
	}
	r.now += osmux.FrameTime
	for ok := true; ok; {
		_, ok = r.gen.Next(r.now, r.rtp)
	}
}

func TestNoAllocations(t *testing.T) {
	r := newRelay(t)
	noise := []byte{0x21, 1, 7, 0xc0}
	bad := amrPacket(1, false, 12, 1)
	if n := testing.AllocsPerRun(1000, func() {
		r.packet()
		osmux.ParseChunk(noise)
		r.link.Feed(r.now, 7, bad)
		r.link.Feed(r.now, 8, bad)
		osmux.AppendRemoteDummy(r.out, 7)
	}); n != 0 {
		t.Errorf("%v allocations per packet", n)
	}
}

func BenchmarkFeedAndDeliver(b *testing.B) {
	r := newRelay(b)
	b.ReportAllocs()
	for b.Loop() {
		r.in.SetSequence(r.in.Sequence() + 1)
		if errors.Is(r.link.Feed(r.now, 7, r.in), osmux.ErrFull) {
			r.link.Deliver(r.now, r.out)
			r.link.Feed(r.now, 7, r.in)
		}
	}
}

func BenchmarkParseAndRegenerate(b *testing.B) {
	r := newRelay(b)
	for seq := range uint16(4) {
		r.link.Feed(0, 7, amrPacket(seq, false, codec.AMR122, 1))
	}
	datagram := r.link.Deliver(0, nil)
	b.ReportAllocs()
	for b.Loop() {
		c, _, err := osmux.ParseChunk(datagram)
		if err != nil {
			b.Fatal(err)
		}
		r.gen.Input(r.now, &c)
		r.now += 4 * osmux.FrameTime
		for ok := true; ok; {
			_, ok = r.gen.Next(r.now, r.rtp)
		}
	}
}
