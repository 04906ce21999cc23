package relay

import (
	"bytes"
	"net/netip"
	"testing"
	"time"

	"osmo-mgw-go/iuup"
	"osmo-mgw-go/rtp"
)

const (
	// Three formats: 12.2 (RFCI 0), SID (1), no data (2); as in the recorded vectors.
	iuupInit = "e000df99 160051673c01270000820000001710000100"
	iuupAck  = "e4002400"
)

func iufp(m Mode) ConnConfig {
	cfg := plain(m, Codec{PayloadType: 96, Name: "VND.3GPP.IUFP", Rate: 16000, Channels: 1})
	cfg.Kind = KindIuUP
	return cfg
}

func amrCodec(pt uint8, align OctetAlign) Codec {
	return Codec{PayloadType: pt, Name: "AMR", Rate: 8000, Channels: 1, OctetAlign: align}
}

// pdu is the payload of a datagram, and its header.
func pdu(t testing.TB, d datagram) (rtp.Packet, []byte) {
	t.Helper()
	if len(d.data) < rtp.HeaderLen {
		t.Fatalf("%x is not RTP", d.data)
	}
	return d.data, d.data[rtp.HeaderLen:]
}

// initialise sends the peer's Init and expects its acknowledgement.
func (l *leg) initialise() {
	l.bed.Helper()
	l.sendRTP(packet(unhex(l.bed, iuupInit)...))
	if h, got := pdu(l.bed, l.takeOne()); !bytes.Equal(got, unhex(l.bed, iuupAck)) || h.PayloadType() != 96 || h.Version() != 2 {
		l.bed.Fatalf("Init is answered by %x with payload type %d", got, h.PayloadType())
	}
}

func TestVectorsIuUPAndAMR(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		type vector struct {
			ID, Op     string
			SourceFmtp *string `json:"src_fmtp"`
			OtherFmtp  *string `json:"dst_fmtp"`
			In         string
			Out        *string
			CorrectOut *string `json:"correct_out"`
			Sequence   uint16  `json:"rtp_seq"`
		}
		for _, v := range readVectors[vector](t, "gateway_iuup_amr.json") {
			t.Run(v.ID, func(t *testing.T) {
				b := b.in(t)
				e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
				rnc := b.leg(e, iufp(ModeSendRecv))
				align := octetAlign(v.OtherFmtp)
				if v.Op == "amr_to_iuup" {
					align = octetAlign(v.SourceFmtp)
				}
				phone := b.leg(e, plain(ModeSendRecv, amrCodec(112, align)))
				rnc.initialise()
				from, to := rnc, phone
				if v.Op == "amr_to_iuup" {
					from, to = phone, rnc
				}
				want := v.Out
				if v.CorrectOut != nil {
					want = v.CorrectOut
				}
				for _, form := range packetForms {
					in := rtp.Packet(form.wrap(unhex(t, v.In)))
					in.SetSequence(v.Sequence)
					in.SetMarker(true)
					in.SetPayloadType(99)
					from.sendRTP(in)
					if want == nil {
						to.takeNone()
						continue
					}
					h, got := pdu(t, to.takeOne())
					if !bytes.Equal(got, unhex(t, *want)) {
						t.Errorf("%s: got %x, want %s", form.name, got, *want)
					}
					if h.Marker() || h.PayloadType() != map[bool]uint8{true: 112, false: 96}[to == phone] || h.Version() != 2 {
						t.Errorf("%s: header %x", form.name, []byte(h[:12]))
					}
				}
			})
		}
	})
}

// The TTCN-3 suite's call: both sides are created recvonly, the RNC initialises, then both are switched.
func TestIuUPOnBothSides(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	rnc, cn := b.leg(e, iufp(ModeRecvOnly)), b.leg(e, iufp(ModeRecvOnly))
	rnc.initialise()
	_, offer := pdu(t, cn.takeOne())
	// The same table, with the versions that the gateway knows.
	if !bytes.Equal(offer[4:], unhex(t, "160051673c01270000820000001710"+"0003"+"00")) || offer[0] != 0xe0 {
		t.Fatalf("the core network was offered %x", offer)
	}
	data := unhex(t, "000000b601020304")
	rnc.mode(ModeSendRecv)
	cn.mode(ModeSendRecv)
	rnc.sendRTP(packet(data...)) // before the acknowledgement: lost
	cn.takeNone()
	net.run(time.Second) // the Init is repeated
	if _, again := pdu(t, cn.takeOne()); !bytes.Equal(again, offer) {
		t.Fatalf("repetition %x", again)
	}
	cn.sendRTP(packet(unhex(t, iuupAck)...))
	cn.takeNone()
	rnc.sendRTP(packet(data...))
	if _, got := pdu(t, cn.takeOne()); !bytes.Equal(got, data) {
		t.Errorf("towards the core network: %x, want %x", got, data)
	}
	// RFCI, frame number and quality pass whatever they are; a PDU without CRC gets one.
	odd := iuup.Data{RFCI: 3, FrameNumber: 3, FQC: iuup.FrameBad, Payload: data[4:]}
	cn.sendRTP(packet(iuup.AppendData(nil, iuup.DataNoCRC, odd)...))
	if _, got := pdu(t, rnc.takeOne()); !bytes.Equal(got, iuup.AppendData(nil, iuup.DataCRC, odd)) {
		t.Errorf("towards the RNC: %x", got)
	}
	net.run(10 * time.Second)
	cn.takeNone()

	// After MDCX to recvonly nothing may leave there, and it counts.
	cn.mode(ModeRecvOnly)
	rnc.sendRTP(packet(data...))
	cn.takeNone()
	if got := cn.Stats().Dropped; got != 1 {
		t.Errorf("%d dropped, want 1", got)
	}
	// But its Init is answered, again.
	cn.sendRTP(packet(unhex(t, iuupInit)...))
	if _, got := pdu(t, cn.takeOne()); got[0] != 0xe4 {
		t.Errorf("Init is answered by %x", got)
	}
}

