package relay

import (
	"bytes"
	"testing"

	"github.com/pion/rtcp"
	"osmo-mgw-go/rtp"
)

func event(pt uint8) Codec { return Codec{PayloadType: pt, Name: "telephone-event", Rate: 8000} }
func noise(pt uint8) Codec { return Codec{PayloadType: pt, Name: "CN", Rate: 8000} }

func TestPayloadTypes(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		amr := Codec{PayloadType: 96, Name: "AMR", Rate: 8000, OctetAlign: OctetAlignOn}
		amrOut := Codec{PayloadType: 112, Name: "AMR", Rate: 8000, OctetAlign: OctetAlignOff}
		wide := Codec{PayloadType: 102, Name: "telephone-event", Rate: 16000}
		for _, c := range []struct {
			name          string
			source, other []Codec
			in, out       uint8
		}{
			{"speech", []Codec{amr}, []Codec{amrOut}, 96, 112},
			{"speech of another number", []Codec{pcmu}, []Codec{gsm}, 55, 3},
			{"event that both know", []Codec{amr, event(101)}, []Codec{amrOut, event(97)}, 101, 97},
			{"event that only the source knows", []Codec{amr, event(101)}, []Codec{amrOut}, 101, 101},
			{"event that the source's SDP does not name", []Codec{pcmu}, []Codec{amrOut, event(97)}, 101, 112},
			{"event of the right clock", []Codec{pcmu, event(101)}, []Codec{pcmu, wide, event(99)}, 101, 99},
			{"event of another clock", []Codec{pcmu, event(101)}, []Codec{pcmu, wide}, 101, 101},
			{"comfort noise", []Codec{pcmu, noise(13)}, []Codec{gsm, noise(19)}, 13, 19},
			{"comfort noise is no event", []Codec{pcmu, noise(13)}, []Codec{gsm, event(101)}, 13, 13},
			{"names without case", []Codec{pcmu, {PayloadType: 101, Name: "Telephone-Event", Rate: 8000}}, []Codec{gsm, event(97)}, 101, 97},
		} {
			t.Run(c.name, func(t *testing.T) {
				b := b.in(t)
				e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
				a, other := b.leg(e, plain(ModeSendRecv, c.source...)), b.leg(e, plain(ModeSendRecv, c.other...))
				in := packet(0x01, 0x80, 0x00, 0xa0)
				if c.in == amr.PayloadType {
					in = packet(unhex(t, "2014e959f35fdfe5e9667ffbc088818088")...)
				}
				in[1] = c.in | 0x80
				a.sendRTP(in)
				got := rtp.Packet(other.takeOne().data)
				if got.PayloadType() != c.out || !got.Marker() {
					t.Errorf("payload type %d, marker %v, want %d with its marker", got.PayloadType(), got.Marker(), c.out)
				}
				if c.in != amr.PayloadType && !bytes.Equal(got[12:], in[12:]) {
					t.Errorf("payload %x became %x", in[12:], []byte(got[12:]))
				}
			})
		}
	})
}

func TestNoCodecNoPacket(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, other := b.leg(e, plain(ModeSendRecv, gsm)), b.leg(e, plain(ModeSendRecv))
		a.sendRTP(packet('x'))
		other.takeNone()
		if d := a.Diagnosis(); d.LastDrop != DropNoCodec {
			t.Errorf("diagnosis: %v", d.LastDrop)
		}
	})
}

func TestVersion0GetsAHeader(t *testing.T) {
	b := onFake(t)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	a, other := b.leg(e, plain(ModeSendRecv, pcmu)), b.leg(e, plain(ModeSendRecv, gsm))
	var ssrc uint32
	for i := range uint16(3) {
		in := packet(1, 2, 3)
		in[0], in[1] = 0x21, 0x80 // padding and a CSRC count are left as they are
		a.sendRTP(in)
		got := rtp.Packet(other.takeOne().data)
		if got[0] != 0xa1 || got[1] != 0x83 || got.Sequence() != i || !bytes.Equal(got[12:], in[12:]) {
			t.Errorf("packet %d: %x", i, []byte(got))
		}
		if want := mediaClock(b.plane.Now(), 8000); got.Timestamp() != want {
			t.Errorf("packet %d: timestamp %d, want %d", i, got.Timestamp(), want)
		}
		if i > 0 && got.SSRC() != ssrc {
			t.Errorf("packet %d: another SSRC", i)
		}
		ssrc = got.SSRC()
	}
	if d := a.Diagnosis(); d.BadVersion != 3 {
		t.Errorf("%d packets of a bad version, want 3", d.BadVersion)
	}
}

