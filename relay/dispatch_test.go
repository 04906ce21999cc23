package relay

import (
	"bytes"
	"testing"
)

func TestConferenceReachesAllOthers(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		var legs []*leg
		for i := range 4 {
			legs = append(legs, b.leg(e, plain(ModeSendRecv, Codec{PayloadType: uint8(96 + i), Name: "GSM", Rate: 8000})))
		}
		quiet := b.leg(e, plain(ModeRecvOnly, gsm))
		for i, from := range legs {
			from.sendRTP(packet('a', byte(i)))
			for j, to := range legs {
				if i == j {
					to.takeNone()
					continue
				}
				want := packet('a', byte(i))
				want[1] = byte(96 + j)
				if got := to.takeOne(); !bytes.Equal(got.data, want) {
					t.Errorf("from %d to %d: %x, want %x", i, j, got.data, want)
				}
			}
		}
		quiet.takeNone()
	})
}

func TestConfEchoWithTwoOthers(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		echo := b.leg(e, plain(ModeConfEcho, gsm))
		others := []*leg{b.leg(e, plain(ModeSendOnly, pcmu)), b.leg(e, plain(ModeSendOnly, gsm))}
		echo.sendRTP(packet('x'))
		if got := echo.takeOne(); !bytes.Equal(got.data, packet('x')) {
			t.Errorf("echo is %x", got.data)
		}
		for _, o := range others {
			o.takeOne()
		}
		others[0].sendRTP(packet('y')) // sendonly: nothing is taken from it
		echo.takeNone()
		if d := others[0].Diagnosis(); d.LastDrop != DropMode || d.Drops[DropMode] != 1 {
			t.Errorf("diagnosis of sendonly: %v", d.LastDrop)
		}
	})
}

func TestCopiesAreMadeBeforePatching(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		amr := func(pt uint8, align OctetAlign) ConnConfig {
			return plain(ModeSendRecv, Codec{PayloadType: pt, Name: "AMR", Rate: 8000, OctetAlign: align})
		}
		source := b.leg(e, amr(96, OctetAlignOn))
		efficient, aligned := b.leg(e, amr(97, OctetAlignOff)), b.leg(e, amr(98, OctetAlignOn))
		payload := unhex(t, "2014e959f35fdfe5e9667ffbc088818088")
		source.sendRTP(packet(payload...))
		if got := efficient.takeOne().data[12:]; !bytes.Equal(got, unhex(t, "217a567cd7f7f97a599ffef022206022")) {
			t.Errorf("bandwidth-efficient: %x", got)
		}
		if got := aligned.takeOne().data[12:]; !bytes.Equal(got, payload) {
			t.Errorf("octet-aligned: %x", got)
		}
	})
}

func TestLoopbackOfAPortNeverGiven(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		l := &leg{phone: b.net.phone("127.0.0.1"), bed: b}
		b.connect(l, e, plain(ModeLoopback, gsm), "127.0.0.1")
		l.sendRTP(packet('1'))
		l.takeNone()

		// With rtp-accept-all the source becomes the peer, for good.
		b.trunk.SetConfig(TrunkConfig{AcceptAll: true})
		l.sendRTP(packet('2'))
		l.takeOne()
		if l.Remote() != l.phone.addr {
			t.Errorf("the peer is %v, want %v", l.Remote(), l.phone.addr)
		}
		b.trunk.SetConfig(TrunkConfig{})
		stranger := b.net.phone("127.0.0.1")
		b.count()
		stranger.send(stranger.addr, l.local, packet('3'))
		l.takeNone()
		l.sendRTP(packet('4'))
		l.takeOne()
	})
}

func TestSources(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, other := b.leg(e, plain(ModeSendRecv, gsm)), b.leg(e, plain(ModeSendRecv, gsm))
		send := func(l *leg, p *phone, data []byte) {
			b.count()
			p.send(p.addr, l.local, data)
		}

		// RTP may come from the peer's RTCP port, and RTCP from its RTP port.
		b.count()
		a.phone.send(rtcpPort(a.phone.addr), a.local, packet('1'))
		other.takeOne()
		b.count()
		a.phone.send(a.phone.addr, rtcpPort(a.local), unhex(t, "80c9000100000000"))
		if !other.takeOne().rtcp {
			t.Error("RTCP went to the RTP port")
		}

		stranger, elsewhere := b.net.phone("127.0.0.1"), b.net.phone("127.0.0.2")
		for _, c := range []struct {
			from   *phone
			reason DropReason
		}{{stranger, DropWrongPort}, {elsewhere, DropWrongAddress}} {
			send(a, c.from, packet('2'))
			other.takeNone()
			d := a.Diagnosis()
			if d.LastDrop != c.reason || d.LastDropFrom != c.from.addr || d.Drops[c.reason] != 1 || d.SinceLastDrop < 0 {
				t.Errorf("diagnosis %v from %v, want %v from %v", d.LastDrop, d.LastDropFrom, c.reason, c.from.addr)
			}
		}
		if got := a.Stats().PacketsReceived; got != 4 {
			t.Errorf("%d packets received, want 4: those from wrong sources count", got)
		}

		// After an MDCX to a new port the old one is wrong at once.
		a.change(func(cfg *ConnConfig) { cfg.Remote = stranger.addr })
		a.sendRTP(packet('3'))
		other.takeNone()
		send(a, stranger, packet('4'))
		other.takeOne()

		// Before the call agent has said who the peer is, nothing passes.
		a.change(func(cfg *ConnConfig) { cfg.Remote = plain(ModeNone).Remote })
		send(a, stranger, packet('5'))
		other.takeNone()
		if d := a.Diagnosis(); d.LastDrop != DropRemoteUnknown {
			t.Errorf("diagnosis of early media: %v", d.LastDrop)
		}
		b.trunk.SetConfig(TrunkConfig{AcceptAll: true})
		send(a, stranger, packet('6'))
		other.takeOne()
	})
}

func TestNothingLeavesForAnUnknownPeer(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, other := b.leg(e, plain(ModeSendRecv, gsm)), b.leg(e, plain(ModeSendRecv, gsm))
		other.change(func(cfg *ConnConfig) { cfg.Remote = plain(ModeNone).Remote })
		a.sendRTP(packet('x'))
		other.takeNone()
		if d := a.Diagnosis(); d.LastDrop != DropNoRemote {
			t.Errorf("diagnosis: %v", d.LastDrop)
		}
		if s := other.Stats(); s.PacketsSent != 0 || s.Dropped != 0 {
			t.Errorf("counted %d sent and %d dropped", s.PacketsSent, s.Dropped)
		}
	})
}

func TestLineTakesMedia(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.plane.NewTrunk(TrunkConfig{}, true).NewEndpoint("ds/e1-1/s-4/su16-0@mgw")
		l := b.leg(e, plain(ModeSendRecv, gsm))
		l.sendRTP(packet('x'))
		l.takeNone()
		if s := l.Stats(); s.PacketsReceived != 1 || l.Diagnosis().LastDrop != DropNone {
			t.Errorf("received %d, diagnosis %v", s.PacketsReceived, l.Diagnosis().LastDrop)
		}
		l.mode(ModeLoopback)
		l.sendRTP(packet('y'))
		l.takeOne()
	})
}
