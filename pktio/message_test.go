package pktio_test

import (
	"encoding/binary"
	"sync/atomic"
	"testing"
	"time"

	"osmo-mgw-go/pktio"
)

// hop passes packets on to a group on another queue, as Osmux does, and numbers what it is told.
type hop struct {
	next  *pktio.Group
	to    *hop
	flow  *pktio.Flow
	reply pktio.Addr
	from  atomic.Pointer[pktio.Queue]
	on    atomic.Pointer[pktio.Queue]
	slow  time.Duration
}

func (h *hop) HandlePacket(f *pktio.Flow, p *pktio.Packet) {
	h.from.Store(f.Queue())
	h.next.PostFrom(f.Queue(), pktio.Message{To: h.to, Packet: p})
}

// HandleMessage sends the packet from the other queue's socket: its buffer goes home when it is out.
func (h *hop) HandleMessage(q *pktio.Queue, m *pktio.Message) {
	h.on.Store(q)
	if h.slow > 0 {
		time.Sleep(h.slow)
	}
	h.flow.Send(m.Packet, &h.reply)
}

// TestPacketsCrossQueues sends far more packets through two queues than their pools hold: each arrives, in order, and every buffer
// comes back.
func TestPacketsCrossQueues(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		for _, slow := range []time.Duration{0, 100 * time.Microsecond} {
			t.Run(slow.String(), func(t *testing.T) {
				e := newEngine(t, pktio.Config{Backend: backend, Queues: 2, Pool: pktio.MinPool, Select: pktio.RoundRobin})
				phone, phoneAt := peer(t, "127.0.0.1")
				first, second := e.NewGroup(0), e.NewGroup(1)
				fdIn, at := socket(t, "127.0.0.1")
				fdOut, _ := socket(t, "127.0.0.1")
				out := &hop{reply: pktio.AddrFrom(phoneAt), slow: slow}
				out.flow = second.NewFlow(fdOut, out)
				in := &hop{next: second, to: out}
				first.Open(fdIn, in)

				packets := uint32(20000)
				if slow > 0 {
					packets = 2000
				}
				var arrived atomic.Uint32
				go func() {
					data := make([]byte, 100)
					for i := range packets {
						for i > arrived.Load()+600 { // more than the pools hold, less than the sockets' buffers
							time.Sleep(100 * time.Microsecond)
						}
						binary.BigEndian.PutUint32(data, i)
						if _, err := phone.WriteToUDPAddrPort(data, at); err != nil {
							t.Error(err)
						}
					}
				}()
				for i := range packets {
					if got, _ := read(t, phone); binary.BigEndian.Uint32(got) != i {
						t.Fatalf("packet %d, want %d", binary.BigEndian.Uint32(got), i)
					}
					arrived.Store(i)
				}
				if in.from.Load() == out.on.Load() {
					t.Error("both groups are on one queue")
				}
				on(first, func() {})
				l := e.Latency()
				if l[0].Receiver.Count()+l[1].Receiver.Count() == 0 || l[0].Sender.Count()+l[1].Sender.Count() == 0 {
					t.Error("no latency of messages measured")
				}
			})
		}
	})
}

// TestPostDoesNotAllocate posts packets between two groups.
func TestPostDoesNotAllocate(t *testing.T) {
	net, e := newFake(t, 2)
	net.Record(false)
	first, second := e.NewGroup(0), e.NewGroup(1)
	fdIn, fdOut := net.Socket("192.0.2.1:4000"), net.Socket("192.0.2.1:4002")
	out := &hop{reply: addr("198.51.100.2:16000")}
	out.flow = second.NewFlow(fdOut, out)
	first.Open(fdIn, &hop{next: second, to: out})
	source, payload := addr("198.51.100.1:16000"), make([]byte, 43)
	step := func() {
		net.DeliverFrom(fdIn, source, payload)
		for e.Step() {
		}
	}
	step()
	before := net.Count()
	if n := testing.AllocsPerRun(1000, step); n != 0 {
		t.Errorf("%v allocations for a packet, want 0", n)
	}
	if got := net.Count() - before; got != 1001 {
		t.Errorf("%d packets sent, want 1001", got)
	}
}

// TestManySendersOneReceiver has goroutines and a moving target: each sender's messages arrive complete and in order.
func TestManySendersOneReceiver(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		const senders, messages = 8, 5000
		e := newEngine(t, pktio.Config{Backend: backend, Queues: 3})
		r := &tally{want: make([]uint64, senders), done: make(chan struct{}), left: senders * messages}
		g := e.NewGroup(0)
		for s := range uint64(senders) {
			go func() {
				for i := range uint64(messages) {
					g.Post(pktio.Message{To: r, A: s, B: i})
				}
			}()
		}
		for n := 1; ; n = n%3 + 1 {
			select {
			case <-r.done:
				if r.disorder > 0 {
					t.Errorf("%d messages out of order", r.disorder)
				}
				return
			default:
			}
			if err := e.Resize(n); err != nil {
				t.Fatal(err)
			}
		}
	})
}

type tally struct {
	want     []uint64
	left     int
	disorder int
	done     chan struct{}
}

func (r *tally) HandleMessage(_ *pktio.Queue, m *pktio.Message) {
	if m.B != r.want[m.A] {
		r.disorder++
	}
	r.want[m.A] = m.B + 1
	if r.left--; r.left == 0 {
		close(r.done)
	}
}
