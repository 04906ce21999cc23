package relay

import (
	"testing"
	"time"

	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// FuzzGateway sends datagrams to the sockets of a gateway with connections of every kind: whatever
// comes, it goes on, every datagram is accounted for, and every packet buffer comes back.
//
// The input is a list of datagrams: one octet that says which socket, one for the length, the datagram.
func FuzzGateway(f *testing.F) {
	add := func(socket byte, datagrams ...[]byte) {
		var in []byte
		for _, d := range datagrams {
			in = append(append(in, socket, byte(len(d))), d...)
		}
		f.Add(in)
	}
	for socket := range byte(10) {
		add(socket, packet(speech590(7)...), packet(unhex(f, iuupInit)...), packet(unhex(f, "0000001e4f28959ffeb80181f5c4e83d176c897b4a4e333298333419a493ca63ded6e0")...),
			unhex(f, "81c9000722222222 11111111 00000000 00000000 00000000 00000000 00000000"), unhex(f, "2d010380 1011121314 2021222324 3031323334 4041424344"))
		add(socket, unhex(f, "b1e00001000000a000000001aabbccddbede000101020304f6f7f80002"), []byte{23, 3}, []byte{0x23}, nil)
		add(socket, unhex(f, "00e00001000000a000000001aabbccdd"), unhex(f, "2d000380 10"), unhex(f, "80c8000081cb000122222222"))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		b := onFakeQueues(t, 2)
		net := b.net.(*fakeNetwork)
		h := b.openOsmux()
		patching := func(cfg ConnConfig) ConnConfig {
			cfg.ConstantSSRC, cfg.AlignTiming, cfg.ConvertHR = true, true, true
			return cfg
		}
		// Three endpoints: conference with conversions, Iu UP with AMR, Osmux with AMR.
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		legs := []*leg{
			b.leg(e, patching(plain(ModeConfEcho, amrCodec(96, OctetAlignOn), event(101)))),
			b.leg(e, patching(plain(ModeSendRecv, amrCodec(97, OctetAlignOff)))),
			b.leg(e, patching(plain(ModeSendRecv, Codec{PayloadType: 111, Name: "GSM-HR-08", Rate: 8000}))),
		}
		e = b.trunk.NewEndpoint("rtpbridge/2@mgw")
		legs = append(legs, b.leg(e, iufp(ModeSendRecv)), b.leg(e, plain(ModeSendRecv, amrCodec(98, OctetAlignNotStated))))
		e = b.trunk.NewEndpoint("rtpbridge/3@mgw")
		legs = append(legs, b.leg(e, plain(ModeSendRecv, amrCodec(98, OctetAlignOff))), b.leg(e, osmuxConn(ModeLoopback, 3, 7)), b.leg(e, osmuxConn(ModeSendRecv, 4, 8)))
		net.run(0)

		sockets := make([]uint64, len(legs))
		for len(in) >= 2 {
			socket, n := int(in[0]), int(in[1])
			n = min(n, len(in)-2)
			data := in[2 : 2+n]
			in = in[2+n:]
			l := legs[socket/3%len(legs)]
			sockets[socket/3%len(legs)]++
			switch socket % 3 {
			case 0:
				l.sendRTP(data)
			case 1:
				l.sendRTCP(data)
			case 2:
				sockets[socket/3%len(legs)]--
				l.phone.send(l.phone.addr, h.four, data)
			}
			net.run(5 * time.Millisecond)
		}
		net.run(10 * time.Second)
		for i, l := range legs {
			if got := handled(l.Conn); got != sockets[i] {
				t.Errorf("connection %d: %d datagrams accounted for, want %d", i, got, sockets[i])
			}
			for _, d := range l.phone.got {
				if !d.rtcp && l.Config().Kind == KindRTP && len(d.data) < rtp.HeaderLen {
					t.Errorf("connection %d sent %x", i, d.data)
				}
			}
		}
		for _, l := range legs {
			l.group.Do(func(q *pktio.Queue) { checkPool(t, q) })
		}
		net.run(0)
	})
}

// checkPool expects all buffers of a queue to be in its pool.
func checkPool(t *testing.T, q *pktio.Queue) {
	var all []*pktio.Packet
	for p := q.Alloc(); p != nil; p = q.Alloc() {
		all = append(all, p)
	}
	for _, p := range all {
		q.Free(p)
	}
	if len(all) != pktio.MinPool {
		t.Errorf("queue %d: %d of %d buffers are back", q.Index(), len(all), pktio.MinPool)
	}
}
