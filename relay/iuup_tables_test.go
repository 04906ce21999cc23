package relay

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/iuup"
)

// formats is an Init with one sub-flow per frame type, in the order and under the IDs given.
func formats(ids []uint8, types []codec.FrameType) *iuup.Init {
	in := &iuup.Init{Subflows: 1, Versions: 1}
	for i, ft := range types {
		f := iuup.RFCI{ID: ids[i]}
		f.Bits[0] = uint16(ft.Bits())
		in.RFCIs = append(in.RFCIs, f)
	}
	return in
}

// initialiseWith sends an Init of the peer and expects that it is acknowledged.
func (l *leg) initialiseWith(in *iuup.Init) {
	l.bed.Helper()
	payload, err := iuup.AppendInit(nil, in)
	if err != nil {
		l.bed.Fatal(err)
	}
	l.sendRTP(packet(iuup.AppendControl(nil, iuup.PDU{Answer: iuup.Proc, Procedure: iuup.ProcInit, Payload: payload})...))
	if _, got := pdu(l.bed, l.takeOne()); !bytes.Equal(got, unhex(l.bed, iuupAck)) {
		l.bed.Fatalf("Init is answered by %x", got)
	}
}

// speechOf is random speech of a frame type, the unused bits 0.
func speechOf(r *rand.Rand, ft codec.FrameType) []byte {
	speech := make([]byte, ft.Octets())
	for i := range speech {
		speech[i] = byte(r.Uint32())
	}
	if n := len(speech); n > 0 {
		speech[n-1] &= 0xff << (8*n - ft.Bits())
	}
	return speech
}

// Every mode of AMR crosses the bridge both ways with its bits unchanged, in either framing, whatever numbers the
// peer has given to the formats: it has more of them than sub-flows, and the empty one is not the last.
func TestEveryAMRModeCrossesTheBridge(t *testing.T) {
	types := []codec.FrameType{codec.NoData, codec.AMR122, codec.AMRSID, codec.AMR475, codec.AMR515, codec.AMR590,
		codec.AMR670, codec.AMR740, codec.AMR795, codec.AMR102, codec.EFRSID}
	ids := []uint8{0, 63, 1, 40, 2, 9, 8, 7, 6, 5, 4}
	for fmtp, align := range map[string]OctetAlign{
		"octet-align=1": OctetAlignOn, "octet-align=0": OctetAlignOff, "no octet-align": OctetAlignNotStated,
	} {
		t.Run(fmtp, func(t *testing.T) {
			b := onFake(t)
			e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
			rnc := b.leg(e, iufp(ModeSendRecv))
			phone := b.leg(e, plain(ModeSendRecv, amrCodec(112, align)))
			rnc.initialiseWith(formats(ids, types))
			framing := codec.BandwidthEfficient
			if align == OctetAlignOn {
				framing = codec.OctetAligned
			}
			r := rand.New(rand.NewPCG(1, 2))
			for i, ft := range types {
				for _, good := range []bool{true, false} {
					speech := speechOf(r, ft)
					amr, err := codec.PackAMR(append(make([]byte, codec.AMRHeadroom), speech...), good, framing)
					if err != nil {
						t.Fatal(err)
					}
					if codec.IsOctetAligned(amr) != (framing == codec.OctetAligned) {
						continue // bits that happen to look like the other framing
					}
					data := iuup.Data{RFCI: ids[i], FrameNumber: 1, Payload: speech}
					if !good {
						data.FQC = iuup.FrameBad
					}
					want := iuup.AppendData(nil, iuup.DataCRC, data)
					phone.sendRTP(packet(amr...))
					if _, got := pdu(t, rnc.takeOne()); !bytes.Equal(got, want) {
						t.Errorf("%v to Iu UP: %x, want %x", ft, got, want)
					}
					rnc.sendRTP(packet(want...))
					if _, got := pdu(t, phone.takeOne()); !bytes.Equal(got, amr) {
						t.Errorf("%v from Iu UP: %x, want %x", ft, got, amr)
					}
				}
			}
		})
	}
}

