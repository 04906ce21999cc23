package relay

import (
	"bytes"
	"errors"
	"math"
	"testing"
	"time"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/rtp"
)

func TestPlay(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	other, l := b.leg(e, plain(ModeSendRecv, gsm)), b.leg(e, plain(ModeSendRecv, gsm))
	clip, err := ToneClip(gsm)
	if err != nil {
		t.Fatal(err)
	}
	net.run(0)
	begin := net.Now()
	l.Play(clip, 2*time.Second)
	net.run(time.Second)
	other.sendRTP(packet('x')) // must not disturb the tone
	net.run(9 * time.Second)
	got := l.take()
	if len(got) != 100 {
		t.Fatalf("%d packets, want 100", len(got))
	}
	first := rtp.Packet(got[0].data)
	for i, d := range got {
		p := rtp.Packet(d.data)
		if p.Sequence() != first.Sequence()+uint16(i) || p.Timestamp() != first.Timestamp()+160*uint32(i) || p.SSRC() != first.SSRC() ||
			p.PayloadType() != 3 || p.Marker() != (i == 0) || !bytes.Equal(p[12:], clip.Payloads[i%50]) {
			t.Fatalf("packet %d: %x", i, d.data)
		}
		if at := d.at - begin; at != int64(i)*20e6 {
			t.Errorf("packet %d after %v", i, time.Duration(at))
		}
	}
	other.sendRTP(packet('y')) // the tone is over
	l.takeOne()
	l.Play(clip, time.Hour)
	net.run(30 * time.Millisecond)
	l.StopPlaying()
	net.run(time.Second)
	if got := l.take(); len(got) != 2 {
		t.Errorf("%d packets until it was stopped, want 2", len(got))
	}
}

func TestToneClips(t *testing.T) {
	for _, c := range []struct {
		codec  Codec
		length int
	}{{gsm, 33}, {pcmu, 160}, {Codec{Name: "PCMA", Rate: 8000}, 160}, {amrCodec(96, OctetAlignOn), 33}, {amrCodec(96, OctetAlignOff), 32}, {amrCodec(96, OctetAlignNotStated), 32}} {
		clip, err := ToneClip(c.codec)
		if err != nil {
			t.Errorf("%v: %v", c.codec, err)
			continue
		}
		for _, p := range clip.Payloads {
			if len(p) != c.length || c.codec.Name == "GSM" && p[0]>>4 != 0xd ||
				c.codec.Name == "AMR" && codec.IsOctetAligned(p) != (c.codec.OctetAlign == OctetAlignOn) {
				t.Errorf("%v: payload %x", c.codec, p)
			}
		}
	}
	if _, err := ToneClip(Codec{Name: "G729"}); !errors.Is(err, ErrNoTone) {
		t.Errorf("G729: %v", err)
	}
}

// The companded tone expands to the sine it was made of, as exactly as eight bits allow.
func TestCompanding(t *testing.T) {
	expandA := func(b byte) float64 {
		b ^= 0x55
		v := float64(int(b&15)<<1 | 1)
		if segment := b >> 4 & 7; segment > 0 {
			v = (v + 32) * math.Pow(2, float64(segment-1))
		}
		if b&0x80 == 0 {
			v = -v
		}
		return v * 8
	}
	expandU := func(b byte) float64 {
		b = ^b
		v := (float64(int(b&15)<<1)+33)*math.Pow(2, float64(b>>4&7)) - 33
		if b&0x80 != 0 {
			v = -v
		}
		return v * 4
	}
	for s := -32768; s < 32768; s += 7 {
		tolerance := math.Max(16, math.Abs(float64(s))/28)
		if got := expandA(alaw(s)); math.Abs(got-float64(s)) > tolerance {
			t.Fatalf("A-law: %d comes back as %v", s, got)
		}
		if got := expandU(ulaw(s)); math.Abs(got-float64(s)) > tolerance {
			t.Fatalf("µ-law: %d comes back as %v", s, got)
		}
	}
}
