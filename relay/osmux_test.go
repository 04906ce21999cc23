package relay

import (
	"bytes"
	"errors"
	"net/netip"
	"testing"
	"time"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/rtp"
	"osmo-mgw-go/stats"
)

// hub is where the test's gateway takes Osmux.
type hub struct {
	four, six netip.AddrPort
}

func (b *bed) openOsmux() hub {
	var h hub
	var fd4, fd6 int
	switch net := b.net.(type) {
	case *fakeNetwork:
		h = hub{netip.MustParseAddrPort("127.0.0.1:1984"), netip.MustParseAddrPort("[::1]:1984")}
		fd4, fd6 = net.Socket(h.four.String()), net.Socket(h.six.String())
		net.fds[h.four], net.fds[h.six] = fd4, fd6
	case *kernelNetwork:
		fd4, h.four = net.bind(netip.MustParseAddrPort("127.0.0.1:0"))
		fd6, h.six = net.bind(netip.MustParseAddrPort("[::1]:0"))
	}
	b.plane.OpenOsmux(b.trunk, fd4, fd6)
	return h
}

// osmuxConn is a connection with an Osmux circuit: our CID, and the peer's unless it is negative.
func osmuxConn(m Mode, local uint8, remote int) ConnConfig {
	cfg := plain(m, amrCodec(112, OctetAlignNotStated))
	cfg.Kind = KindOsmux
	cfg.Osmux = OsmuxConfig{LocalCID: local, BatchFactor: 4, BatchSize: 1472}
	if remote >= 0 {
		cfg.Osmux.RemoteCID, cfg.Osmux.RemoteCIDKnown = uint8(remote), true
	}
	return cfg
}

// speech590 is an octet-aligned AMR frame of 5.90 kbit/s, filled with one octet.
func speech590(fill byte) []byte {
	return append([]byte{0x20, 0x14}, append(bytes.Repeat([]byte{fill}, 14), fill&0xfc)...)
}

// voice is a packet of a stream.
func voice(seq uint16, payload []byte) []byte {
	p := rtp.Packet(packet(payload...))
	p.SetSequence(seq)
	p.SetTimestamp(160 * uint32(seq))
	return p
}

func TestRTPToOsmux(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, peer := b.leg(e, plain(ModeSendRecv, amrCodec(96, OctetAlignOn))), b.leg(e, osmuxConn(ModeSendRecv, 3, 7))
		a.sendRTCP(unhex(t, "80c9000100000000")) // has no place in Osmux
		begin := net.Now()
		for i := range uint16(4) {
			a.sendRTP(voice(i, speech590(byte(i<<4))))
			net.run(20 * time.Millisecond)
		}
		got := peer.takeOne()
		want := []byte{0x2d, 0, 7, 0x22}
		for i := range 4 {
			want = append(want, speech590(byte(i << 4))[2:]...)
		}
		if !bytes.Equal(got.data, want) {
			t.Errorf("got %x, want %x", got.data, want)
		}
		if got.from != h.four || got.at-begin != int64(80*time.Millisecond) {
			t.Errorf("left from %v after %v, want %v after 80ms", got.from, time.Duration(got.at-begin), h.four)
		}
		s := peer.Stats()
		if s.PacketsSent != 0 || s.Osmux.PacketsSent != 4 || s.Osmux.SpeechOctetsSent != 4*17 || s.Osmux.PacketsDropped != 0 || s.Osmux.State != OsmuxEnabled {
			t.Errorf("figures %+v", s)
		}

		// Bandwidth-efficient speech is converted, events have no place, and a closed mouth counts.
		a.change(func(cfg *ConnConfig) { cfg.Codecs = NewCodecSet([]Codec{amrCodec(96, OctetAlignOff), event(101)}, 0) })
		a.sendRTP(voice(4, unhex(t, "217a567cd7f7f97a599ffef022206022")))
		dtmf := rtp.Packet(voice(5, []byte{1, 0x80, 0, 160}))
		dtmf.SetPayloadType(101)
		a.sendRTP(dtmf)
		net.run(80 * time.Millisecond)
		if got := peer.takeOne(); !bytes.Equal(got.data, unhex(t, "21010722 e959f35fdfe5e9667ffbc088818088")) {
			t.Errorf("got %x", got.data)
		}
		peer.mode(ModeRecvOnly)
		a.mode(ModeLoopback)
		if s := peer.Stats(); s.Osmux.PacketsDropped != 1 {
			t.Errorf("%d dropped, want the event", s.Osmux.PacketsDropped)
		}
	})
}

