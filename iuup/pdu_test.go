package iuup_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"osmo-mgw-go/iuup"
)

// slowCRC divides bit by bit, as the standard writes it down.
func slowCRC(width int, polynomial uint16, p []byte) uint16 {
	var register uint16
	top := uint16(1) << (width - 1)
	for _, b := range p {
		for i := 7; i >= 0; i-- {
			carry := register&top != 0
			register <<= 1
			if carry != (b>>i&1 == 1) {
				register ^= polynomial
			}
		}
	}
	return register & (top<<1 - 1)
}

func TestCRCsAgreeWithDivision(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		p := make([]byte, n)
		for i := range p {
			p[i] = byte(r.Uint32())
		}
		if got, want := iuup.HeaderCRC(p), slowCRC(6, 0x2f, p); uint16(got) != want {
			t.Fatalf("CRC-6 of %x is %#x, want %#x", p, got, want)
		}
		if got, want := iuup.PayloadCRC(p), slowCRC(10, 0x233, p); got != want {
			t.Fatalf("CRC-10 of %x is %#x, want %#x", p, got, want)
		}
	}
}

func randomPDU(r *rand.Rand) iuup.PDU {
	p := iuup.PDU{Type: []iuup.PDUType{iuup.DataCRC, iuup.DataNoCRC, iuup.Control}[r.IntN(3)], Payload: make([]byte, r.IntN(40))}
	for i := range p.Payload {
		p.Payload[i] = byte(r.Uint32())
	}
	if p.Type == iuup.Control {
		p.Answer, p.FrameNumber, p.Version, p.Procedure = iuup.Answer(r.IntN(4)), uint8(r.IntN(4)), uint8(r.IntN(16)), iuup.Procedure(r.IntN(16))
	} else {
		p.FrameNumber, p.FQC, p.RFCI = uint8(r.IntN(16)), iuup.FQC(r.IntN(4)), uint8(r.IntN(64))
	}
	return p
}

func TestFormattedPDUsParseBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		want := randomPDU(r)
		raw := format(want)
		got, err := iuup.Parse(raw)
		if err != nil {
			t.Fatalf("%+v as %x: %v", want, raw, err)
		}
		if !bytes.Equal(got.Payload, want.Payload) {
			t.Fatalf("payload %x became %x", want.Payload, got.Payload)
		}
		got.Payload, want.Payload = nil, nil
		if got.Type != want.Type || got.FrameNumber != want.FrameNumber || got.FQC != want.FQC || got.RFCI != want.RFCI ||
			got.Answer != want.Answer || got.Version != want.Version || got.Procedure != want.Procedure {
			t.Fatalf("%+v became %+v", want, got)
		}
	}
}

// A single flipped bit in what the CRCs cover is always found.
func TestFlippedBitsAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		p := randomPDU(r)
		raw := format(p)
		covered := len(raw) * 8
		if p.Type == iuup.DataNoCRC || p.Type == iuup.Control && p.Answer != iuup.Proc {
			covered = 3*8 - 2 // the header and its CRC
		}
		bit := r.IntN(covered)
		raw[bit/8] ^= 0x80 >> (bit % 8)
		if _, err := iuup.Parse(raw); err == nil {
			t.Fatalf("%x with bit %d flipped is accepted", raw, bit)
		}
	}
}

func TestRefusedPDUs(t *testing.T) {
	for _, c := range []struct {
		name, hex string
		want      error
	}{
		{"nothing", "", iuup.ErrShort},
		{"two octets", "0000", iuup.ErrShort},
		{"type 0 with three octets", "000000", iuup.ErrShort},
		{"control with three octets", "e40024", iuup.ErrShort},
		{"header CRC", "0000ff000102", iuup.ErrHeaderCRC},
		{"payload CRC of data", "000000b701020304", iuup.ErrPayloadCRC},
		{"payload CRC of a procedure", "e003a40100", iuup.ErrPayloadCRC},
		{"type 2", "20007c00", iuup.ErrType},
	} {
		raw := unhex(t, c.hex)
		if c.want == iuup.ErrType {
			raw[2] = iuup.HeaderCRC(raw[:2]) << 2
		}
		if _, err := iuup.Parse(raw); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func TestPayloadCRCOfAnswersIsIgnored(t *testing.T) {
	p, err := iuup.Parse(unhex(t, "e80093ff50"))
	if err != nil || p.Cause() != iuup.CauseUnexpectedValue {
		t.Errorf("%+v, %v", p, err)
	}
}

func FuzzIuUP(f *testing.F) {
	for _, s := range []string{
		"", "000000b601020304", "0002c400", "e4002400", "e800900050", "e10182980180", "e003a40000", "1400600102030405",
		"e000df99160051673c01270000820000001710000100",
	} {
		f.Add(unhex(f, s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := iuup.Parse(raw)
		if err == nil {
			again, err := iuup.Parse(format(p))
			if err != nil || again.Type != p.Type || !bytes.Equal(again.Payload, p.Payload) {
				t.Fatalf("%x parses as %+v, and again as %+v (%v)", raw, p, again, err)
			}
		}
		var inst iuup.Instance
		r := &recorder{inst: &inst}
		if err := inst.Configure(0, iuup.Config{}, r); err != nil {
			t.Fatal(err)
		}
		_, isData, err := inst.Receive(0, raw)
		if isData {
			t.Fatalf("%x is taken for data before an Init", raw)
		}
		if inst.State() == iuup.Ready && (err != nil || inst.Init() == nil) {
			t.Fatalf("%x made the instance ready, with %v", raw, err)
		}
	})
}
