package osmux_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/rtp"
)

var validTypes = []codec.FrameType{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15}

func TestFormattedChunksParseBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		want := osmux.Header{
			Kind: osmux.Kind(1 + r.IntN(2)), Marker: r.IntN(2) == 1, Seq: uint8(r.Uint32()), CID: uint8(r.Uint32()), Frames: 1 + r.IntN(8),
			Follow: r.IntN(2) == 1, Good: r.IntN(2) == 1, CMR: uint8(r.IntN(16)), Type: validTypes[r.IntN(len(validTypes))],
		}
		raw := osmux.AppendHeader(nil, want)
		for range want.SpeechLen() {
			raw = append(raw, byte(r.Uint32()))
		}
		tail := []byte{1, 2, 3}
		c, rest, err := osmux.ParseChunk(append(raw, tail...))
		if err != nil || c.Header != want || c.Len() != len(raw) || !bytes.Equal(rest, tail) {
			t.Fatalf("%+v as %x became %+v (%v), %x behind it", want, raw, c.Header, err, rest)
		}
		var frames []byte
		for k := range c.Frames {
			frames = append(frames, c.Frame(k)...)
		}
		if !bytes.Equal(frames, raw[osmux.HeaderLen:]) {
			t.Fatalf("frames %x, want %x", frames, raw[osmux.HeaderLen:])
		}
	}
}

