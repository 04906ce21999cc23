package iuup_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/iuup"

	"github.com/google/go-cmp/cmp"
)

const ms = 1_000_000

func load(t *testing.T, name string, into any) {
	t.Helper()
	raw, err := os.ReadFile(specdata.Vectors(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestVectorsCRC(t *testing.T) {
	var file struct {
		Vectors []struct {
			ID, In     string
			PDUType    iuup.PDUType `json:"pdu_type"`
			HeaderCRC  uint8        `json:"header_crc6"`
			PayloadCRC uint16       `json:"payload_crc10"`
			Full       string       `json:"full_pdu"`
		}
	}
	load(t, "iuup_crc.json", &file)
	if len(file.Vectors) == 0 {
		t.Fatal("no vectors")
	}
	for _, v := range file.Vectors {
		t.Run(v.ID, func(t *testing.T) {
			in, full := unhex(t, v.In), unhex(t, v.Full)
			n := v.PDUType.HeaderLen()
			if got := iuup.HeaderCRC(in[:2]); got != v.HeaderCRC {
				t.Errorf("header CRC %d, want %d", got, v.HeaderCRC)
			}
			if got := iuup.PayloadCRC(in[n:]); v.PDUType != iuup.DataNoCRC && got != v.PayloadCRC {
				t.Errorf("payload CRC %d, want %d", got, v.PayloadCRC)
			}
			p, err := iuup.Parse(full)
			if err != nil {
				t.Fatal(err)
			}
			if got := format(p); !bytes.Equal(got, full) {
				t.Errorf("%+v formats as %x, want %x", p, got, full)
			}
		})
	}
}

// format is the way back from Parse.
func format(p iuup.PDU) []byte {
	if p.Type == iuup.Control {
		return iuup.AppendControl(nil, p)
	}
	return iuup.AppendData(nil, p.Type, iuup.Data{RFCI: p.RFCI, FrameNumber: p.FrameNumber, FQC: p.FQC, Payload: p.Payload})
}

// event is one line of an iuup_fsm vector, in and out alike.
type event struct {
	At   int64  `json:"t_ms"`
	Type string `json:"type"`
	Hex  string `json:"hex,omitempty"`

	Active   bool          `json:"active,omitempty"`
	Versions uint16        `json:"versions,omitempty"`
	DataType *iuup.PDUType `json:"data_pdu_type,omitempty"`
	NumRFCI  int           `json:"num_rfci,omitempty"`

	RFCIID      *uint8  `json:"-"`
	FrameNumber *uint8  `json:"frame_nr,omitempty"`
	FQC         *uint8  `json:"fqc,omitempty"`
	Payload     *string `json:"payload,omitempty"`

	ModeVersion *uint8      `json:"mode_version,omitempty"`
	NumSubflows int         `json:"num_subflows,omitempty"`
	IPTIs       bool        `json:"iptis,omitempty"`
	RFCIs       []rfciEvent `json:"-"`

	Cause    *uint8 `json:"cause,omitempty"`
	Distance *uint8 `json:"distance,omitempty"`
	Text     string `json:"text,omitempty"`

	// "rfci" is a number in data events and a table in init_ind.
	RawRFCI json.RawMessage `json:"rfci,omitempty"`
}

type rfciEvent struct {
	Pos  int
	ID   uint8
	IPTI uint8
	Bits []uint16 `json:"subflow_bits"`
}

// resolve sorts out the two meanings of "rfci".
func (e *event) resolve(t *testing.T) {
	t.Helper()
	if e.RawRFCI == nil {
		return
	}
	into := any(&e.RFCIID)
	if e.Type == "init_ind" {
		into = &e.RFCIs
	}
	if err := json.Unmarshal(e.RawRFCI, into); err != nil {
		t.Fatal(err)
	}
	e.RawRFCI = nil
}

func ptr[T any](v T) *T { return &v }

// recorder notes what an instance says in the words of the vectors.
type recorder struct {
	inst *iuup.Instance
	now  int64
	got  []event
}

func (r *recorder) note(e event) {
	e.At = r.now / ms
	r.got = append(r.got, e)
}

func (r *recorder) SendControl(pdu []byte) { r.note(event{Type: "tx", Hex: hex.EncodeToString(pdu)}) }

func (r *recorder) Initialised(in *iuup.Init) {
	e := event{Type: "init_ind", ModeVersion: ptr(r.inst.Version()), DataType: ptr(in.DataType), NumRFCI: len(in.RFCIs), NumSubflows: in.Subflows, IPTIs: in.HasIPTI}
	for pos, f := range in.RFCIs {
		e.RFCIs = append(e.RFCIs, rfciEvent{Pos: pos, ID: f.ID, IPTI: f.IPTI, Bits: append([]uint16(nil), f.Bits[:in.Subflows]...)})
	}
	r.note(e)
}

func (r *recorder) InitFailed(cause iuup.Cause, distance iuup.Distance) {
	r.note(event{Type: "error_event_ind", Cause: ptr(uint8(cause)), Distance: ptr(uint8(distance))})
}

func TestVectorsFSM(t *testing.T) {
	var file struct {
		Vectors []struct {
			ID            string
			Events        []event
			CorrectEvents []event `json:"correct_events"`
		}
	}
	load(t, "iuup_fsm.json", &file)
	if len(file.Vectors) == 0 {
		t.Fatal("no vectors")
	}
	for _, v := range file.Vectors {
		t.Run(v.ID, func(t *testing.T) {
			if v.CorrectEvents != nil {
				v.Events = v.CorrectEvents
			}
			playFSM(t, v.Events)
		})
	}
}

// playFSM feeds the inputs among the events to an instance and compares what it says with the outputs among them.
func playFSM(t *testing.T, events []event) {
	var inst iuup.Instance
	r := &recorder{inst: &inst}
	var want []event
	for n := range events {
		e := &events[n]
		e.resolve(t)
		runTimer(&inst, r, e.At*ms)
		r.now = e.At * ms
		switch e.Type {
		case "configure":
			if err := inst.Configure(r.now, configOf(t, events, n), r); err != nil {
				t.Fatal(err)
			}
		case "rx":
			d, ok, _ := inst.Receive(r.now, unhex(t, e.Hex))
			if ok {
				r.note(event{Type: "data_ind", RFCIID: ptr(d.RFCI), FrameNumber: ptr(d.FrameNumber), FQC: ptr(uint8(d.FQC)),
					Payload: ptr(hex.EncodeToString(d.Payload))})
			}
		case "data_req":
			pdu, err := inst.AppendData(nil, iuup.Data{RFCI: *e.RFCIID, FrameNumber: *e.FrameNumber, FQC: iuup.FQC(*e.FQC),
				Payload: unhex(t, *e.Payload)})
			if err == nil {
				r.note(event{Type: "tx", Hex: hex.EncodeToString(pdu)})
			}
		case "note":
		default:
			want = append(want, *e)
		}
	}
	// Some recordings end while the timer still runs.
	if diff := cmp.Diff(want, r.got); diff != "" {
		t.Errorf("events differ (-want +got):\n%s", diff)
	}
}

func runTimer(inst *iuup.Instance, r *recorder, until int64) {
	for {
		at, armed := inst.Deadline()
		if !armed || at > until {
			return
		}
		r.now = at
		inst.Expire(at)
	}
}

// configOf makes the configuration that a vector means. What an active instance offers is only told by the Init that
// it is seen to send.
func configOf(t *testing.T, events []event, n int) iuup.Config {
	t.Helper()
	e := events[n]
	cfg := iuup.Config{Active: e.Active, Versions: e.Versions}
	if !e.Active {
		return cfg
	}
	p, err := iuup.Parse(unhex(t, events[n+1].Hex))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Init = new(iuup.Init)
	if err := iuup.ParseInit(cfg.Init, p.Payload); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(cfg.Init.DataType, cfg.Init.Versions, len(cfg.Init.RFCIs))
	if want := fmt.Sprint(*e.DataType, e.Versions, e.NumRFCI); got != want {
		t.Fatalf("data type, versions and RFCIs of the Init are %s, want %s", got, want)
	}
	return cfg
}
