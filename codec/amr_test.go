package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"osmo-mgw-go/codec"
)

var validTypes = []codec.FrameType{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15}

// fromBits makes octets of a string of 0 and 1, the last one filled up with zeros: slow, and plain enough to be
// believed.
func fromBits(s string) []byte {
	s += strings.Repeat("0", (8-len(s)%8)%8)
	p := make([]byte, len(s)/8)
	for i, c := range s {
		p[i/8] |= byte(c-'0') << (7 - i%8)
	}
	return p
}

// frame is what a test says about a frame; speech holds exactly the type's number of bits.
type frame struct {
	cmr    uint8
	ft     codec.FrameType
	q      uint8
	speech string
}

func randomFrame(r *rand.Rand, ft codec.FrameType) frame {
	f := frame{cmr: uint8(r.IntN(16)), ft: ft, q: uint8(r.IntN(2))}
	for range ft.Bits() {
		f.speech += string('0' + rune(r.IntN(2)))
	}
	return f
}

func (f frame) aligned() []byte {
	return fromBits(fmt.Sprintf("%04b0000"+"0%04b%01b00%s", f.cmr, f.ft, f.q, f.speech))
}

func (f frame) efficient() []byte {
	return fromBits(fmt.Sprintf("%04b0%04b%01b%s", f.cmr, f.ft, f.q, f.speech))
}

// Every conversion, held against strings of bits.
func TestConversionsAgreeWithBitStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, ft := range validTypes {
		t.Run(ft.String(), func(t *testing.T) {
			for range 200 {
				f := randomFrame(r, ft)
				oa, be := f.aligned(), f.efficient()
				if !codec.IsOctetAligned(oa) {
					t.Fatalf("%x is not taken for octet-aligned", oa)
				}
				if got, err := codec.Reframe(roomy(oa), codec.BandwidthEfficient); err != nil || !bytes.Equal(got, be) {
					t.Fatalf("to bandwidth-efficient: %x became %x (%v), want %x", oa, got, err, be)
				}
				// A few bandwidth-efficient frames look octet-aligned; those pass as they are.
				want := oa
				if codec.IsOctetAligned(be) {
					want = be
				}
				if got, err := codec.Reframe(roomy(be), codec.OctetAligned); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("to octet-aligned: %x became %x (%v), want %x", be, got, err, want)
				}
				for framing, payload := range map[codec.Framing][]byte{codec.OctetAligned: oa, codec.BandwidthEfficient: be} {
					got, err := codec.UnpackAMR(roomy(payload), framing)
					if err != nil || got.CMR != f.cmr || got.Type != ft || got.Good != (f.q == 1) || !bytes.Equal(got.Speech, fromBits(f.speech)) {
						t.Fatalf("%v %x is %+v (%v)", framing, payload, got, err)
					}
				}
				if ft == codec.TDMASID || ft == codec.PDCSID {
					continue // as long as AMR SID, which the length stands for
				}
				f.cmr = 15
				for framing, want := range map[codec.Framing][]byte{codec.OctetAligned: f.aligned(), codec.BandwidthEfficient: f.efficient()} {
					buf := append(make([]byte, codec.AMRHeadroom), fromBits(f.speech)...)
					if got, err := codec.PackAMR(buf, f.q == 1, framing); err != nil || !bytes.Equal(got, want) {
						t.Fatalf("%v of %x is %x (%v), want %x", framing, fromBits(f.speech), got, err, want)
					}
				}
			}
		})
	}
}

func TestFrameTypes(t *testing.T) {
	for _, c := range []struct {
		ft           codec.FrameType
		bits, octets int
	}{
		{0, 95, 12}, {1, 103, 13}, {2, 118, 15}, {3, 134, 17}, {4, 148, 19}, {5, 159, 20}, {6, 204, 26}, {7, 244, 31},
		{8, 39, 5}, {9, 43, 6}, {10, 38, 5}, {11, 37, 5}, {15, 0, 0},
	} {
		if !c.ft.Valid() || c.ft.Bits() != c.bits || c.ft.Octets() != c.octets {
			t.Errorf("type %d: %d bits, %d octets, valid %v", c.ft, c.ft.Bits(), c.ft.Octets(), c.ft.Valid())
		}
	}
	for _, ft := range []codec.FrameType{12, 13, 14, 16, 255} {
		if ft.Valid() || ft.Bits() != 0 || ft.Octets() != 0 || !strings.Contains(ft.String(), "invalid") {
			t.Errorf("type %d is valid", ft)
		}
	}
	for octets, want := range map[int]codec.FrameType{0: 15, 5: 8, 6: 9, 12: 0, 13: 1, 15: 2, 17: 3, 19: 4, 20: 5, 26: 6, 31: 7} {
		if ft, ok := codec.FrameTypeByLen(octets); !ok || ft != want {
			t.Errorf("%d octets are type %d, want %d", octets, ft, want)
		}
	}
	for _, octets := range []int{-1, 1, 4, 7, 14, 16, 32, 1000} {
		if ft, ok := codec.FrameTypeByLen(octets); ok {
			t.Errorf("%d octets are %v", octets, ft)
		}
	}
}

