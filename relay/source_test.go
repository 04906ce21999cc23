package relay

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/rtp"
)

// readVectors decodes the vectors of one file into a slice of T.
func readVectors[T any](t testing.TB, name string) []T {
	t.Helper()
	raw, err := os.ReadFile(specdata.Vectors(t, name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []T }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(file.Vectors) == 0 {
		t.Fatalf("%s: no vectors", name)
	}
	return file.Vectors
}

// parseCodec reads "AMR/8000" or "PCMU/8000/1".
func parseCodec(t testing.TB, s string) Codec {
	t.Helper()
	part := strings.Split(s, "/")
	rate, err := strconv.Atoi(part[1])
	if err != nil {
		t.Fatalf("codec %q: %v", s, err)
	}
	return Codec{Name: part[0], Rate: uint32(rate), Channels: 1}
}

type patchVector struct {
	ID             string
	ConstantSSRC   bool `json:"rtp_patch_ssrc"`
	AlignTiming    bool `json:"rtp_patch_timestamp"`
	Codec          string
	PacketDuration int `json:"ptime_ms"`
	Packets        []struct {
		Arrival int64 `json:"arrival_us"`
		In, Out struct {
			Seq  uint16
			TS   uint32
			SSRC string
			M    int
		}
		InDelta         int32  `json:"in_tsdelta"`
		OutDelta        int32  `json:"out_tsdelta"`
		SequenceOffset  uint16 `json:"seq_offset"`
		TimestampOffset int64  `json:"ts_offset"`
		ErrIn           uint64 `json:"err_in"`
		ErrOut          uint64 `json:"err_out"`
		Transit         int32
		JitterRaw       uint32 `json:"jitter_raw"`
		JI              uint32
		Expected        uint32
		PL              int32
	}
}

func ssrcOf(t testing.TB, s string) uint32 {
	t.Helper()
	v, err := strconv.ParseUint(s, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(v)
}

func TestVectorsPatch(t *testing.T) {
	packets := 0
	for _, v := range readVectors[patchVector](t, "rtp_patch.json") {
		t.Run(v.ID, func(t *testing.T) {
			codec := parseCodec(t, v.Codec)
			rule := PatchRule{
				ConstantSSRC: v.ConstantSSRC, AlignTiming: v.AlignTiming,
				Rate: codec.Rate, PacketSamples: codec.PacketSamples(v.PacketDuration),
			}
			var state RTPState
			var errIn, errOut uint64
			for i, p := range v.Packets {
				packets++
				h := rtp.Packet(make([]byte, rtp.HeaderLen))
				h.SetVersion(rtp.Version)
				if p.In.M != 0 {
					h.SetMarker(true)
				}
				h.SetSequence(p.In.Seq)
				h.SetTimestamp(p.In.TS)
				h.SetSSRC(ssrcOf(t, p.In.SSRC))
				ein, eout := state.Patch(h, p.Arrival*1000, rule)
				if ein {
					errIn++
				}
				if eout {
					errOut++
				}
				check := func(what string, got, want any) {
					if got != want {
						t.Errorf("packet %d: %s is %v, want %v", i, what, got, want)
					}
				}
				check("sequence", h.Sequence(), p.Out.Seq)
				check("timestamp", h.Timestamp(), p.Out.TS)
				check("SSRC", h.SSRC(), ssrcOf(t, p.Out.SSRC))
				check("delta in", state.In.Delta, p.InDelta)
				check("delta out", state.Out.Delta, p.OutDelta)
				check("sequence offset", state.SequenceOffset, p.SequenceOffset)
				check("timestamp offset", state.TimestampOffset, uint32(p.TimestampOffset))
				check("errors in", errIn, p.ErrIn)
				check("errors out", errOut, p.ErrOut)
				check("transit", state.Reception.Transit, p.Transit)
				check("raw jitter", state.Reception.Jitter, p.JitterRaw)
				check("JI", state.Reception.InterarrivalJitter(), p.JI)
				check("expected", state.Reception.Expected(), p.Expected)
				check("PL", packetsLost(state.Reception.Expected(), uint64(i+1)), p.PL)
			}
		})
	}
	t.Logf("%d packets", packets)
}

// The limits of PL, from the control protocol's specification (mgcp.md section 21).
func TestPacketsLostLimits(t *testing.T) {
	for _, c := range []struct {
		cycles         uint32
		base, max      uint16
		received       uint64
		expected, lost int64
	}{
		{0, 0, 0, 1, 1, 0},
		{0, 0, 100, 100, 101, 1},
		{65536, 65535, 2, 4, 4, 0},
		{0, 0, 0, 4294967295, 1, -2147483648},
		{2147483647, 0, 65535, 0, 2147549183, 2147483647},
		{0, 0, 0, 1<<64 - 1, 1, -2147483648},
	} {
		r := Reception{Valid: true, Cycles: c.cycles, BaseSequence: c.base, MaxSequence: c.max}
		if got := r.Expected(); int64(got) != c.expected {
			t.Errorf("%+v: expected %d", c, got)
		}
		if got := packetsLost(r.Expected(), c.received); int64(got) != c.lost {
			t.Errorf("%+v: PL %d", c, got)
		}
	}
	var none Reception
	if none.Expected() != 0 || none.InterarrivalJitter() != 0 {
		t.Error("statistics before the first packet are not 0")
	}
}

func TestPacketSamples(t *testing.T) {
	for _, c := range []struct {
		name  string
		rate  uint32
		ptime int
		want  uint32
	}{
		{"AMR", 8000, 20, 160}, {"AMR", 8000, 40, 320}, {"PCMU", 8000, 10, 160}, {"PCMU", 8000, 0, 160},
		{"G729", 8000, 20, 160}, {"G729", 8000, 10, 80}, {"VND.3GPP.IUFP", 16000, 20, 320}, {"X", 0, 20, 0},
	} {
		if got := (Codec{Name: c.name, Rate: c.rate}).PacketSamples(c.ptime); got != c.want {
			t.Errorf("%s/%d ptime %d: %d samples, want %d", c.name, c.rate, c.ptime, got, c.want)
		}
	}
}

func FuzzRTPState(f *testing.F) {
	f.Add(uint32(8000), uint32(160), true, true, []byte("\x80\x03\x00\x01\x00\x00\x00\xa0\x00\x00\x00\x01"))
	f.Add(uint32(0), uint32(0), true, true, []byte("\x80\x83\xff\xff\xff\xff\xff\xff\x00\x00\x00\x02\x80\x03\x00\x00\x7f\xff\xff\xff\x00\x00\x00\x03"))
	f.Fuzz(func(t *testing.T, rate, samples uint32, constant, alignTiming bool, in []byte) {
		rule := PatchRule{ConstantSSRC: constant, AlignTiming: alignTiming, Rate: rate, PacketSamples: samples}
		var state RTPState
		for now := int64(0); len(in) >= rtp.HeaderLen; now += 20e6 {
			h := append(rtp.Packet{}, in[:rtp.HeaderLen]...)
			before := h.SSRC()
			state.Patch(h, now, rule)
			switch {
			case constant && h.SSRC() != state.FirstSSRC:
				t.Fatal("the SSRC is not the first one")
			case !constant && h.SSRC() != before:
				t.Fatal("the SSRC changed without being asked")
			case !constant && !alignTiming && binary.BigEndian.Uint64(h) != binary.BigEndian.Uint64(in):
				t.Fatal("the header changed without being asked")
			}
			in = in[rtp.HeaderLen:]
		}
	})
}
