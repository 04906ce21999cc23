package relay

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

var modes = map[string]Mode{
	"recvonly": ModeRecvOnly, "sendonly": ModeSendOnly, "sendrecv": ModeSendRecv, "loopback": ModeLoopback, "confecho": ModeConfEcho,
}

var (
	pcmu = Codec{PayloadType: 0, Name: "PCMU", Rate: 8000, Channels: 1}
	gsm  = Codec{PayloadType: 3, Name: "GSM", Rate: 8000, Channels: 1}
)

// packet is an RTP packet of payload type 3, sequence 1, timestamp 160 and SSRC 1.
func packet(payload ...byte) []byte {
	return append([]byte{0x80, 3, 0, 1, 0, 0, 0, 160, 0, 0, 0, 1}, payload...)
}

// parameters are the figures as a DLCX answer has them.
func parameters(s ConnStats) string {
	return fmt.Sprintf("P: PS=%d, OS=%d, PR=%d, OR=%d, PL=%d, JI=%d",
		s.PacketsSent, s.OctetsSent, s.PacketsReceived, s.OctetsReceived, s.PacketsLost, s.Jitter)
}

func TestVectorsModes(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		type vector struct {
			ID           string
			Source       string `json:"src_mode"`
			Other        string `json:"other_mode"`
			SourceGets   bool   `json:"src_receives"`
			OtherGets    bool   `json:"other_receives"`
			SourceFigure string `json:"src_P"`
			OtherFigure  string `json:"other_P"`
		}
		for _, v := range readVectors[vector](t, "gateway_modes.json") {
			t.Run(v.ID, func(t *testing.T) {
				b := b.in(t)
				e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
				a, other := b.leg(e, plain(modes[v.Source], gsm)), b.leg(e, plain(modes[v.Other], gsm))
				a.sendRTP(packet('x'))
				if got := len(a.take()) == 1; got != v.SourceGets {
					t.Errorf("comes back: %v, want %v", got, v.SourceGets)
				}
				if got := len(other.take()) == 1; got != v.OtherGets {
					t.Errorf("goes to the other side: %v, want %v", got, v.OtherGets)
				}
				if got := parameters(a.Stats()); got != v.SourceFigure {
					t.Errorf("source has %q, want %q", got, v.SourceFigure)
				}
				if got := parameters(other.Stats()); got != v.OtherFigure {
					t.Errorf("other has %q, want %q", got, v.OtherFigure)
				}
			})
		}
	})
}

func TestVectorsChecks(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		type vector struct {
			ID, Op    string
			In        string
			Out       *string
			Forwarded bool
			Type      uint8 `json:"dst_pt"`
		}
		for _, v := range readVectors[vector](t, "gateway_checks.json") {
			t.Run(v.ID, func(t *testing.T) {
				b := b.in(t)
				e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
				a, other := b.leg(e, plain(ModeSendRecv, gsm)), b.leg(e, plain(ModeSendRecv, gsm))
				if v.Op == "rtcp_check" {
					a.sendRTCP(unhex(t, v.In))
				} else {
					a.sendRTP(unhex(t, v.In))
				}
				if !v.Forwarded {
					other.takeNone()
					return
				}
				got := other.takeOne()
				if want := unhex(t, *v.Out); !bytes.Equal(got.data, want) || got.rtcp != (v.Op == "rtcp_check") {
					t.Errorf("got %x (RTCP %v), want %x", got.data, got.rtcp, want)
				}
			})
		}
	})
}

// octetAlign reads a recorded fmtp line.
func octetAlign(fmtp *string) OctetAlign {
	switch {
	case fmtp == nil:
		return OctetAlignNotStated
	case strings.Contains(*fmtp, "octet-align=1"):
		return OctetAlignOn
	case strings.Contains(*fmtp, "octet-align=0"):
		return OctetAlignOff
	}
	return OctetAlignNotStated
}

func TestVectorsAMR(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		type vector struct {
			ID         string
			SourceFmtp *string `json:"src_fmtp"`
			OtherFmtp  *string `json:"dst_fmtp"`
			SourceType uint8   `json:"src_pt"`
			OtherType  uint8   `json:"dst_pt"`
			In         string
			Out        *string
			CorrectOut *string `json:"correct_out"`
			TypeOut    uint8   `json:"pt_out"`
			Dropped    bool
		}
		for _, v := range readVectors[vector](t, "gateway_amr.json") {
			t.Run(v.ID, func(t *testing.T) {
				b := b.in(t)
				e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
				amr := func(pt uint8, fmtp *string) ConnConfig {
					return plain(ModeSendRecv, Codec{PayloadType: pt, Name: "AMR", Rate: 8000, Channels: 1, OctetAlign: octetAlign(fmtp)})
				}
				a, other := b.leg(e, amr(v.SourceType, v.SourceFmtp)), b.leg(e, amr(v.OtherType, v.OtherFmtp))
				for _, form := range packetForms {
					in := form.wrap(unhex(t, v.In))
					in[1] = v.SourceType
					a.sendRTP(in)
					if v.Dropped && v.CorrectOut == nil {
						other.takeNone()
						continue
					}
					want := v.Out
					if v.CorrectOut != nil {
						want = v.CorrectOut
					}
					expect := form.wrap(unhex(t, *want))
					expect[1] = v.TypeOut
					if got := other.takeOne(); !bytes.Equal(got.data, expect) {
						t.Errorf("%s: got %x, want %x", form.name, got.data, expect)
					}
				}
			})
		}
	})
}

func TestVectorsHR(t *testing.T) {
	onEach(t, func(t *testing.T, b *bed) {
		type vector struct {
			ID      string
			In      string
			Out     *string
			Dropped bool
			TypeIn  uint8 `json:"pt_in"`
			TypeOut uint8 `json:"pt_out"`
		}
		for _, v := range readVectors[vector](t, "hr.json") {
			t.Run(v.ID, func(t *testing.T) {
				b := b.in(t)
				e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
				hr := func(pt uint8) ConnConfig {
					cfg := plain(ModeSendRecv, Codec{PayloadType: pt, Name: "GSM-HR-08", Rate: 8000, Channels: 1})
					cfg.ConvertHR = true
					return cfg
				}
				a, other := b.leg(e, hr(v.TypeIn)), b.leg(e, hr(v.TypeOut))
				for _, form := range packetForms {
					in := form.wrap(unhex(t, v.In))
					in[1] = v.TypeIn
					a.sendRTP(in)
					if v.Dropped {
						other.takeNone()
						continue
					}
					want := form.wrap(unhex(t, *v.Out))
					want[1] = v.TypeOut
					if got := other.takeOne(); !bytes.Equal(got.data, want) {
						t.Errorf("%s: got %x, want %x", form.name, got.data, want)
					}
				}
			})
		}
	})
}

// packetForms are the ways in which a payload can lie in an RTP packet: conversions have to find it.
var packetForms = []packetForm{
	{"plain", 0x80, "", ""},
	{"two CSRCs", 0x82, "aabbccdd11223344", ""},
	{"extension", 0x90, "bede000101020304", ""},
	{"padding", 0xa0, "", "000003"},
	{"CSRC, extension and padding", 0xb1, "aabbccdd" + "bede0000", "0002"},
}

type packetForm struct {
	name         string
	first        byte
	before, tail string
}

func (f packetForm) wrap(payload []byte) []byte {
	before, _ := hex.DecodeString(f.before)
	tail, _ := hex.DecodeString(f.tail)
	p := append(append(append(packet(), before...), payload...), tail...)
	p[0] = f.first
	return p
}
