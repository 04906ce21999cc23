package iuup_test

import (
	"encoding/json"
	"testing"

	"osmo-mgw-go/iuup"
)

// sink counts what an instance sends.
type sink struct{ sent int }

func (s *sink) SendControl([]byte)                   { s.sent++ }
func (s *sink) Initialised(*iuup.Init)               {}
func (s *sink) InitFailed(iuup.Cause, iuup.Distance) {}

// An instance goes on in another process where it was: with its timer, and the answer it waits for.
func TestSavedInstanceGoesOn(t *testing.T) {
	var before, after sink
	var old, restored iuup.Instance
	in := &iuup.Init{RFCIs: []iuup.RFCI{{ID: 3, Bits: [iuup.MaxSubflows]uint16{81, 103, 60}}}, Subflows: 3}
	if err := old.Configure(1000, iuup.Config{Active: true, Init: in}, &before); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(old.Save())
	if err != nil {
		t.Fatal(err)
	}
	var saved iuup.Saved
	if err := json.Unmarshal(text, &saved); err != nil {
		t.Fatal(err)
	}
	restored.Restore(saved, 500, &after)
	if at, armed := restored.Deadline(); !armed || at != 1000+500+1e9 {
		t.Errorf("deadline %d, %v", at, armed)
	}
	restored.Expire(2e9)
	if after.sent != 1 {
		t.Errorf("%d Inits sent, want one repetition", after.sent)
	}
	ack := iuup.AppendControl(nil, iuup.PDU{Answer: iuup.Ack, Procedure: iuup.ProcInit})
	if _, _, err := restored.Receive(2e9, ack); err != nil || restored.State() != iuup.Ready {
		t.Errorf("after the acknowledgement %v, %v", restored.State(), err)
	}
	if id, ok := restored.Init().ForOctets(31); !ok || id != 3 {
		t.Errorf("the table has RFCI %d, %v", id, ok)
	}
}
