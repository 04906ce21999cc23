package relay

import (
	"bytes"
	"net/netip"
	"reflect"
	"syscall"
	"testing"
	"time"

	"osmo-mgw-go/rtp"
)

func TestDummies(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		l := b.leg(e, plain(ModeRecvOnly, gsm))
		l.SendDummy()
		got := l.take()
		if len(got) != 2 || got[0].rtcp || !got[1].rtcp || !bytes.Equal(got[0].data, []byte{0x23}) || !bytes.Equal(got[1].data, []byte{0x23}) {
			t.Fatalf("dummies: %v", got)
		}
		b.trunk.SetConfig(TrunkConfig{OmitRTCP: true})
		l.SendDummy()
		if got := l.takeOne(); got.rtcp {
			t.Error("rtcp-omit lets the RTCP dummy out")
		}
		if s := l.Stats(); s != (ConnStats{}) {
			t.Errorf("dummies count: %+v", s)
		}
		l.change(func(cfg *ConnConfig) { cfg.Remote = netip.AddrPort{} })
		l.SendDummy()
		l.takeNone()

		// A dummy of the peer is too short for RTP and RTCP: not counted, and no news.
		l.sendRTP([]byte{0x23})
		l.sendRTCP([]byte{0x23})
		l.takeNone()
		d := l.Diagnosis()
		if d.Drops[DropDummy] != 2 || d.LastDrop != DropNone || l.Stats().PacketsReceived != 0 || l.LastActivity() != 0 {
			t.Errorf("dummies of the peer: %d, last drop %v", d.Drops[DropDummy], d.LastDrop)
		}
	})
}

func TestWatchdogIsFedByWhatPasses(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	l := b.leg(e, plain(ModeSendOnly, gsm))
	stranger := net.phone("127.0.0.1")
	stranger.send(stranger.addr, l.local, packet('x'))
	net.run(0)
	if l.LastActivity() != 0 {
		t.Error("a wrong source feeds the watchdog")
	}
	for range 3 {
		net.run(time.Second)
		l.sendRTCP(unhex(t, "80c9000100000000"))
		net.run(0)
		if got, want := l.LastActivity(), b.plane.Now(); got != want {
			t.Errorf("last activity %d, want %d", got, want)
		}
	}
	if d := l.Diagnosis(); d.SinceFirst != 2*time.Second || d.SinceReceived != 0 || d.SinceSent >= 0 {
		t.Errorf("first packet %v ago, last %v, sent %v", d.SinceFirst, d.SinceReceived, d.SinceSent)
	}
}

func TestDiagnosisOfAStream(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	l := b.leg(e, plain(ModeSendRecv, gsm, event(101)))
	send := func(pt uint8, seq uint16) {
		p := rtp.Packet(packet('x'))
		p.SetPayloadType(pt)
		p.SetSequence(seq)
		p.SetTimestamp(160 * uint32(seq))
		l.sendRTP(p)
		net.run(20 * time.Millisecond)
	}
	for _, seq := range []uint16{65533, 65534, 1, 2, 4} { // 65535, 0 and 3 are missing
		send(3, seq)
	}
	send(101, 5)
	send(8, 6)
	send(100, 7)
	d := l.Diagnosis()
	if !d.In.Valid || d.In.Lost != 3 {
		t.Errorf("%d packets lost, want 3", d.In.Lost)
	}
	if want := [2]uint64{1 << 8, 1 << (100 - 64)}; d.UnexpectedTypes != want {
		t.Errorf("unexpected payload types %x, want %x", d.UnexpectedTypes, want)
	}
	if d.LastDrop != DropNoReceiver || d.Out.Valid {
		t.Errorf("diagnosis %v, out %+v", d.LastDrop, d.Out)
	}
}

func TestPeerRefuses(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	l := b.leg(e, plain(ModeLoopback, gsm))
	net.Refuse(l.phone.addr.String())
	net.Refuse(rtcpPort(l.phone.addr).String())
	for range 2 {
		l.sendRTCP(unhex(t, "80c9000100000000"))
		l.take()
	}
	if d := l.Diagnosis(); d.Refused != 0 || d.RefusedRTCP != 1 {
		t.Errorf("RTCP refused: %d, RTP %d", d.RefusedRTCP, d.Refused)
	}
	for range 3 {
		l.sendRTP(packet('x'))
		l.takeOne() // the packet after the error is repeated
	}
	d := l.Diagnosis()
	if d.Refused != 2 || d.RefusedError != syscall.ECONNREFUSED || d.RefusedAt != l.phone.addr || d.SinceRefused < 0 {
		t.Errorf("refused %d times, %v at %v", d.Refused, d.RefusedError, d.RefusedAt)
	}
}

func TestRebind(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	l := b.leg(e, plain(ModeLoopback, gsm))
	l.sendRTP(packet('1'))
	l.takeOne()
	rtpFD, rtcpFD, local := net.pair("127.0.0.1")
	l.Rebind(rtpFD, rtcpFD)
	net.run(0)
	if got := net.Open(); len(got) != 2 {
		t.Errorf("%d sockets open after the change, want 2", len(got))
	}
	l.local = local
	l.sendRTP(packet('2'))
	if got := l.takeOne(); got.from != local {
		t.Errorf("left from %v, want %v", got.from, local)
	}
	if s := l.Stats(); s.PacketsReceived != 2 || s.PacketsSent != 2 {
		t.Errorf("the figures did not go on: %+v", s)
	}
}