func TestOsmuxToRTP(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		registry := stats.NewRegistry(logging.Discard)
		b.plane.ShowIn(registry)
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, peer := b.leg(e, plain(ModeSendRecv, amrCodec(96, OctetAlignNotStated))), b.leg(e, osmuxConn(ModeSendRecv, 3, 7))
		net.run(0)
		begin := net.Now()
		send := func(chunk string) {
			peer.phone.send(peer.phone.addr, h.four, unhex(t, chunk))
		}
		send("2d010380 1011121314 2021222324 3031323334 4041424344")
		net.run(30 * time.Millisecond)
		send("25020380 5051525354 6061626364") // early: what waits must go
		net.run(time.Second)
		got := a.take()
		due := []int{0, 20, 30, 30, 30, 50}
		if len(got) != len(due) {
			t.Fatalf("%d packets, want %d", len(got), len(due))
		}
		var first rtp.Packet
		for i, d := range got {
			p := rtp.Packet(d.data)
			if i == 0 {
				first = p
			}
			base := byte(0x10 * (i + 1))
			want := []byte{0x00, 0x44, base, base + 1, base + 2, base + 3, base + 4}
			if !bytes.Equal(p[12:], want) || p.PayloadType() != 96 || p.Marker() {
				t.Errorf("packet %d: %x", i, d.data)
			}
			if p.Sequence() != first.Sequence()+uint16(i) || p.Timestamp() != first.Timestamp()+160*uint32(i) || p.SSRC() != first.SSRC() {
				t.Errorf("packet %d breaks the stream", i)
			}
			if at := int(time.Duration(d.at-begin) / time.Millisecond); at != due[i] {
				t.Errorf("packet %d after %d ms, want %d", i, at, due[i])
			}
		}
		s := peer.Stats()
		if s.Osmux.ChunksReceived != 2 || s.Osmux.OctetsReceived != 24+14 || s.PacketsReceived != 0 || s.PacketsLost != 6 {
			t.Errorf("figures %+v", s)
		}
		if peer.LastActivity() != begin+int64(30*time.Millisecond) {
			t.Errorf("chunks do not feed the watchdog")
		}
		if got := a.Stats().PacketsSent; got != 6 {
			t.Errorf("%d sent, want 6", got)
		}

		// Strangers and other CIDs are nobody's.
		stranger := net.phone("127.0.0.1")
		stranger.send(stranger.addr, h.four, unhex(t, "21030380 1011121314"))
		send("21030480 1011121314")
		send("21030380 1011")
		net.run(time.Second)
		a.takeNone()
		r := b.plane.OsmuxReception()
		if r.Unknown != 2 || r.Unreadable != 1 || r.UnknownCID != 4 || r.UnknownFrom != peer.phone.addr {
			t.Errorf("reception %+v", r)
		}
		if g := registry.FindGroup("osmux_socket", 0); g == nil || g.Figures()[1].Value != 1 || g.Figures()[2].Value != 2 {
			t.Error("Prometheus and CTRL are not told of it")
		}

		// Osmux switched off: nothing gets in any more.
		b.plane.SetOsmuxOff(true)
		send("21040380 1011121314")
		net.run(time.Second)
		a.takeNone()
	})
}