func TestRefusedChunks(t *testing.T) {
	for _, c := range []struct {
		name, hex string
		want      error
	}{
		{"nothing", "", osmux.ErrShort},
		{"three octets", "210107", osmux.ErrShort},
		{"signalling", "010107801011121314", osmux.ErrKind},
		{"kind 3", "610107801011121314", osmux.ErrKind},
		{"frame type 12", "210107c0", osmux.ErrFrameType},
		{"frame type 14 in a dummy", "410107e0", osmux.ErrFrameType},
		{"speech short of an octet", "2d010780101112131420212223", osmux.ErrTruncated},
	} {
		if _, _, err := osmux.ParseChunk(unhex(t, c.hex)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func TestDummies(t *testing.T) {
	if got, want := osmux.AppendRemoteDummy(nil, 7), unhex(t, "40000700000000000000000000000000"); !bytes.Equal(got, want) || len(got) != osmux.RemoteDummyLen {
		t.Errorf("remote dummy %x, want %x", got, want)
	}
	if c, rest, err := osmux.ParseChunk(osmux.AppendRemoteDummy(nil, 7)); err != nil || c.Kind != osmux.Dummy || c.CID != 7 || len(rest) != 0 {
		t.Errorf("remote dummy parses as %+v (%v)", c, err)
	}
	for in, want := range map[string]bool{"1707": true, "1607": false, "17": false, "170700": false, "": false} {
		if cid, ok := osmux.LegacyDummy(unhex(t, in)); ok != want || ok && cid != 7 {
			t.Errorf("%q is a legacy dummy: %v for circuit %d", in, ok, cid)
		}
	}
}

// Circuits that have not spoken yet send dummy chunks, batch by batch, until their first packet.
func TestDummyChunks(t *testing.T) {
	link, err := osmux.NewLink(osmux.LinkConfig{Factor: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := link.Open(0, 7, true); err != nil {
		t.Fatal(err)
	}
	s := &sender{link: link}
	s.runTimer(100 * ms)
	dummy := "44000730" + "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
	if len(s.got) != 2 || s.got[0].Hex != dummy || s.got[1].Hex != dummy || s.got[0].At != 40 || s.got[1].At != 80 {
		t.Errorf("before the first packet: %+v", s.got)
	}
	s.got = nil
	if err := s.feed(100*ms, 7, amrPacket(1, false, codec.AMRSID, 0x10)); err != nil {
		t.Fatal(err)
	}
	s.runTimer(1000 * ms)
	if len(s.got) != 1 || s.got[0].Hex != "200007801011121314" || s.got[0].At != 140 {
		t.Errorf("behind the first packet: %+v", s.got)
	}
}

// However many circuits are silent, a datagram stays within the batch size, and voice is not kept waiting.
func TestDummyChunksStayWithinTheBatch(t *testing.T) {
	link, err := osmux.NewLink(osmux.LinkConfig{})
	if err != nil {
		t.Fatal(err)
	}
	for cid := range 256 {
		if err := link.Open(0, uint8(cid), true); err != nil {
			t.Fatal(err)
		}
	}
	if err := link.Feed(0, 255, amrPacket(1, false, codec.AMR122, 5)); err != nil {
		t.Fatal(err)
	}
	out := link.Deliver(80*ms, nil)
	kinds := map[osmux.Kind]int{}
	for rest := out; len(rest) > 0; {
		c, next, err := osmux.ParseChunk(rest)
		if err != nil {
			t.Fatal(err)
		}
		kinds[c.Kind]++
		rest = next
	}
	if len(out) > osmux.DefaultSize || kinds[osmux.Voice] != 1 || kinds[osmux.Dummy] != (osmux.DefaultSize-35)/72 {
		t.Errorf("%d octets with %v", len(out), kinds)
	}
}

func TestFeedRefuses(t *testing.T) {
	good := amrPacket(1, false, codec.AMRSID, 1)
	with := func(change func(p rtp.Packet) rtp.Packet) rtp.Packet { return change(bytes.Clone(good)) }
	for _, c := range []struct {
		name string
		in   rtp.Packet
		want error
	}{
		{"short", good[:11], rtp.ErrShort},
		{"version 1", with(func(p rtp.Packet) rtp.Packet { p.SetVersion(1); return p }), osmux.ErrVersion},
		{"CSRCs", with(func(p rtp.Packet) rtp.Packet { p[0] |= 15; return p }), rtp.ErrCSRC},
		{"extension", with(func(p rtp.Packet) rtp.Packet { p[0] |= 0x10; return p }), rtp.ErrExtension},
		{"padding", with(func(p rtp.Packet) rtp.Packet { p[0] |= 0x20; p[len(p)-1] = 0; return p }), rtp.ErrPadding},
		{"no payload", good[:12], osmux.ErrNotAMR},
		{"one octet", good[:13], osmux.ErrNotAMR},
		{"an octet too many", with(func(p rtp.Packet) rtp.Packet { return append(p, 0) }), osmux.ErrNotAMR},
		{"type 12", with(func(p rtp.Packet) rtp.Packet { p[13] = 12 << 3; return p[:14] }), osmux.ErrNotAMR},
		{"longer than a batch", with(func(p rtp.Packet) rtp.Packet { return append(p, make([]byte, 1500)...) }), osmux.ErrTooLong},
	} {
		link, _ := osmux.NewLink(osmux.LinkConfig{})
		if err := link.Feed(0, 7, c.in); !errors.Is(err, osmux.ErrNoCircuit) {
			t.Errorf("%s, on a circuit that is not open: %v", c.name, err)
		}
		link.Open(0, 7, false)
		if err := link.Feed(0, 7, c.in); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if _, armed := link.Deadline(); armed {
			t.Errorf("%s: the timer runs", c.name)
		}
	}
}

// A small batch size holds from the first batch on.
func TestFirstBatchHonoursTheSize(t *testing.T) {
	link, _ := osmux.NewLink(osmux.LinkConfig{Factor: 8, Size: 60})
	link.Open(0, 7, false)
	s := &sender{link: link}
	for seq := range uint16(8) {
		if err := s.feed(int64(seq)*20*ms, 7, amrPacket(seq, false, codec.AMR590, 1)); err != nil {
			t.Fatal(err)
		}
	}
	s.runTimer(1000 * ms)
	for _, e := range s.got {
		if len(e.Hex)/2 > 60 {
			t.Errorf("%d octets at %d ms", len(e.Hex)/2, e.At)
		}
	}
	if len(s.got) != 3 {
		t.Errorf("%d datagrams for 8 frames of which 3 fit", len(s.got))
	}
}

func TestLinkConfig(t *testing.T) {
	for _, cfg := range []osmux.LinkConfig{{Factor: -1}, {Factor: 9}, {Size: -1}} {
		if _, err := osmux.NewLink(cfg); err == nil {
			t.Errorf("%+v is accepted", cfg)
		}
	}
	link, err := osmux.NewLink(osmux.LinkConfig{})
	if err != nil || link.Size() != 1472 || link.Circuits() != 0 {
		t.Fatalf("%v", err)
	}
	link.Open(0, 1, false)
	if err := link.Open(0, 1, false); !errors.Is(err, osmux.ErrCircuitOpen) || link.Circuits() != 1 {
		t.Errorf("opening twice: %v, %d circuits", err, link.Circuits())
	}
	link.Close(1)
	link.Close(1)
	if link.Circuits() != 0 {
		t.Errorf("%d circuits after closing", link.Circuits())
	}
}

func FuzzOsmuxDatagram(f *testing.F) {
	for _, s := range []string{
		"", "1707", "210107801011121314", "250107ff", "210107c00011210207801011121314", "2d010780101112131420212223",
		"40000700000000000000000000000000", "ad000020" + "00", "6d0007ff",
	} {
		f.Add(unhex(f, s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		gen := osmux.NewRegenerator(rtp.Header{Sequence: 65530, Timestamp: 1<<32 - 200, SSRC: osmux.SSRC(7, 1), PayloadType: 112})
		var now int64
		want, got := 0, 0
		var last rtp.Packet
		for rest := raw; len(rest) > 0; {
			c, next, err := osmux.ParseChunk(rest)
			if err != nil {
				break
			}
			if c.Len() != len(rest)-len(next) || !bytes.Equal(append(osmux.AppendHeader(nil, c.Header), c.Speech...), rest[:c.Len()]) {
				t.Fatalf("chunk %+v of %x", c, rest)
			}
			rest = next
			if c.Kind != osmux.Voice {
				continue
			}
			if err := gen.Input(now, &c); err != nil {
				t.Fatal(err)
			}
			want += c.Frames
			for {
				p, ok := gen.Next(now, nil)
				if !ok {
					break
				}
				got++
				checkPacket(t, last, p)
				last = p
			}
			now += int64(c.Seq) * ms
		}
		for at, armed := gen.Deadline(); armed; at, armed = gen.Deadline() {
			p, ok := gen.Next(at, nil)
			if !ok {
				t.Fatal("nothing is due at the deadline")
			}
			got++
			checkPacket(t, last, p)
			last = p
		}
		if got != want {
			t.Fatalf("%d frames came out as %d packets", want, got)
		}
	})
}

// checkPacket looks at a regenerated packet, and at how it follows the last one.
func checkPacket(t *testing.T, last, p rtp.Packet) {
	t.Helper()
	start, end, err := p.Payload()
	if err != nil || start != 12 {
		t.Fatalf("%x: %v", []byte(p), err)
	}
	if ft := codec.FrameType(p[13] >> 3 & 15); !ft.Valid() || end-start != 2+ft.Octets() {
		t.Fatalf("%x is no AMR packet", []byte(p))
	}
	if last != nil && (p.Sequence() != last.Sequence()+1 || p.Timestamp() != last.Timestamp()+160 || p.SSRC() != last.SSRC()) {
		t.Fatalf("%x does not follow %x", []byte(p), []byte(last))
	}
}

// The SID types of AMR are equally long, so a duplicate may be of another one, which breaks a chunk in three.
func TestDuplicateThatDoesNotFitIsRefused(t *testing.T) {
	for size, want := range map[int]error{26: osmux.ErrDuplicate, 27: nil} {
		link, _ := osmux.NewLink(osmux.LinkConfig{Size: size})
		link.Open(0, 7, false)
		for seq := range uint16(3) {
			if err := link.Feed(0, 7, amrPacket(seq, false, codec.AMRSID, 1)); err != nil {
				t.Fatal(err)
			}
		}
		if err := link.Feed(0, 7, amrPacket(1, false, codec.PDCSID, 1)); !errors.Is(err, want) {
			t.Errorf("batch size %d: %v, want %v", size, err, want)
		}
		if out := link.Deliver(0, nil); len(out) > size {
			t.Errorf("%d octets in a batch of %d", len(out), size)
		}
	}
}