// Towards AMR the length of the speech says what it is: the test suite sends 12.2 under the RFCI of the empty format.
func TestLengthAndNotRFCISaysTheFrameType(t *testing.T) {
	b := onFake(t)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	rnc, phone := b.leg(e, iufp(ModeSendRecv)), b.leg(e, plain(ModeSendRecv, amrCodec(112, OctetAlignOn)))
	rnc.initialiseWith(formats([]uint8{1, 2, 0}, []codec.FrameType{codec.AMR122, codec.AMRSID, codec.NoData}))
	speech := speechOf(rand.New(rand.NewPCG(3, 4)), codec.AMR122)
	rnc.sendRTP(packet(iuup.AppendData(nil, iuup.DataCRC, iuup.Data{RFCI: 0, Payload: speech})...))
	if _, got := pdu(t, phone.takeOne()); !bytes.Equal(got, append([]byte{0xf0, 0x3c}, speech...)) {
		t.Errorf("got %x", got)
	}
	rnc.sendRTP(packet(iuup.AppendData(nil, iuup.DataCRC, iuup.Data{RFCI: 1, Payload: speech[:30]})...))
	phone.takeNone()
}

// A refusal reaches the peer too, also while nothing else may, and the next Init may do better.
func TestRefusedInitIsAnswered(t *testing.T) {
	b := onFake(t)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	rnc, cn := b.leg(e, iufp(ModeRecvOnly)), b.leg(e, iufp(ModeRecvOnly))
	for bad, nack := range map[string]string{
		"e000dd6d0080000100":       "e800900050", // no sub-flows
		"e000ddc5060051673c0127":   "e800900020", // it ends in the middle
		"e000ddb2068051673c000120": "e800900050", // data PDU type 2
	} {
		rnc.sendRTP(packet(unhex(t, bad)...))
		if _, got := pdu(t, rnc.takeOne()); !bytes.Equal(got, unhex(t, nack)) {
			t.Errorf("%s is answered by %x, want %s", bad, got, nack)
		}
	}
	cn.takeNone() // and the other side hears nothing of it
	rnc.initialise()
	if _, got := pdu(t, cn.takeOne()); got[0] != 0xe0 {
		t.Errorf("the other side is offered %x", got)
	}
}

// The first Init stays what the gateway goes by; a later one is acknowledged, and no more.
func TestLaterInitDoesNotChangeTheTable(t *testing.T) {
	b := onFake(t)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	rnc, phone := b.leg(e, iufp(ModeSendRecv)), b.leg(e, plain(ModeSendRecv, amrCodec(112, OctetAlignOn)))
	types := []codec.FrameType{codec.AMR122, codec.NoData}
	rnc.initialiseWith(formats([]uint8{5, 6}, types))
	rnc.initialiseWith(formats([]uint8{7, 8}, types))
	phone.sendRTP(packet(0xf0, 0x7c))
	want := iuup.AppendData(nil, iuup.DataCRC, iuup.Data{RFCI: 6, FrameNumber: 1})
	if _, got := pdu(t, rnc.takeOne()); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

// What is not AMR does not cross, and neither does a format that the peer has not named.
func TestWhatDoesNotCross(t *testing.T) {
	b := onFake(t)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	rnc := b.leg(e, iufp(ModeSendRecv))
	pcm := b.leg(e, plain(ModeSendRecv, Codec{Name: "PCMU", Rate: 8000, Channels: 1}))
	rnc.initialise()
	pcm.sendRTP(packet(make([]byte, 160)...))
	rnc.takeNone()
	rnc.sendRTP(packet(unhex(t, "000000b601020304")...))
	pcm.takeNone()
	pcm.change(func(cfg *ConnConfig) { cfg.Codecs = NewCodecSet([]Codec{amrCodec(112, OctetAlignOn)}, 0) })
	speech := append([]byte{0x20, 0x14}, speechOf(rand.New(rand.NewPCG(5, 6)), codec.AMR590)...)
	pcm.sendRTP(packet(speech...)) // 5.90 is not in the peer's table
	rnc.takeNone()
	if d := pcm.Diagnosis(); d.LastDrop != DropIuUP {
		t.Errorf("diagnosis: %v", d.LastDrop)
	}
}