func TestOsmuxWaitsForTheRemoteCID(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, peer := b.leg(e, plain(ModeSendRecv, amrCodec(96, OctetAlignOn))), b.leg(e, osmuxConn(ModeSendRecv, 3, -1))
		exchange := func(seq uint16) {
			a.sendRTP(voice(seq, speech590(0x10)))
			peer.phone.send(peer.phone.addr, h.four, unhex(t, "21010380 1011121314"))
			net.run(100 * time.Millisecond)
		}
		exchange(1)
		a.takeNone()
		peer.takeNone()
		if s := peer.Stats().Osmux; s.State != OsmuxActivating || s.PacketsDropped != 1 {
			t.Errorf("before: %+v", s)
		}
		peer.change(func(cfg *ConnConfig) { cfg.Osmux.RemoteCID, cfg.Osmux.RemoteCIDKnown = 255, true })
		net.run(0)
		exchange(2)
		a.takeOne()
		if got := peer.takeOne(); got.data[2] != 255 {
			t.Errorf("chunk for CID %d", got.data[2])
		}
	})
}

func TestOsmuxPeerBehindNAT(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		cfg := osmuxConn(ModeSendRecv, 3, 7)
		cfg.Osmux.PeerBehindNAT = true
		a, peer := b.leg(e, plain(ModeSendRecv, amrCodec(96, OctetAlignOn))), b.leg(e, cfg)
		a.sendRTP(voice(1, speech590(0x10)))
		net.run(100 * time.Millisecond)
		peer.takeNone()

		outside := net.phone("127.0.0.9")
		outside.send(outside.addr, h.four, []byte{23, 3}) // the dummy of old peers is enough
		net.run(0)
		if peer.Remote() != outside.addr || peer.Stats().Osmux.State != OsmuxEnabled {
			t.Fatalf("the peer is %v, want %v", peer.Remote(), outside.addr)
		}
		a.sendRTP(voice(2, speech590(0x20)))
		net.run(100 * time.Millisecond)
		if len(outside.got) != 1 || len(peer.phone.got) != 0 {
			t.Errorf("%d datagrams to the outside, %d to the address of the SDP", len(outside.got), len(peer.phone.got))
		}
		// Another source does not take over.
		peer.phone.send(peer.phone.addr, h.four, unhex(t, "21010380 1011121314"))
		net.run(100 * time.Millisecond)
		a.takeNone()
		outside.send(outside.addr, h.four, unhex(t, "21010380 1011121314"))
		net.run(100 * time.Millisecond)
		a.takeOne()
	})
}

func TestOsmuxCircuitsShareALink(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		b.openOsmux()
		peer := net.phone("127.0.0.1")
		var legs []*leg
		for i, cid := range []int{0, 255} {
			e := b.trunk.NewEndpoint("rtpbridge/" + string(rune('1'+i)) + "@mgw")
			legs = append(legs, b.leg(e, plain(ModeSendRecv, amrCodec(96, OctetAlignOn))))
			cfg := osmuxConn(ModeSendRecv, uint8(10+i), cid)
			cfg.Remote = peer.addr
			b.connect(&leg{phone: peer, bed: b}, e, cfg, "127.0.0.1")
		}
		for seq := range uint16(4) {
			for _, l := range legs {
				l.sendRTP(voice(seq, speech590(0x10)))
			}
			net.run(20 * time.Millisecond)
		}
		net.run(80 * time.Millisecond)
		if len(peer.got) != 1 || len(peer.got[0].data) != 2*(4+60) || peer.got[0].data[2] != 0 || peer.got[0].data[64+2] != 255 {
			t.Fatalf("got %v", peer.got)
		}

		// The same remote CID at the same peer is taken; at another one it is not.
		e := b.trunk.NewEndpoint("rtpbridge/9@mgw")
		cfg := osmuxConn(ModeSendRecv, 12, 255)
		cfg.Remote = peer.addr
		rtpFD, rtcpFD, _ := net.pair("127.0.0.1")
		if _, err := e.AddConn(cfg, rtpFD, rtcpFD); !errors.Is(err, ErrCircuitTaken) {
			t.Errorf("error %v, want %v", err, ErrCircuitTaken)
		}
		cfg.Remote = netip.AddrPortFrom(peer.addr.Addr(), peer.addr.Port()+1)
		b.connect(&leg{phone: peer, bed: b}, e, cfg, "127.0.0.1")

		// A closed one is free again.
		b.conns[1].Close()
		b.conns = append(b.conns[:1], b.conns[2:]...)
		cfg = osmuxConn(ModeSendRecv, 10, 0)
		cfg.Remote = peer.addr
		b.connect(&leg{phone: peer, bed: b}, e, cfg, "127.0.0.1")
	})
}

