package osmux_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/rtp"

	"github.com/google/go-cmp/cmp"
)

const ms = 1_000_000

// event is one line of an Osmux vector, in and out alike.
type event struct {
	At   int64  `json:"t_ms"`
	Type string `json:"type"`
	CID  uint8  `json:"cid"`
	Hex  string `json:"hex"`
	Text string `json:"text"`
}

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

// outputs are the events that are what we have to do.
func outputs(events []event, kind string) (out []event) {
	for _, e := range events {
		if e.Type == kind {
			out = append(out, e)
		}
	}
	return out
}

type txVector struct {
	ID            string
	Factor        int   `json:"batch_factor"`
	Size          int   `json:"batch_size"`
	Dummy         bool  `json:"dummy"`
	InitialSeq    uint8 `json:"initial_seq"`
	CIDs          []uint8
	Events        []event
	CorrectEvents []event `json:"correct_events"`
}

func TestVectorsTx(t *testing.T) {
	var file struct{ Vectors []txVector }
	load(t, "osmux_tx.json", &file)
	if len(file.Vectors) == 0 {
		t.Fatal("no vectors")
	}
	for _, v := range file.Vectors {
		t.Run(v.ID, func(t *testing.T) { playTx(t, v) })
	}
}

// sender drives a link as its owner does, and notes the datagrams.
type sender struct {
	link *osmux.Link
	got  []event
}

func (s *sender) deliver(now int64) {
	if out := s.link.Deliver(now, nil); len(out) > 0 {
		s.got = append(s.got, event{At: now / ms, Type: "osmux_out", Hex: hex.EncodeToString(out)})
	}
}

func (s *sender) runTimer(until int64) {
	for {
		at, armed := s.link.Deadline()
		if !armed || at > until {
			return
		}
		s.deliver(at)
	}
}

func (s *sender) feed(now int64, cid uint8, p rtp.Packet) error {
	err := s.link.Feed(now, cid, p)
	for errors.Is(err, osmux.ErrFull) {
		s.deliver(now)
		err = s.link.Feed(now, cid, p)
	}
	return err
}

func playTx(t *testing.T, v txVector) {
	link, err := osmux.NewLink(osmux.LinkConfig{Factor: v.Factor, Size: v.Size, InitialSeq: v.InitialSeq})
	if err != nil {
		t.Fatal(err)
	}
	for _, cid := range v.CIDs {
		if err := link.Open(0, cid, v.Dummy); err != nil {
			t.Fatal(err)
		}
	}
	events := v.Events
	if v.CorrectEvents != nil {
		events = v.CorrectEvents
	}
	s := &sender{link: link}
	end := int64(0)
	for i, e := range events {
		end = e.At * ms
		if e.Type != "rtp_in" {
			continue
		}
		// What happens at the same time happens in the order of the file.
		if i > 0 && events[i-1].Type == "osmux_out" && events[i-1].At == e.At {
			s.runTimer(end)
		} else {
			s.runTimer(end - 1)
		}
		refused := i+1 < len(events) && strings.Contains(events[i+1].Text, "rejected")
		if err := s.feed(end, e.CID, unhex(t, e.Hex)); (err != nil) != refused {
			t.Errorf("at %d ms: %v, refused in the recording: %v", e.At, err, refused)
		}
		if strings.Contains(v.ID, "close") { // which no event says
			link.Close(e.CID)
			end += 200 * ms
		}
	}
	s.runTimer(end)
	if diff := cmp.Diff(outputs(events, "osmux_out"), s.got); diff != "" {
		t.Errorf("datagrams differ (-want +got):\n%s", diff)
	}
}

type rxVector struct {
	ID       string
	Circuits []struct {
		CID  uint8
		Seq  uint16 `json:"first_rtp_seq"`
		TS   uint32 `json:"first_rtp_ts"`
		SSRC uint32
		PT   uint8
	}
	Events []event
}

func TestVectorsRx(t *testing.T) {
	var file struct{ Vectors []rxVector }
	load(t, "osmux_rx.json", &file)
	if len(file.Vectors) == 0 {
		t.Fatal("no vectors")
	}
	for _, v := range file.Vectors {
		t.Run(v.ID, func(t *testing.T) { playRx(t, v) })
	}
}

// receiver drives regenerators as their owner does, and notes the packets.
type receiver struct {
	circuits map[uint8]*osmux.Regenerator
	order    []uint8
	got      []event
}

func (r *receiver) fetch(cid uint8, now int64) {
	for {
		p, ok := r.circuits[cid].Next(now, nil)
		if !ok {
			return
		}
		r.got = append(r.got, event{At: now / ms, Type: "rtp_out", CID: cid, Hex: hex.EncodeToString(p)})
	}
}

func (r *receiver) runTimers(until int64) {
	for {
		first, when := -1, until
		for i, cid := range r.order {
			if at, armed := r.circuits[cid].Deadline(); armed && (at < when || at == when && first < 0) {
				first, when = i, at
			}
		}
		if first < 0 {
			return
		}
		r.fetch(r.order[first], when)
	}
}

// datagram returns how many octets at its end were of no use.
func (r *receiver) datagram(t *testing.T, now int64, b []byte) (unused int) {
	for len(b) > 0 {
		c, rest, err := osmux.ParseChunk(b)
		if err != nil {
			return len(b)
		}
		b = rest
		if gen := r.circuits[c.CID]; gen != nil && c.Kind == osmux.Voice {
			if err := gen.Input(now, &c); err != nil {
				t.Error(err)
			}
			r.fetch(c.CID, now)
		}
	}
	return 0
}

func playRx(t *testing.T, v rxVector) {
	r := &receiver{circuits: map[uint8]*osmux.Regenerator{}}
	for _, c := range v.Circuits {
		r.order = append(r.order, c.CID)
		r.circuits[c.CID] = osmux.NewRegenerator(rtp.Header{Sequence: c.Seq, Timestamp: c.TS, SSRC: c.SSRC, PayloadType: c.PT})
	}
	var end int64
	unused := 0
	for _, e := range v.Events {
		end = e.At * ms
		switch {
		case e.Type == "osmux_in":
			r.runTimers(end)
			unused = r.datagram(t, end, unhex(t, e.Hex))
		case strings.Contains(e.Text, "not consumed"):
			if want := fmt.Sprintf("%d trailing bytes not consumed", unused); e.Text != want {
				t.Errorf("%s, we: %s", e.Text, want)
			}
		}
	}
	r.runTimers(end + 1000*ms)
	want := outputs(v.Events, "rtp_out")
	slices.SortStableFunc(want, func(a, b event) int { return int(a.At - b.At) })
	if diff := cmp.Diff(want, r.got); diff != "" {
		t.Errorf("packets differ (-want +got):\n%s", diff)
	}
}
