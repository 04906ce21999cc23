package rtp_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"osmo-mgw-go/rtp"

	pion "github.com/pion/rtp"
)

// Our accessors and pion's parser have to agree about every field of packets of every shape.
func TestAgreesWithPion(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		want := pion.Packet{
			Header: pion.Header{
				Version: 2, Marker: r.IntN(2) == 1, PayloadType: uint8(r.IntN(128)),
				SequenceNumber: uint16(r.Uint32()), Timestamp: r.Uint32(), SSRC: r.Uint32(),
			},
			Payload: make([]byte, r.IntN(40)),
		}
		for range r.IntN(16) {
			want.CSRC = append(want.CSRC, r.Uint32())
		}
		if r.IntN(2) == 1 {
			if err := want.SetExtension(1, []byte{1, 2, 3}); err != nil {
				t.Fatal(err)
			}
		}
		if r.IntN(2) == 1 {
			want.Header.Padding, want.Header.PaddingSize = true, byte(1+r.IntN(20))
		}
		for i := range want.Payload {
			want.Payload[i] = byte(r.Uint32())
		}
		raw, err := want.Marshal()
		if err != nil {
			t.Fatal(err)
		}

		p := rtp.Packet(raw)
		start, end, err := p.Payload()
		if err != nil {
			t.Fatalf("%x: %v", raw, err)
		}
		if !bytes.Equal(p[start:end], want.Payload) {
			t.Errorf("%x: payload %x, want %x", raw, p[start:end], want.Payload)
		}
		if p.Version() != 2 || p.Marker() != want.Marker || p.PayloadType() != want.PayloadType ||
			p.Sequence() != want.SequenceNumber || p.Timestamp() != want.Timestamp || p.SSRC() != want.SSRC ||
			p.CSRCCount() != len(want.CSRC) || p.Extension() != want.Extension || p.Padding() != want.Padding {
			t.Errorf("%x: a field differs from %+v", raw, want.Header)
		}
	}
}

func TestSettersLeaveTheRestAlone(t *testing.T) {
	p := rtp.Packet([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	for _, step := range []struct {
		name string
		set  func()
		want []byte
	}{
		{"version", func() { p.SetVersion(2) }, []byte{0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
		{"padding", func() { p.ClearPadding() }, []byte{0x9f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
		{"payload type", func() { p.SetPayloadType(0x70) }, []byte{0x9f, 0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
		{"marker", func() { p.SetMarker(false) }, []byte{0x9f, 0x70, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
		{"sequence", func() { p.SetSequence(0x0102) }, []byte{0x9f, 0x70, 1, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
		{"timestamp", func() { p.SetTimestamp(0x03040506) }, []byte{0x9f, 0x70, 1, 2, 3, 4, 5, 6, 0xff, 0xff, 0xff, 0xff}},
		{"ssrc", func() { p.SetSSRC(0x0708090a) }, []byte{0x9f, 0x70, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
	} {
		if step.set(); !bytes.Equal(p, step.want) {
			t.Errorf("after setting the %s: %x, want %x", step.name, []byte(p), step.want)
		}
	}
}

func TestPutHeader(t *testing.T) {
	b := []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x55}
	rtp.PutHeader(b, rtp.Header{Marker: true, PayloadType: 112, Sequence: 0x1234, Timestamp: 0x56789abc, SSRC: 0xcafe0007})
	want := []byte{0x80, 0xf0, 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xca, 0xfe, 0, 7, 0x55}
	if !bytes.Equal(b, want) {
		t.Errorf("got %x, want %x", b, want)
	}
}

func TestPayloadOfMalformedPackets(t *testing.T) {
	head := func(flags byte, rest ...byte) []byte {
		return append([]byte{flags, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, rest...)
	}
	for _, c := range []struct {
		name string
		in   []byte
		want error
	}{
		{"nothing", nil, rtp.ErrShort},
		{"eleven octets", make([]byte, 11), rtp.ErrShort},
		{"one CSRC missing an octet", head(0x81, 1, 2, 3), rtp.ErrCSRC},
		{"fifteen CSRCs of none", head(0x8f), rtp.ErrCSRC},
		{"no room for the extension's header", head(0x90, 0xbe, 0xde, 0), rtp.ErrExtension},
		{"extension longer than the packet", head(0x90, 0xbe, 0xde, 0, 1, 1, 2, 3), rtp.ErrExtension},
		{"extension of 65535 words", head(0x90, 0xbe, 0xde, 0xff, 0xff), rtp.ErrExtension},
		{"padding without an octet", head(0xa0), rtp.ErrPadding},
		{"padding of 0", head(0xa0, 0), rtp.ErrPadding},
		{"padding into the header", head(0xa0, 1, 3), rtp.ErrPadding},
		{"padding into the CSRC list", head(0xa1, 1, 2, 3, 4, 2), rtp.ErrPadding},
	} {
		if _, _, err := rtp.Packet(c.in).Payload(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func FuzzPayload(f *testing.F) {
	f.Add([]byte{0x80, 0x70, 0, 1, 0, 0, 0, 0, 0x11, 0x22, 0x33, 0x44, 0x14})
	f.Add([]byte{0xb1, 0x70, 0, 1, 0, 0, 0, 0xa0, 0x11, 0x22, 0x33, 0x44, 0xaa, 0xbb, 0xcc, 0xdd, 0xbe, 0xde, 0, 1, 1, 2, 3, 4, 0x44, 0, 0, 0, 4})
	f.Add([]byte{0xbf})
	f.Fuzz(func(t *testing.T, raw []byte) {
		start, end, err := rtp.Packet(raw).Payload()
		if err != nil {
			if start != 0 || end != 0 {
				t.Errorf("bounds %d, %d together with %v", start, end, err)
			}
			return
		}
		if start < rtp.HeaderLen || start > end || end > len(raw) {
			t.Errorf("payload [%d:%d] of %d octets", start, end, len(raw))
		}
	})
}

func TestNoAllocations(t *testing.T) {
	good := rtp.Packet([]byte{0xb1, 0x70, 0, 1, 0, 0, 0, 0xa0, 0x11, 0x22, 0x33, 0x44, 0xaa, 0xbb, 0xcc, 0xdd, 0xbe, 0xde, 0, 1, 1, 2, 3, 4, 0x44, 0, 0, 0, 4})
	bad := rtp.Packet([]byte{0x8f, 0x70, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0})
	if n := testing.AllocsPerRun(100, func() {
		good.Payload()
		bad.Payload()
		good.SetSequence(good.Sequence() + 1)
	}); n != 0 {
		t.Errorf("%v allocations per packet", n)
	}
}