func TestOsmuxDummies(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		six := b.legAt(e, osmuxConn(ModeRecvOnly, 3, -1), "::1")
		six.SendDummy()
		if got := six.takeOne(); got.from != h.six || !bytes.Equal(got.data, append(unhex(t, "40000000"), make([]byte, 12)...)) {
			t.Errorf("from %v: %x", got.from, got.data)
		}
		six.change(func(cfg *ConnConfig) {
			cfg.Osmux.RemoteCID, cfg.Osmux.RemoteCIDKnown = 7, true
			cfg.Osmux.Dummy, cfg.Osmux.BatchFactor = true, 2
		})
		net.run(100 * time.Millisecond)
		got := six.take()
		if len(got) != 2 || !bytes.Equal(got[0].data, append(unhex(t, "44000730"), bytes.Repeat([]byte{0xff}, 34)...)) {
			t.Errorf("dummy chunks: %v", got)
		}
		six.SendDummy()
		if got := six.takeOne(); got.data[2] != 7 {
			t.Errorf("dummy %x", got.data)
		}
		if s := six.Stats(); s.PacketsSent != 0 || s.Osmux.PacketsSent != 0 {
			t.Errorf("dummies count: %+v", s)
		}
	})
}

func TestOsmuxLoopback(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		l := b.leg(e, osmuxConn(ModeLoopback, 3, 7))
		net.run(0)
		for i := range byte(3) {
			l.phone.send(l.phone.addr, h.four, append([]byte{0x2d, i, 3, 0x80}, bytes.Repeat([]byte{i, 1, 2, 3, 4}, 4)...))
			net.run(80 * time.Millisecond)
		}
		net.run(100 * time.Millisecond)
		got := l.take()
		if len(got) != 3 {
			t.Fatalf("%d chunks came back, want 3", len(got))
		}
		for i, d := range got {
			if d.data[1] != byte(i) || d.data[2] != 7 || !bytes.Equal(d.data[4:], bytes.Repeat([]byte{byte(i), 1, 2, 3, 4}, 4)) {
				t.Errorf("chunk %d: %x", i, d.data)
			}
		}
	})
}

func TestOsmuxWithoutSockets(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		rtpFD, rtcpFD, _ := net.pair("127.0.0.1")
		if _, err := e.AddConn(osmuxConn(ModeSendRecv, 3, 7), rtpFD, rtcpFD); !errors.Is(err, ErrOsmuxClosed) {
			t.Errorf("error %v, want %v", err, ErrOsmuxClosed)
		}
		net.run(0)
		if open := net.Open(); len(open) != 0 {
			t.Errorf("%d sockets are open", len(open))
		}
	})
}

func TestOsmuxToIuUP(t *testing.T) {
	onFakes(t, func(t *testing.T, b *bed) {
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		rnc, peer := b.leg(e, iufp(ModeSendRecv)), b.leg(e, osmuxConn(ModeSendRecv, 3, 7))
		rnc.initialise()
		peer.phone.send(peer.phone.addr, h.four, unhex(t, "21010380 3d91c01da4"))
		net.run(0)
		if _, got := pdu(t, rnc.takeOne()); got[1] != 0x01 || !bytes.Equal(got[4:], unhex(t, "3d91c01da4")) {
			t.Errorf("SID is %x", got)
		}
	})
}
