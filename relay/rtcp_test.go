package relay

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pion/rtcp"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// patched is a source whose SSRC changed from 0x11111111 to 0x22222222 under rtp-patch ssrc: its
// sequence numbers are raised by 100 and its timestamps by 1600.
func patched() *RTPState {
	return &RTPState{Started: true, ConstantSSRC: true, FirstSSRC: 0x11111111,
		In: TimestampTrack{SSRC: 0x22222222}, SequenceOffset: 100, TimestampOffset: 1600}
}

func compound(t testing.TB, packets ...rtcp.Packet) []byte {
	t.Helper()
	b, err := rtcp.Marshal(packets)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRTCPFollowsTheSource(t *testing.T) {
	in := func(ssrc, rtpTime uint32) []byte {
		return compound(t,
			&rtcp.SenderReport{SSRC: ssrc, NTPTime: 7, RTPTime: rtpTime, PacketCount: 3, OctetCount: 4,
				Reports: []rtcp.ReceptionReport{{SSRC: 0x33333333, LastSequenceNumber: 500}}},
			&rtcp.SourceDescription{Chunks: []rtcp.SourceDescriptionChunk{
				{Source: ssrc, Items: []rtcp.SourceDescriptionItem{{Type: rtcp.SDESCNAME, Text: "a@b"}, {Type: rtcp.SDESName, Text: "Ann"}}},
				{Source: 0x44444444, Items: []rtcp.SourceDescriptionItem{{Type: rtcp.SDESCNAME, Text: "x"}}},
				{Source: ssrc, Items: []rtcp.SourceDescriptionItem{{Type: rtcp.SDESCNAME, Text: "again"}}}}},
			&rtcp.ReceiverReport{SSRC: ssrc},
			&rtcp.TransportLayerNack{SenderSSRC: ssrc, MediaSSRC: 0x33333333, Nacks: []rtcp.NackPair{{PacketID: 1}}},
			&rtcp.ExtendedReport{SenderSSRC: ssrc, Reports: []rtcp.ReportBlock{&rtcp.ReceiverReferenceTimeReportBlock{NTPTimestamp: 1}}},
			&rtcp.Goodbye{Sources: []uint32{0x44444444, ssrc}, Reason: "over"})
	}
	got := in(0x22222222, 160)
	rewriteRTCP(got, patched(), &RTPState{})
	if want := in(0x11111111, 1760); !bytes.Equal(got, want) {
		t.Errorf("got  %x\nwant %x", got, want)
	}
}

func TestRTCPReportsFollowTheInverseMap(t *testing.T) {
	in := func(ssrc, highest uint32) []byte {
		return compound(t,
			&rtcp.ReceiverReport{SSRC: 0x55555555, Reports: []rtcp.ReceptionReport{
				{SSRC: ssrc, LastSequenceNumber: highest, TotalLost: 2, Jitter: 3},
				{SSRC: 0x66666666, LastSequenceNumber: 9}}},
			&rtcp.PictureLossIndication{SenderSSRC: 0x55555555, MediaSSRC: ssrc},
			&rtcp.ExtendedReport{SenderSSRC: 0x55555555, Reports: []rtcp.ReportBlock{
				&rtcp.DLRRReportBlock{Reports: []rtcp.DLRRReport{{SSRC: 0x66666666}, {SSRC: ssrc}}},
				&rtcp.LossRLEReportBlock{SSRC: ssrc, BeginSeq: 1, EndSeq: 2, Chunks: []rtcp.Chunk{0x4001, 0}},
				&rtcp.StatisticsSummaryReportBlock{SSRC: ssrc}, &rtcp.VoIPMetricsReportBlock{SSRC: ssrc}}})
	}
	got := in(0x11111111, 0x10000+1100)
	rewriteRTCP(got, &RTPState{}, patched())
	if want := in(0x22222222, 0x10000+1000); !bytes.Equal(got, want) {
		t.Errorf("got  %x\nwant %x\n%s", got, want, cmp.Diff(want, got))
	}
}

func TestRTCPThatIsNotWellFormedPasses(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"two reports announced, none there", "82c90001 22222222", ""},
		{"sender report cut", "80c80001 22222222", ""},
		{"BYE counts more than it holds", "82cb0001 22222222", ""},
		{"SDES item beyond the end", "81ca0002 22222222 01ff6162", ""},
		{"SDES without the closing null", "81ca0002 22222222 01026162", ""},
		{"SDES whose second chunk is missing", "82ca0002 22222222 00000000", ""},
		{"APP without a name", "80cc0001 22222222", ""},
		{"feedback without a media source", "81cd0001 22222222", ""},
		{"XR block beyond the end", "80cf0002 22222222 04000009", ""},
		{"XR without a sender", "80cf0000", ""},
		{"version 1", "41cb0001 22222222", ""},
		{"length beyond the end", "81cb0002 22222222", ""},
		{"header alone", "80c90000", ""},
		{"trailing octets", "80c90001 22222222 222222", "80c90001 11111111 222222"},
		{"the well-formed ones around a broken one", "80c90001 22222222 82cb0001 22222222 81cb0001 22222222",
			"80c90001 11111111 82cb0001 22222222 81cb0001 11111111"},
		{"behind a version that is not 2", "00c90001 22222222 81cb0001 22222222", "00c90001 22222222 81cb0001 11111111"},
		{"padding is no report", "a0c90002 22222222 00000004", "a0c90002 11111111 00000004"},
	} {
		if c.want == "" {
			c.want = c.in
		}
		got := unhex(t, c.in)
		rewriteRTCP(got, patched(), patched())
		if want := unhex(t, c.want); !bytes.Equal(got, want) {
			t.Errorf("%s: %x, want %x", c.name, got, want)
		}
	}
}

func TestRTCPUntouchedWithoutPatching(t *testing.T) {
	off := patched()
	off.ConstantSSRC = false
	in := compound(t, &rtcp.SenderReport{SSRC: 0x22222222, RTPTime: 5}, &rtcp.Goodbye{Sources: []uint32{0x22222222}})
	got := bytes.Clone(in)
	rewriteRTCP(got, off, off)
	if !bytes.Equal(got, in) {
		t.Errorf("%x became %x", in, got)
	}
}

func FuzzRTCP(f *testing.F) {
	f.Add(unhex(f, "80c80006000000000000000000000000000000000000000000000000"))
	f.Add(unhex(f, "81ca0003 22222222 01016100 00000000"))
	f.Add(unhex(f, "81cf0004 22222222 05000002 11111111 0000000000000000"))
	f.Add(unhex(f, "82cb0002 22222222 11111111 80c90001 22222222"))
	f.Fuzz(func(t *testing.T, in []byte) {
		rtcpPlausible(in)
		out := bytes.Clone(in)
		rewriteRTCP(out, patched(), patched())
		// Rewriting is the only change: the types and lengths that a reader walks along stay.
		for p, rest, q, tail := []byte(nil), in, []byte(nil), out; ; {
			p, rest = rtcpNext(rest)
			q, tail = rtcpNext(tail)
			if len(p) != len(q) {
				t.Fatalf("%x became %x", in, out)
			}
			if p == nil {
				break
			}
		}
		same := bytes.Clone(in)
		rewriteRTCP(same, &RTPState{}, &RTPState{})
		if !bytes.Equal(same, in) {
			t.Fatalf("%x became %x without a map", in, same)
		}
	})
}