func TestRefusedPayloads(t *testing.T) {
	long := make([]byte, 256)
	long[0] = 0xff
	for _, c := range []struct {
		name string
		in   []byte
		want error
	}{
		{"nothing", nil, codec.ErrShort},
		{"one octet", []byte{0x20}, codec.ErrShort},
		{"type 12", []byte{0xf6, 0x00, 0, 0}, codec.ErrType},
		{"type 14", []byte{0xf7, 0x00, 0, 0}, codec.ErrType},
		{"4.75 without its last octet", append([]byte{0xf0, 0x7f}, make([]byte, 11)...), codec.ErrTruncated},
		{"256 octets", long, codec.ErrTooLong},
	} {
		in := roomy(c.in)
		if _, err := codec.Reframe(in, codec.OctetAligned); !errors.Is(err, c.want) {
			t.Errorf("%s: reframing says %v, want %v", c.name, err, c.want)
		}
		if !bytes.Equal(in, c.in) {
			t.Errorf("%s: a refused payload was changed to %x", c.name, in)
		}
		if _, err := codec.UnpackAMR(in, codec.BandwidthEfficient); !errors.Is(err, c.want) {
			t.Errorf("%s: unpacking says %v, want %v", c.name, err, c.want)
		}
	}
	for _, c := range []struct {
		name string
		in   []byte
		want error
	}{
		{"one octet", []byte{0x20}, codec.ErrShort},
		{"type 13", []byte{0x20, 13 << 3}, codec.ErrType},
		{"SID of 4 octets", []byte{0x20, 8 << 3, 1, 2, 3, 4}, codec.ErrTruncated},
	} {
		if _, err := codec.UnpackAMR(c.in, codec.OctetAligned); !errors.Is(err, c.want) {
			t.Errorf("octet-aligned, %s: %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := codec.PackAMR(make([]byte, codec.AMRHeadroom+4), true, codec.OctetAligned); !errors.Is(err, codec.ErrLength) {
		t.Errorf("speech of 4 octets: %v", err)
	}
	if _, err := codec.PackAMR([]byte{0}, true, codec.OctetAligned); !errors.Is(err, codec.ErrNoRoom) {
		t.Errorf("no headroom: %v", err)
	}
}

// A payload may grow only into the capacity that its owner gave it.
func TestNoRoomToGrow(t *testing.T) {
	f := randomFrame(rand.New(rand.NewPCG(5, 6)), codec.AMR122)
	be := f.efficient()
	be[0] |= 0xf0
	if _, err := codec.Reframe(be[:len(be):len(be)], codec.OctetAligned); !errors.Is(err, codec.ErrNoRoom) {
		t.Errorf("AMR: %v", err)
	}
	hr := make([]byte, 14)
	if _, err := codec.ToggleHR(hr); !errors.Is(err, codec.ErrNoRoom) {
		t.Errorf("GSM-HR: %v", err)
	}
}

func TestExtraOctetsAreCutOff(t *testing.T) {
	be := []byte{0xf4, 0x4f, 0x64, 0x70, 0x07, 0x69, 0x00, 0xaa, 0xbb, 0xcc}
	want := []byte{0xf0, 0x44, 0x3d, 0x91, 0xc0, 0x1d, 0xa4}
	if got, err := codec.Reframe(roomy(be), codec.OctetAligned); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x (%v), want %x", got, err, want)
	}
	if f, err := codec.UnpackAMR(roomy(be), codec.BandwidthEfficient); err != nil || !bytes.Equal(f.Speech, want[2:]) {
		t.Errorf("%x (%v), want %x", f.Speech, err, want[2:])
	}
}

func FuzzAMR(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, ft := range validTypes {
		f.Add(randomFrame(r, ft).aligned(), true)
		f.Add(randomFrame(r, ft).efficient(), false)
	}
	f.Add([]byte{}, true)
	f.Add([]byte{0x20, 0x94, 0x80, 0xe9}, false)
	f.Fuzz(func(t *testing.T, in []byte, toAligned bool) {
		want := codec.BandwidthEfficient
		if toAligned {
			want = codec.OctetAligned
		}
		p := roomy(in)
		out, err := codec.Reframe(p, want)
		if err != nil {
			if !bytes.Equal(p, in) {
				t.Fatalf("a refused payload was changed from %x to %x", in, p)
			}
		} else if toAligned && out[1]&0x80 == 0 && !codec.IsOctetAligned(out) {
			// With F set it never looks octet-aligned, and would be converted once more.
			t.Fatalf("%x became %x, which is not octet-aligned", in, out)
		}
		for _, framing := range []codec.Framing{codec.OctetAligned, codec.BandwidthEfficient} {
			frame, err := codec.UnpackAMR(roomy(in), framing)
			if err != nil {
				continue
			}
			if len(frame.Speech) != frame.Type.Octets() {
				t.Fatalf("%v %x: %d octets of %v", framing, in, len(frame.Speech), frame.Type)
			}
			buf := append(make([]byte, codec.AMRHeadroom), frame.Speech...)
			if _, err := codec.PackAMR(buf, frame.Good, framing); err != nil {
				t.Fatalf("%v %x does not pack again: %v", framing, in, err)
			}
		}
		if p, err := codec.ToggleHR(roomy(in)); err == nil {
			if back, err := codec.ToggleHR(roomy(p)); err != nil || len(back) != len(in) {
				t.Fatalf("GSM-HR %x became %x and %x (%v)", in, p, back, err)
			}
		}
	})
}

func TestNoAllocations(t *testing.T) {
	buf := make([]byte, 64)
	oa := randomFrame(rand.New(rand.NewPCG(9, 10)), codec.AMR122).aligned()
	if n := testing.AllocsPerRun(100, func() {
		p := buf[:copy(buf, oa)]
		p, _ = codec.Reframe(p, codec.BandwidthEfficient)
		p, _ = codec.Reframe(p, codec.OctetAligned)
		f, _ := codec.UnpackAMR(p, codec.OctetAligned)
		codec.PackAMR(buf[:codec.AMRHeadroom+len(f.Speech)], true, codec.BandwidthEfficient)
		codec.Reframe(buf[:1], codec.OctetAligned)
		p, _ = codec.ToggleHR(buf[:14])
		codec.ToggleHR(p)
	}); n != 0 {
		t.Errorf("%v allocations per payload", n)
	}
}

func BenchmarkReframeToBandwidthEfficient(b *testing.B) {
	oa := randomFrame(rand.New(rand.NewPCG(9, 10)), codec.AMR122).aligned()
	benchmark(b, oa, func(p []byte) { codec.Reframe(p, codec.BandwidthEfficient) })
}

func BenchmarkReframeToOctetAligned(b *testing.B) {
	be := randomFrame(rand.New(rand.NewPCG(9, 10)), codec.AMR122).efficient()
	benchmark(b, be, func(p []byte) { codec.Reframe(p, codec.OctetAligned) })
}

func BenchmarkUnpackBandwidthEfficient(b *testing.B) {
	be := randomFrame(rand.New(rand.NewPCG(9, 10)), codec.AMR122).efficient()
	benchmark(b, be, func(p []byte) { codec.UnpackAMR(p, codec.BandwidthEfficient) })
}

func BenchmarkPackBandwidthEfficient(b *testing.B) {
	buf := make([]byte, codec.AMRHeadroom+codec.MaxSpeechLen)
	benchmark(b, buf, func(p []byte) { codec.PackAMR(p, true, codec.BandwidthEfficient) })
}

func BenchmarkToggleHR(b *testing.B) {
	benchmark(b, make([]byte, 14), func(p []byte) { codec.ToggleHR(p) })
}

func benchmark(b *testing.B, payload []byte, convert func(p []byte)) {
	buf := make([]byte, 64)
	b.ReportAllocs()
	for b.Loop() {
		convert(buf[:copy(buf, payload)])
	}
}