func TestOutputDisabled(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		l := b.leg(e, plain(ModeRecvOnly, gsm))
		// The loop command of the VTY changes the mode alone.
		l.change(func(cfg *ConnConfig) { cfg.Mode = ModeLoopback })
		l.sendRTP(packet('x'))
		l.sendRTCP(unhex(t, "80c9000100000000"))
		l.takeNone()
		if s := l.Stats(); s.Dropped != 2 || s.PacketsSent != 0 {
			t.Errorf("%d dropped, %d sent, want 2 and 0", s.Dropped, s.PacketsSent)
		}
	})
}

func TestRTCPOmitActsAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, other := b.leg(e, plain(ModeSendRecv, gsm)), b.leg(e, plain(ModeSendRecv, gsm))
		report := unhex(t, "80c9000100000000")
		a.sendRTCP(report)
		other.takeOne()
		b.trunk.SetConfig(TrunkConfig{OmitRTCP: true})
		a.sendRTCP(report)
		other.takeNone()
		if a, o := a.Stats(), other.Stats(); a.PacketsReceived != 2 || o.PacketsSent != 1 || o.Dropped != 0 {
			t.Errorf("received %d, sent %d, dropped %d", a.PacketsReceived, o.PacketsSent, o.Dropped)
		}
	})
}

func TestRTCPIsRewrittenWithItsRTP(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		patching := plain(ModeSendRecv, gsm)
		patching.ConstantSSRC = true
		a, other := b.leg(e, patching), b.leg(e, patching)
		send := func(seq uint16, ts, ssrc uint32) rtp.Packet {
			p := rtp.Packet(packet('x'))
			p.SetSequence(seq)
			p.SetTimestamp(ts)
			p.SetSSRC(ssrc)
			a.sendRTP(p)
			return other.takeOne().data
		}
		send(1, 160, 1)
		got := send(500, 90000, 2) // the source has changed
		if got.SSRC() != 1 || got.Sequence() != 2 {
			t.Fatalf("RTP has SSRC %d and sequence %d", got.SSRC(), got.Sequence())
		}
		a.sendRTCP(compound(t, &rtcp.SenderReport{SSRC: 2, RTPTime: 90000}))
		report := new(rtcp.SenderReport)
		if err := report.Unmarshal(other.takeOne().data); err != nil {
			t.Fatal(err)
		}
		if report.SSRC != 1 || report.RTPTime != got.Timestamp() {
			t.Errorf("sender report of SSRC %d at %d, want 1 at %d", report.SSRC, report.RTPTime, got.Timestamp())
		}
		other.sendRTCP(compound(t, &rtcp.ReceiverReport{SSRC: 9, Reports: []rtcp.ReceptionReport{
			{SSRC: 1, LastSequenceNumber: 2, FractionLost: 64, TotalLost: 5, Jitter: 70}}}))
		back := new(rtcp.ReceiverReport)
		if err := back.Unmarshal(a.takeOne().data); err != nil {
			t.Fatal(err)
		}
		if r := back.Reports[0]; back.SSRC != 9 || r.SSRC != 2 || r.LastSequenceNumber != 500 {
			t.Errorf("receiver report %+v, want SSRC 2 and sequence 500", r)
		}
		want := Quality{Valid: true, Lost: 5, Fraction: 64, Jitter: 70}
		if d := other.Diagnosis(); d.Out != want {
			t.Errorf("what the peer reports: %+v, want %+v", d.Out, want)
		}
	})
}