func TestIuUPPeerNobodyHasNamed(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		rnc := &leg{phone: b.net.phone("127.0.0.1"), bed: b}
		b.connect(rnc, e, iufp(ModeRecvOnly), "127.0.0.1")

		// Only a valid PDU makes a peer: bad CRCs leave the door open.
		rnc.sendRTP(packet(unhex(t, "e000df98160051673c01270000820000001710000100")...))
		rnc.takeNone()
		rnc.initialise()
		// Now it is closed, until the call agent names the peer.
		rnc.sendRTP(packet(unhex(t, iuupInit)...))
		rnc.takeNone()
		if d := rnc.Diagnosis(); d.LastDrop != DropRemoteUnknown {
			t.Errorf("diagnosis: %v", d.LastDrop)
		}
		rnc.change(func(cfg *ConnConfig) { cfg.Remote = rnc.phone.addr })
		rnc.initialise()
	})
}

func TestIuUPOffersWhenThePeerIsNamed(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		rnc := b.leg(e, iufp(ModeRecvOnly))
		rnc.initialise()
		cn := b.leg(e, iufp(ModeRecvOnly))
		if _, got := pdu(t, cn.takeOne()); got[0] != 0xe0 {
			t.Errorf("a new connection is offered %x", got)
		}

		e = b.trunk.NewEndpoint("rtpbridge/2@mgw")
		rnc, cn = b.leg(e, iufp(ModeRecvOnly)), b.leg(e, iufp(ModeRecvOnly))
		peer := cn.phone.addr
		cn.change(func(cfg *ConnConfig) { cfg.Remote = netip.AddrPort{} })
		rnc.initialise()
		cn.takeNone()
		cn.change(func(cfg *ConnConfig) { cfg.Remote = peer })
		if _, got := pdu(t, cn.takeOne()); got[0] != 0xe0 {
			t.Errorf("a named peer is offered %x", got)
		}
	})
}

func TestIuUPGivesUp(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	cn, rnc := b.leg(e, iufp(ModeSendRecv)), b.leg(e, iufp(ModeSendRecv))
	rnc.initialise()
	net.run(20 * time.Second)
	if got := cn.take(); len(got) != 4 {
		t.Errorf("%d Inits, want 4", len(got))
	}
	if d := cn.Diagnosis(); d.SinceInitFailed != 16*time.Second {
		t.Errorf("gave up %v ago, want 16s", d.SinceInitFailed)
	}
}

func TestMDCXFromRTPToIuUP(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		a, other := b.leg(e, plain(ModeSendRecv, amrCodec(112, OctetAlignOn))), b.leg(e, plain(ModeSendRecv, amrCodec(98, OctetAlignOn)))
		speech := unhex(t, "503c4695"+"71368f57f6391d16fa8874f5987c175c41bb6d718e0f7059c7011b2f30")
		a.sendRTP(packet(speech...))
		other.takeOne()
		other.change(func(cfg *ConnConfig) { cfg.Kind, cfg.Codecs = KindIuUP, iufp(ModeNone).Codecs })
		a.sendRTP(packet(speech...))
		other.takeNone() // not initialised yet
		if d := a.Diagnosis(); d.LastDrop != DropIuUP {
			t.Errorf("diagnosis: %v", d.LastDrop)
		}
		other.initialise()
		a.sendRTP(packet(speech...))
		want := iuup.AppendData(nil, iuup.DataCRC, iuup.Data{FrameNumber: 1, Payload: speech[2:]})
		if _, got := pdu(t, other.takeOne()); !bytes.Equal(got, want) {
			t.Errorf("got %x, want %x", got, want)
		}
		// RTCP passes as ever.
		a.sendRTCP(unhex(t, "80c9000100000000"))
		if got := other.takeOne(); !got.rtcp {
			t.Error("RTCP went to the RTP port")
		}
	})
}

func TestIuUPDummy(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
		rnc := b.leg(e, iufp(ModeSendRecv))
		rnc.SendDummy()
		if got := rnc.takeOne(); !got.rtcp {
			t.Errorf("before the Init: %x", got.data)
		}
		rnc.initialise()
		rnc.SendDummy()
		got := rnc.take()
		if len(got) != 2 || !bytes.Equal(got[0].data[12:], unhex(t, "0002c400")) || !got[1].rtcp {
			t.Errorf("dummies: %v", got)
		}
		if s := rnc.Stats(); s.PacketsSent != 2 { // the acknowledgement and the dummy
			t.Errorf("%d sent", s.PacketsSent)
		}
	})
}
