package relay

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"osmo-mgw-go/rtp"
)

// saved writes an endpoint's connections out, as a process would that hands its calls over.
func saved(t *testing.T, b *bed, e *Endpoint) []byte {
	t.Helper()
	var states []ConnState
	e.Save(func(s []ConnState) { states = s })
	b.net.settle(b)
	text, err := json.Marshal(states)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// restored reads them back into another gateway, with the same phones.
func restored(t *testing.T, b *bed, e *Endpoint, text []byte) []*leg {
	t.Helper()
	net := b.net.(*fakeNetwork)
	net.port += 1000 // clear of the phones
	var states []ConnState
	if err := json.Unmarshal(text, &states); err != nil {
		t.Fatal(err)
	}
	var legs []*leg
	for i := len(states) - 1; i >= 0; i-- {
		l := &leg{phone: net.phoneAt(states[i].Config.Remote), bed: b}
		rtpFD, rtcpFD, local := net.pair("127.0.0.1")
		c, err := e.Restore(states[i], rtpFD, rtcpFD)
		if err != nil {
			t.Fatal(err)
		}
		l.Conn, l.local = c, local
		b.conns = append(b.conns, c)
		legs = append(legs, l)
	}
	net.run(0)
	return legs
}

func TestCallOutlivesTheProcess(t *testing.T) {
	before := onFake(t)
	net := before.net.(*fakeNetwork)
	net.run(time.Hour) // the clocks differ
	e := before.trunk.NewEndpoint("rtpbridge/1@mgw")
	patching := plain(ModeSendRecv, gsm)
	patching.ConstantSSRC, patching.AlignTiming = true, true
	a, other := before.leg(e, patching), before.leg(e, patching)
	stream := func(l *leg, n int, ssrc uint32) {
		p := rtp.Packet(voice(uint16(n), []byte{byte(n)}))
		p.SetSSRC(ssrc)
		l.sendRTP(p)
	}
	stream(a, 1, 1)
	net.run(20 * time.Millisecond)
	stream(a, 502, 2) // another source takes over
	net.run(20 * time.Millisecond)
	sent := other.take()
	figures := [2]ConnStats{a.Stats(), other.Stats()}
	text := saved(t, before, e)

	after := onFake(t)
	e = after.trunk.NewEndpoint("rtpbridge/1@mgw")
	legs := restored(t, after, e, text)
	a, other = legs[0], legs[1]
	if got := [2]ConnStats{a.Stats(), other.Stats()}; got != figures {
		t.Errorf("figures %+v, want %+v", got, figures)
	}
	stream(a, 503, 2) // 20 ms after the one before the hand-over
	sent = append(sent, other.take()...)
	for i, d := range sent {
		if p := rtp.Packet(d.data); p.SSRC() != 1 || p.Sequence() != uint16(1+i) || p.Timestamp() != 160+160*uint32(i) {
			t.Errorf("packet %d: SSRC %d, sequence %d, timestamp %d", i, p.SSRC(), p.Sequence(), p.Timestamp())
		}
	}
	if s := a.Stats(); len(sent) != 3 || s.Jitter != figures[0].Jitter || s.PacketsReceived != 3 {
		t.Errorf("%d packets sent, figures %+v", len(sent), s)
	}
	// Nothing is lost on the way through text: saved again, it is the same.
	var first, second []ConnState
	_ = json.Unmarshal(text, &first)
	after = onFake(t)
	e = after.trunk.NewEndpoint("rtpbridge/1@mgw")
	restored(t, after, e, text)
	_ = json.Unmarshal(saved(t, after, e), &second)
	for i := range first {
		first[i].At, second[i].At = 0, 0
		first[i].RTP.LastArrival, second[i].RTP.LastArrival = 0, 0
		first[i].RTP.Reception.Transit, second[i].RTP.Reception.Transit = 0, 0
	}
	if !reflect.DeepEqual(first, second) {
		t.Errorf("saved again it is\n%+v, was\n%+v", second, first)
	}
}

func TestIuUPAndOsmuxOutliveTheProcess(t *testing.T) {
	before := onFake(t)
	net := before.net.(*fakeNetwork)
	h := before.openOsmux()
	e := before.trunk.NewEndpoint("rtpbridge/1@mgw")
	nat := osmuxConn(ModeSendRecv, 3, 7)
	nat.Osmux.PeerBehindNAT = true
	rnc, peer := before.leg(e, iufp(ModeSendRecv)), before.leg(e, nat)
	rnc.initialise()
	outside := net.phone("127.0.0.9")
	outside.send(outside.addr, h.four, unhex(t, "21000380 3d91c01da4"))
	net.run(time.Second)
	_, first := pdu(t, rnc.takeOne())
	figures := peer.Stats()
	text := saved(t, before, e)

	after := onFake(t)
	net = after.net.(*fakeNetwork)
	h = after.openOsmux()
	e = after.trunk.NewEndpoint("rtpbridge/1@mgw")
	legs := restored(t, after, e, text)
	rnc, peer = legs[0], legs[1]
	if got := peer.Stats(); got != figures || peer.Remote() != outside.addr {
		t.Errorf("peer %v, figures %+v, want %v, %+v", peer.Remote(), got, outside.addr, figures)
	}
	// No new Init is needed, and the frames go on counting.
	outside = net.phoneAt(outside.addr)
	outside.send(outside.addr, h.four, unhex(t, "21010380 3d91c01da4"))
	net.run(time.Second)
	_, second := pdu(t, rnc.takeOne())
	if second[0] != (first[0]+1)&15 || !bytes.Equal(second[4:], first[4:]) {
		t.Errorf("frame %x after %x", second, first)
	}
}

func TestOsmuxSequenceOutlivesTheProcess(t *testing.T) {
	run := func(b *bed, l *leg, seq uint16) {
		l.sendRTP(voice(seq, speech590(1)))
		b.net.(*fakeNetwork).run(time.Second)
	}
	before := onFake(t)
	before.openOsmux()
	e := before.trunk.NewEndpoint("rtpbridge/1@mgw")
	a, peer := before.leg(e, plain(ModeSendRecv, amrCodec(96, OctetAlignOn))), before.leg(e, osmuxConn(ModeSendRecv, 3, 7))
	run(before, a, 1)
	run(before, a, 2)
	if got := peer.take(); len(got) != 2 || got[1].data[1] != 1 {
		t.Fatalf("%v", got)
	}
	text := saved(t, before, e)
	after := onFake(t)
	after.openOsmux()
	e = after.trunk.NewEndpoint("rtpbridge/1@mgw")
	legs := restored(t, after, e, text)
	run(after, legs[0], 3)
	if got := legs[1].takeOne(); got.data[1] != 2 || got.data[0]&0x80 != 0 {
		t.Errorf("chunk %x, want sequence 2 without marker", got.data[:4])
	}
}
