package iuup_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"osmo-mgw-go/iuup"

	"github.com/google/go-cmp/cmp"
)

// amrInit is the table of an AMR 12.2 call, with its formats under the IDs given.
func amrInit(speech, sid, noData uint8) *iuup.Init {
	return &iuup.Init{
		RFCIs: []iuup.RFCI{
			{ID: speech, IPTI: 1, Bits: [iuup.MaxSubflows]uint16{81, 103, 60}},
			{ID: sid, IPTI: 7, Bits: [iuup.MaxSubflows]uint16{39}},
			{ID: noData, IPTI: 1},
		},
		Subflows: 3, HasIPTI: true, Versions: 1,
	}
}

func randomInit(r *rand.Rand) *iuup.Init {
	in := &iuup.Init{Subflows: 1 + r.IntN(7), HasIPTI: r.IntN(2) == 1, Chained: r.IntN(2) == 1,
		Versions: uint16(r.Uint32()), DataType: iuup.PDUType(r.IntN(2))}
	for range 1 + r.IntN(64) {
		f := iuup.RFCI{ID: uint8(r.IntN(64))}
		for i := range in.Subflows {
			f.Bits[i] = uint16(r.IntN(1 << (1 + r.IntN(15))))
		}
		if in.HasIPTI {
			f.IPTI = uint8(r.IntN(16))
		}
		in.RFCIs = append(in.RFCIs, f)
	}
	return in
}

func TestFormattedInitsParseBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var got iuup.Init // used again and again
	for range 500 {
		want := randomInit(r)
		raw, err := iuup.AppendInit(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		if err := iuup.ParseInit(&got, raw); err != nil {
			t.Fatalf("%x: %v", raw, err)
		}
		if diff := cmp.Diff(want, &got); diff != "" {
			t.Fatalf("%x (-want +got):\n%s", raw, diff)
		}
		for n := range len(raw) {
			if err := iuup.ParseInit(&got, raw[:n]); !errors.Is(err, iuup.ErrInitShort) {
				t.Fatalf("the first %d octets of %x: %v", n, raw, err)
			}
		}
	}
}

func TestRefusedInits(t *testing.T) {
	tooMany := []byte{0x02}
	for id := range 65 {
		tooMany = append(tooMany, byte(id)&0x3f, 10)
	}
	for _, c := range []struct {
		name  string
		in    []byte
		want  error
		cause iuup.Cause
	}{
		{"one octet", []byte{0x06}, iuup.ErrInitShort, iuup.CauseFrameTooShort},
		{"no sub-flows", []byte{0x00, 0x80, 0, 1, 0}, iuup.ErrInitSubflows, iuup.CauseUnexpectedValue},
		{"65 RFCIs", tooMany, iuup.ErrInitRFCIs, iuup.CauseUnexpectedRFCI},
		{"64 RFCIs, none the last, and nothing more", tooMany[:1+2*64], iuup.ErrInitShort, iuup.CauseFrameTooShort},
		{"IPTIs missing", []byte{0x12, 0x80, 10}, iuup.ErrInitShort, iuup.CauseFrameTooShort},
		{"data PDU type missing", []byte{0x02, 0x80, 10, 0, 1}, iuup.ErrInitShort, iuup.CauseFrameTooShort},
		{"data PDU type 2", []byte{0x02, 0x80, 10, 0, 1, 0x20}, iuup.ErrInitDataType, iuup.CauseUnexpectedValue},
	} {
		var in iuup.Init
		err := iuup.ParseInit(&in, c.in)
		var refusal *iuup.Refusal
		if !errors.Is(err, c.want) || !errors.As(err, &refusal) || refusal.Cause != c.cause {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func TestInitsThatCannotBeSent(t *testing.T) {
	for want, change := range map[string]func(in *iuup.Init){
		"1 to 64 RFCIs, not 0":   func(in *iuup.Init) { in.RFCIs = nil },
		"1 to 64 RFCIs, not 65":  func(in *iuup.Init) { in.RFCIs = make([]iuup.RFCI, 65) },
		"1 to 7 sub-flows":       func(in *iuup.Init) { in.Subflows = 8 },
		"data PDU type 0 or 1":   func(in *iuup.Init) { in.DataType = iuup.Control },
		"RFCI 64":                func(in *iuup.Init) { in.RFCIs[2].ID = 64 },
		"IPTI 16":                func(in *iuup.Init) { in.RFCIs[0].IPTI = 16 },
		"1 to 7 sub-flows, not ": func(in *iuup.Init) { in.Subflows = 0 },
	} {
		in := amrInit(0, 1, 2)
		change(in)
		if _, err := iuup.AppendInit(nil, in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		var inst iuup.Instance
		if err := inst.Configure(0, iuup.Config{Active: true, Init: in}, &recorder{inst: &inst}); err == nil || inst.State() != iuup.Null {
			t.Errorf("%q: configured with %v, state %v", want, err, inst.State())
		}
	}
}

// The whole table is searched, in its order, however few sub-flows there are.
func TestLookups(t *testing.T) {
	in := amrInit(1, 2, 0)
	in.Subflows = 1
	in.RFCIs = append(in.RFCIs, iuup.RFCI{ID: 9, Bits: [iuup.MaxSubflows]uint16{118}}, iuup.RFCI{ID: 10, Bits: [iuup.MaxSubflows]uint16{120}})
	for octets, want := range map[int]uint8{31: 1, 5: 2, 0: 0, 15: 9} {
		if id, ok := in.ForOctets(octets); !ok || id != want {
			t.Errorf("%d octets: RFCI %d, %v, want %d", octets, id, ok, want)
		}
	}
	if id, ok := in.ForOctets(12); ok {
		t.Errorf("12 octets: RFCI %d", id)
	}
	if id, ok := in.NoData(); !ok || id != 0 {
		t.Errorf("no data: RFCI %d, %v", id, ok)
	}
	in.RFCIs = in.RFCIs[:2]
	if id, ok := in.NoData(); ok {
		t.Errorf("no data: RFCI %d in a table without one", id)
	}
}

func FuzzInit(f *testing.F) {
	for _, s := range []string{"", "06", "160051673c01270000820000001710000100", "0640012c0067003c81270000000300", "068051673c000120", "0080000100"} {
		f.Add(unhex(f, s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var in, again iuup.Init
		if err := iuup.ParseInit(&in, raw); err != nil {
			var refusal *iuup.Refusal
			if !errors.As(err, &refusal) || refusal.Cause == 0 {
				t.Fatalf("%x: %v is no refusal", raw, err)
			}
			return
		}
		out, err := iuup.AppendInit(nil, &in)
		if err != nil {
			t.Fatalf("%x parses as %+v, which cannot be sent: %v", raw, in, err)
		}
		if err := iuup.ParseInit(&again, out); err != nil || !cmp.Equal(in, again) {
			t.Fatalf("%x parses as %+v, and again as %+v (%v)", raw, in, again, err)
		}
		if len(out) > len(raw) || !bytes.Equal(out[len(out)-3:len(out)-1], []byte{byte(in.Versions >> 8), byte(in.Versions)}) {
			t.Fatalf("%x became %x", raw, out)
		}
	})
}