func TestClosedConnectionIsGone(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	a, other := b.leg(e, plain(ModeSendRecv, gsm)), b.leg(e, plain(ModeSendRecv, gsm))
	b.conns = nil
	other.Close()
	net.run(0)
	if got := net.Open(); len(got) != 2 {
		t.Errorf("%d sockets open, want 2", len(got))
	}
	a.sendRTP(packet('x'))
	a.takeNone()
	other.takeNone()
	a.Close()
	net.run(0)
	if len(e.Conns()) != 0 || len(net.Open()) != 0 {
		t.Errorf("%d connections and %d sockets left", len(e.Conns()), len(net.Open()))
	}
	// The endpoint can be used again.
	again := b.leg(e, plain(ModeLoopback, gsm))
	again.sendRTP(packet('y'))
	again.takeOne()
}

func TestTaps(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, other := b.leg(e, plain(ModeSendRecv, pcmu)), b.leg(e, plain(ModeSendRecv, gsm))
		var source, sink, second recorder
		a.AddTap(&source)
		a.AddTap(&second)
		other.AddTap(&sink)
		in, report := packet('x'), unhex(t, "80c9000100000000")
		in[1] = 0
		a.sendRTP(in)
		out := other.takeOne().data
		a.sendRTCP(report)
		other.take()
		want := []tapped{
			{TapIn, false, false, a.phone.addr, in}, {TapOut, false, false, other.phone.addr, out},
			{TapIn, true, false, rtcpPort(a.phone.addr), report}, {TapOut, true, false, rtcpPort(other.phone.addr), report},
		}
		source.expect(t, want...)
		second.expect(t, want...)
		sink.expect(t, tapped{TapSent, false, false, other.phone.addr, out}, tapped{TapSent, true, false, rtcpPort(other.phone.addr), report})
		a.RemoveTap(&source)
		a.sendRTP(in)
		other.takeOne()
		source.expect(t)
		second.expect(t, want[:2]...)
	})
}

func TestTapOfOsmux(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, peer := b.leg(e, plain(ModeSendRecv, amrCodec(96, OctetAlignOn))), b.leg(e, osmuxConn(ModeSendRecv, 3, 7))
		var tap recorder
		peer.AddTap(&tap)
		net.run(0)
		a.sendRTP(voice(1, speech590(0x10)))
		net.run(80 * time.Millisecond)
		sent := peer.takeOne().data
		chunk := unhex(t, "21010380 1011121314")
		peer.phone.send(peer.phone.addr, h.four, append(unhex(t, "21010480 1011121314"), chunk...)) // the first is not ours
		regenerated := a.takeOne().data
		tap.expect(t, tapped{TapSent, false, true, peer.phone.addr, sent}, tapped{TapIn, false, true, peer.phone.addr, chunk},
			tapped{TapOut, false, false, a.phone.addr, regenerated})
		peer.RemoveTap(&tap)
		if n := b.plane.osmux.tapped.Load(); n != 0 {
			t.Errorf("%d circuits are still watched", n)
		}
	})
}

type tapped struct {
	dir         TapDirection
	rtcp, osmux bool
	addr        netip.AddrPort
	data        []byte
}

type recorder struct{ seen []tapped }

func (r *recorder) Packet(e TapEvent, data []byte) {
	r.seen = append(r.seen, tapped{e.Direction, e.RTCP, e.Osmux, e.Addr.AddrPort(), bytes.Clone(data)})
}

// expect compares what the tap has seen since it was last asked.
func (r *recorder) expect(t *testing.T, want ...tapped) {
	t.Helper()
	seen := r.seen
	r.seen = nil
	if !reflect.DeepEqual(seen, want) && len(seen)+len(want) > 0 {
		t.Errorf("tap saw\n%v, want\n%v", seen, want)
	}
}

func TestUserSpace(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		expect := func(want UserSpace) {
			t.Helper()
			if got := e.UserSpace(); got != want {
				t.Errorf("needs user space for %q, want %q", got, want)
			}
		}
		a := b.leg(e, plain(ModeSendRecv, gsm))
		expect(UserSpaceSides)
		other := b.leg(e, plain(ModeSendRecv, gsm))
		expect(UserSpaceNot)
		a.mode(ModeLoopback)
		expect(UserSpaceMode)
		a.mode(ModeSendRecv)
		watch := &recorder{}
		a.AddTap(watch)
		expect(UserSpaceTap)
		a.RemoveTap(watch)
		other.change(func(cfg *ConnConfig) {
			cfg.Codecs = NewCodecSet([]Codec{{PayloadType: 96, Name: "AMR", Rate: 8000, OctetAlign: OctetAlignOn}}, 0)
		})
		expect(UserSpacePayload)
	})
}

func TestIPv6(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		six, four := b.legAt(e, plain(ModeSendRecv, gsm), "::1"), b.leg(e, plain(ModeSendRecv, gsm))
		six.sendRTP(packet('6'))
		four.takeOne()
		four.sendRTP(packet('4'))
		six.takeOne()
	})
}
