package iuup_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"osmo-mgw-go/iuup"
)

// initPDU is an Init as a peer sends it.
func initPDU(t testing.TB, in *iuup.Init, frameNumber uint8) []byte {
	t.Helper()
	payload, err := iuup.AppendInit(nil, in)
	if err != nil {
		t.Fatal(err)
	}
	return iuup.AppendControl(nil, iuup.PDU{Answer: iuup.Proc, FrameNumber: frameNumber, Procedure: iuup.ProcInit, Payload: payload})
}

// said puts what the instance said so far into short words, and forgets it.
func (r *recorder) said() (words []string) {
	for _, e := range r.got {
		switch e.Type {
		case "tx":
			words = append(words, e.Hex)
		case "error_event_ind":
			words = append(words, fmt.Sprintf("failed, cause %d", *e.Cause))
		default:
			words = append(words, e.Type)
		}
	}
	r.got = nil
	return words
}

func expect(t *testing.T, r *recorder, want ...string) {
	t.Helper()
	if got := r.said(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("said %v, want %v", got, want)
	}
}

func passive(t testing.TB) (*iuup.Instance, *recorder) {
	t.Helper()
	inst := new(iuup.Instance)
	r := &recorder{inst: inst}
	if err := inst.Configure(0, iuup.Config{}, r); err != nil {
		t.Fatal(err)
	}
	return inst, r
}

func active(t testing.TB) (*iuup.Instance, *recorder) {
	t.Helper()
	inst := new(iuup.Instance)
	r := &recorder{inst: inst}
	if err := inst.Configure(0, iuup.Config{Active: true, Init: amrInit(0, 1, 2)}, r); err != nil {
		t.Fatal(err)
	}
	return inst, r
}

const ourInit = "e000df8a160051673c01270000820000001710000300"

// The gateway learns of the table before the peer learns that it was accepted.
func TestIndicationComesBeforeACK(t *testing.T) {
	inst, r := passive(t)
	inst.Receive(0, initPDU(t, amrInit(0, 1, 2), 2))
	expect(t, r, "init_ind", "e6005800")
	if inst.State() != iuup.Ready {
		t.Errorf("state %v", inst.State())
	}
}

func TestLateACKAfterGivingUp(t *testing.T) {
	inst, r := active(t)
	runTimer(inst, r, 10_000*ms)
	expect(t, r, ourInit, ourInit, ourInit, ourInit, "failed, cause 43")
	if _, armed := inst.Deadline(); armed || inst.State() != iuup.Initialising {
		t.Errorf("state %v, timer %v", inst.State(), armed)
	}
	inst.Receive(11_000*ms, unhex(t, "e4002400"))
	if inst.State() != iuup.Ready {
		t.Errorf("state %v after the ACK", inst.State())
	}
}

func TestTimeoutsAndNACKsShareTheirCount(t *testing.T) {
	inst, r := active(t)
	runTimer(inst, r, 2_500*ms)
	inst.Receive(2_500*ms, unhex(t, "e800900050"))
	expect(t, r, ourInit, ourInit, ourInit, ourInit)
	if at, armed := inst.Deadline(); !armed || at != 3_500*ms {
		t.Errorf("timer %v at %d ms, want 3500", armed, at/ms)
	}
	runTimer(inst, r, 10_000*ms)
	expect(t, r, "failed, cause 43")
}

func TestInitCollision(t *testing.T) {
	inst, r := active(t)
	inst.Receive(0, initPDU(t, amrInit(3, 4, 5), 0))
	expect(t, r, ourInit, "init_ind", "e4002400")
	if id, _ := inst.Init().ForOctets(31); inst.State() != iuup.Ready || id != 3 {
		t.Errorf("state %v, speech is RFCI %d", inst.State(), id)
	}
	if _, armed := inst.Deadline(); armed {
		t.Error("timer still runs")
	}
}

