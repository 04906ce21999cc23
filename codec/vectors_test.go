package codec_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/internal/specdata"
)

// octets is a hex string of a vector; null stays nil.
type octets []byte

func (o *octets) UnmarshalJSON(raw []byte) error {
	var s *string
	if err := json.Unmarshal(raw, &s); err != nil || s == nil {
		return err
	}
	b, err := hex.DecodeString(*s)
	*o = b
	return err
}

type vector struct {
	ID         string
	Op         string
	In         octets
	Out        octets
	CorrectOut octets `json:"correct_out"`
	FQC        uint8
	FTFromLen  *uint8  `json:"ft_from_len"`
	IsOA       *bool   `json:"is_oa_heuristic"`
	SrcFmtp    *string `json:"src_fmtp"`
	DstFmtp    *string `json:"dst_fmtp"`
}

// want is what we do: where the reference is at fault, the vector says what is right.
func (v vector) want() []byte {
	if v.CorrectOut != nil {
		return v.CorrectOut
	}
	return v.Out
}

func load(t *testing.T, name string) []vector {
	t.Helper()
	raw, err := os.ReadFile(specdata.Vectors(t, name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(file.Vectors) == 0 {
		t.Fatalf("%s: no vectors", name)
	}
	return file.Vectors
}

// roomy copies a payload into a buffer that it can grow in, as a packet's payload in its pool buffer can.
func roomy(p []byte) []byte { return append(make([]byte, 0, len(p)+codec.MaxSpeechLen), p...) }

func TestVectorsAMR(t *testing.T) {
	for _, v := range load(t, "amr.json") {
		t.Run(v.ID, func(t *testing.T) {
			var got []byte
			var err error
			switch v.Op {
			case "amr_oa_to_be":
				got, err = codec.Reframe(roomy(v.In), codec.BandwidthEfficient)
			case "amr_be_to_oa":
				got, err = codec.Reframe(roomy(v.In), codec.OctetAligned)
			case "amr_be_to_iuup_payload":
				var f codec.Frame
				f, err = codec.UnpackAMR(roomy(v.In), codec.BandwidthEfficient)
				got = f.Speech
			case "iuup_payload_to_amr_be":
				got, err = codec.PackAMR(append(make([]byte, codec.AMRHeadroom), v.In...), v.FQC == 0, codec.BandwidthEfficient)
			default:
				t.Fatalf("op %q is new to this test", v.Op)
			}
			if (err != nil) != (v.want() == nil) || err == nil && !bytes.Equal(got, v.want()) {
				t.Errorf("%x became %x (%v), want %x", []byte(v.In), got, err, v.want())
			}
			if v.IsOA != nil && codec.IsOctetAligned(v.In) != *v.IsOA {
				t.Errorf("IsOctetAligned(%x) is not %v", []byte(v.In), *v.IsOA)
			}
			if v.FTFromLen != nil {
				if ft, ok := codec.FrameTypeByLen(len(v.In)); !ok || ft != codec.FrameType(*v.FTFromLen) {
					t.Errorf("%d octets are %v, want type %d", len(v.In), ft, *v.FTFromLen)
				}
			}
		})
	}
}

// What a gateway does with a payload when either side's SDP names a framing or does not: a named one is demanded
// of what comes in, and made for what goes out.
func TestVectorsGatewayAMR(t *testing.T) {
	for _, v := range load(t, "gateway_amr.json") {
		t.Run(v.ID, func(t *testing.T) {
			got := roomy(v.In)
			if v.SrcFmtp != nil && (len(got) < 2 || codec.IsOctetAligned(got) != (*v.SrcFmtp == "octet-align=1")) {
				got = nil
			}
			if got != nil && v.DstFmtp != nil {
				want := codec.BandwidthEfficient
				if *v.DstFmtp == "octet-align=1" {
					want = codec.OctetAligned
				}
				var err error
				if got, err = codec.Reframe(got, want); err != nil {
					got = nil
				}
			}
			if (got == nil) != (v.want() == nil) || !bytes.Equal(got, v.want()) {
				t.Errorf("%x became %x, want %x", []byte(v.In), got, v.want())
			}
		})
	}
}

func TestVectorsHR(t *testing.T) {
	for _, v := range load(t, "hr.json") {
		t.Run(v.ID, func(t *testing.T) {
			got, err := codec.ToggleHR(roomy(v.In))
			if (err != nil) != (v.want() == nil) || !bytes.Equal(got, v.want()) {
				t.Errorf("%x became %x (%v), want %x", []byte(v.In), got, err, v.want())
			}
		})
	}
}