func TestInitInReady(t *testing.T) {
	t.Run("accepted", func(t *testing.T) {
		inst, r := passive(t)
		inst.Receive(0, initPDU(t, amrInit(0, 1, 2), 0))
		inst.Receive(0, initPDU(t, amrInit(7, 8, 9), 1))
		expect(t, r, "init_ind", "e4002400", "init_ind", "e500c400")
		if id, _ := inst.Init().NoData(); inst.State() != iuup.Ready || id != 9 {
			t.Errorf("state %v, no data is RFCI %d", inst.State(), id)
		}
	})
	t.Run("refused, passive", func(t *testing.T) {
		inst, r := passive(t)
		inst.Receive(0, initPDU(t, amrInit(0, 1, 2), 0))
		bad := amrInit(7, 8, 9)
		bad.Versions = 0x0004
		_, _, err := inst.Receive(0, initPDU(t, bad, 0))
		expect(t, r, "init_ind", "e4002400", "e800900050")
		if !errors.Is(err, iuup.ErrInitVersion) || inst.State() != iuup.Initialising {
			t.Errorf("state %v, %v", inst.State(), err)
		}
		if id, _ := inst.Init().NoData(); id != 2 {
			t.Errorf("a refused Init left RFCI %d for no data", id)
		}
	})
	t.Run("refused, active", func(t *testing.T) {
		inst, r := active(t)
		inst.Receive(0, unhex(t, "e4002400"))
		bad := amrInit(7, 8, 9)
		bad.Versions = 0x8000
		inst.Receive(500*ms, initPDU(t, bad, 0))
		expect(t, r, ourInit, "e800900050", ourInit)
		if at, armed := inst.Deadline(); !armed || at != 1_500*ms || inst.State() != iuup.Initialising {
			t.Errorf("state %v, timer %v at %d ms", inst.State(), armed, at/ms)
		}
	})
	t.Run("chained", func(t *testing.T) {
		inst, r := passive(t)
		inst.Receive(0, initPDU(t, amrInit(0, 1, 2), 0))
		chained := amrInit(0, 1, 2)
		chained.Chained = true
		inst.Receive(0, initPDU(t, chained, 0))
		expect(t, r, "init_ind", "e4002400", "init_ind", "e4002400")
		if inst.State() != iuup.Initialising {
			t.Errorf("state %v", inst.State())
		}
	})
}

func TestAnswersInReadyAreIgnored(t *testing.T) {
	inst, r := active(t)
	inst.Receive(0, unhex(t, "e4002400"))
	inst.Receive(0, unhex(t, "e4002400"))
	inst.Receive(0, unhex(t, "e800900050"))
	expect(t, r, ourInit)
	if inst.State() != iuup.Ready {
		t.Errorf("state %v", inst.State())
	}
}

func TestOtherProceduresAreIgnored(t *testing.T) {
	inst, r := passive(t)
	inst.Receive(0, initPDU(t, amrInit(0, 1, 2), 0))
	r.said()
	for _, pdu := range []string{"e10182980180", "e003a40000"} {
		if _, isData, err := inst.Receive(0, unhex(t, pdu)); isData || err != nil {
			t.Errorf("%s: data %v, %v", pdu, isData, err)
		}
	}
	for _, procedure := range []iuup.Procedure{iuup.ProcRateControl, iuup.ProcTimeAlignment, iuup.ProcErrorEvent, 9} {
		for _, answer := range []iuup.Answer{iuup.Proc, iuup.Ack, iuup.Nack, 3} {
			inst.Receive(0, iuup.AppendControl(nil, iuup.PDU{Answer: answer, Procedure: procedure, Payload: []byte{0x50}}))
		}
	}
	expect(t, r)
	if inst.State() != iuup.Ready {
		t.Errorf("state %v", inst.State())
	}
}

// Both data PDU types are understood, whatever was agreed on; what we send is as agreed.
func TestDataTypes(t *testing.T) {
	inst, _ := passive(t)
	in := amrInit(0, 1, 2)
	in.DataType = iuup.DataNoCRC
	inst.Receive(0, initPDU(t, in, 0))
	for _, pduType := range []iuup.PDUType{iuup.DataCRC, iuup.DataNoCRC} {
		pdu := iuup.AppendData(nil, pduType, iuup.Data{RFCI: 3, FrameNumber: 7, Payload: []byte{0xaa, 0xbb}})
		if d, ok, err := inst.Receive(0, pdu); !ok || err != nil || d.RFCI != 3 || d.FrameNumber != 7 || len(d.Payload) != 2 {
			t.Errorf("type %d: %+v, %v, %v", pduType, d, ok, err)
		}
	}
	pdu, err := inst.AppendData(nil, iuup.Data{RFCI: 3, FrameNumber: 7, Payload: []byte{0xaa, 0xbb}})
	if want := "170384aabb"; err != nil || fmt.Sprintf("%x", pdu) != want {
		t.Errorf("sent %x (%v), want %s", pdu, err, want)
	}
}

func TestNullInstanceDoesNothing(t *testing.T) {
	var inst iuup.Instance
	if _, _, err := inst.Receive(0, unhex(t, "e4002400")); !errors.Is(err, iuup.ErrNull) {
		t.Errorf("receiving: %v", err)
	}
	if _, err := inst.AppendData(nil, iuup.Data{}); !errors.Is(err, iuup.ErrNotReady) {
		t.Errorf("sending: %v", err)
	}
	if _, armed := inst.Deadline(); armed || inst.Init() != nil {
		t.Error("there is a timer or an Init")
	}
	inst.Expire(1 << 60)
}

// silent is a handler that costs nothing.
type silent struct{}

func (silent) SendControl([]byte)                   {}
func (silent) Initialised(*iuup.Init)               {}
func (silent) InitFailed(iuup.Cause, iuup.Distance) {}

func TestNoAllocations(t *testing.T) {
	var inst iuup.Instance
	if err := inst.Configure(0, iuup.Config{}, silent{}); err != nil {
		t.Fatal(err)
	}
	good, bad := initPDU(t, amrInit(0, 1, 2), 0), unhex(t, "e000dd6d0080000100")
	for range 3 { // the table's memory comes with the first Inits
		inst.Receive(0, good)
	}
	data := iuup.AppendData(nil, iuup.DataCRC, iuup.Data{Payload: make([]byte, 31)})
	buf := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		inst.Receive(0, bad)
		inst.Receive(0, good)
		d, _, _ := inst.Receive(0, data)
		inst.AppendData(buf, d)
		inst.Receive(0, data[:2])
		inst.Init().ForOctets(31)
	}); n != 0 {
		t.Errorf("%v allocations per round", n)
	}
}

func BenchmarkReceiveData(b *testing.B) {
	inst, _ := ready(b)
	data := iuup.AppendData(nil, iuup.DataCRC, iuup.Data{Payload: make([]byte, 31)})
	b.ReportAllocs()
	for b.Loop() {
		inst.Receive(0, data)
	}
}

func BenchmarkPutData(b *testing.B) {
	inst, in := ready(b)
	buf := make([]byte, iuup.MaxHeaderLen+31)
	b.ReportAllocs()
	for b.Loop() {
		id, _ := in.ForOctets(31)
		iuup.PutData(buf, inst.DataType(), iuup.Data{RFCI: id, FrameNumber: 5})
	}
}

func ready(b *testing.B) (*iuup.Instance, *iuup.Init) {
	inst := new(iuup.Instance)
	if err := inst.Configure(0, iuup.Config{}, silent{}); err != nil {
		b.Fatal(err)
	}
	inst.Receive(0, initPDU(b, amrInit(0, 1, 2), 0))
	return inst, inst.Init()
}

// Two instances over a line that loses and damages PDUs: either they agree, or the active one says that it gave up.
func TestTwoInstancesOverABadLine(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		loss := r.IntN(100)
		a, b := new(iuup.Instance), new(iuup.Instance)
		ea, eb := &end{r: r, loss: loss}, &end{r: r, loss: loss}
		ea.peer, eb.peer = eb, ea
		ea.inst, eb.inst = a, b
		b.Configure(0, iuup.Config{}, eb)
		a.Configure(0, iuup.Config{Active: true, Init: amrInit(1, 2, 0)}, ea)
		for range 100 {
			ea.drain()
			eb.drain()
			if at, armed := a.Deadline(); armed {
				ea.now, eb.now = at, at
				a.Expire(at)
			}
		}
		if a.State() != iuup.Ready && ea.failed == 0 || a.State() == iuup.Ready && b.State() != iuup.Ready {
			t.Errorf("seed %d, %d %% loss: states %v and %v, given up %d times", seed, loss, a.State(), b.State(), ea.failed)
		}
	}
}

// end is one end of a line; what it sends waits until the other end drains it.
type end struct {
	inst   *iuup.Instance
	peer   *end
	r      *rand.Rand
	loss   int
	now    int64
	queue  [][]byte
	failed int
}

func (e *end) SendControl(pdu []byte) {
	pdu = append([]byte(nil), pdu...)
	switch n := e.r.IntN(200); {
	case n < e.loss:
		return
	case n < 2*e.loss:
		pdu[e.r.IntN(len(pdu))] ^= 1 << e.r.IntN(8)
	}
	e.peer.queue = append(e.peer.queue, pdu)
}

func (e *end) Initialised(*iuup.Init)               {}
func (e *end) InitFailed(iuup.Cause, iuup.Distance) { e.failed++ }

func (e *end) drain() {
	for len(e.queue) > 0 {
		pdu := e.queue[0]
		e.queue = e.queue[1:]
		e.inst.Receive(e.now, pdu)
	}
}
