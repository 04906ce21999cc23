package pktio_test

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"osmo-mgw-go/iobackend"
	"osmo-mgw-go/pktio"
)

// traffic sends numbered datagrams through relays, both ways, and checks what comes out: each, once, in order.
type traffic struct {
	t       *testing.T
	stop    chan struct{}
	senders sync.WaitGroup
	readers sync.WaitGroup
	sent    [][2]uint32 // by call and direction
	got     [][2]atomic.Uint32
}

func startTraffic(t *testing.T, e *pktio.Engine, calls int, every time.Duration) *traffic {
	tr := &traffic{t: t, stop: make(chan struct{}), sent: make([][2]uint32, calls), got: make([][2]atomic.Uint32, calls)}
	for call := range calls {
		_, phones, at := relay(t, e, "127.0.0.1")
		tr.senders.Add(1)
		go tr.send(call, phones, at, every)
		for side := range phones {
			tr.readers.Add(1)
			go tr.read(call, side, phones[side])
		}
	}
	return tr
}

func (tr *traffic) send(call int, phones [2]*net.UDPConn, at [2]netip.AddrPort, every time.Duration) {
	defer tr.senders.Done()
	tick := time.NewTicker(every)
	defer tick.Stop()
	data := make([]byte, 40)
	for {
		select {
		case <-tr.stop:
			return
		case <-tick.C:
		}
		for side := range phones {
			binary.BigEndian.PutUint32(data, tr.sent[call][side])
			if _, err := phones[side].WriteToUDPAddrPort(data, at[side]); err != nil {
				tr.t.Error(err)
				return
			}
			tr.sent[call][side]++
		}
	}
}

func (tr *traffic) read(call, side int, phone *net.UDPConn) {
	defer tr.readers.Done()
	buf := make([]byte, 100)
	for {
		n, _, err := phone.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		want := tr.got[call][1-side].Load()
		if number := binary.BigEndian.Uint32(buf[:n]); number != want {
			tr.t.Errorf("call %d side %d: got number %d, want %d", call, side, number, want)
			want = number
		}
		tr.got[call][1-side].Store(want + 1)
	}
}

// finish stops sending and waits for the last packets.
func (tr *traffic) finish() (total uint32) {
	close(tr.stop)
	tr.senders.Wait()
	deadline := time.Now().Add(10 * time.Second)
	for call := range tr.sent {
		for side, sent := range tr.sent[call] {
			for tr.got[call][side].Load() < sent {
				if time.Now().After(deadline) {
					tr.t.Fatalf("call %d side %d: %d of %d packets arrived", call, side, tr.got[call][side].Load(), sent)
				}
				time.Sleep(time.Millisecond)
			}
			total += sent
		}
	}
	return total
}

// TestLiveChange switches backend, number of queues, pool and coalescing under traffic: nothing lost, doubled or out of order.
func TestLiveChange(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Setenv(iobackend.WithoutVariable, k.without)
			e := newEngine(t, pktio.Config{Backend: k.backend, Coalesce: pktio.CoalesceAuto})
			tr := startTraffic(t, e, 20, 4*time.Millisecond)
			other := map[string]string{"epoll": "io_uring", "io_uring": "epoll"}
			backend := k.backend
			for i := range 12 {
				time.Sleep(20 * time.Millisecond)
				var err error
				switch i % 4 {
				case 0:
					err = e.Resize(1 + i%5)
				case 1:
					backend = other[backend]
					err = e.SetBackend(backend)
				case 2:
					err = e.SetPool(256 << (i % 3))
				case 3:
					err = e.SetCoalesce([]pktio.Coalesce{pktio.CoalesceOff, 3000, pktio.CoalesceAuto}[i/4])
				}
				if err != nil {
					t.Fatalf("change %d: %v", i, err)
				}
			}
			total := tr.finish()
			s := e.Snapshot()
			if got := s.Total(pktio.RxPackets); got < uint64(total) {
				t.Errorf("counters say %d packets received, %d were sent", got, total)
			}
			t.Logf("%d packets", total)
		})
	}
}

func TestFailedChangeLeavesEverything(t *testing.T) {
	e := newEngine(t, pktio.Config{Backend: "epoll", Queues: 2})
	_, phones, at := relay(t, e, "127.0.0.1")
	before := e.Snapshot()
	for name, change := range map[string]struct {
		do   func() error
		says string
	}{
		"backend":  {func() error { return e.SetBackend("dpdk") }, `no I/O backend "dpdk" in this program; it has io_uring, epoll`},
		"queues":   {func() error { return e.Resize(65) }, "65 queues: must be 1 to 64"},
		"none":     {func() error { return e.Resize(0) }, "0 queues: must be 1 to 64"},
		"pool":     {func() error { return e.SetPool(1000) }, "pool of 1000 buffers: must be a power of two from 256 to 4096"},
		"coalesce": {func() error { return e.SetCoalesce(10001) }, "coalesce 10001: must be auto, off or 1 to 10000 microseconds"},
		"cpu":      {func() error { return e.SetAffinity(0, 999) }, "CPU 999 is not among those that this process may use"},
		"queue":    {func() error { return e.SetAffinity(64, 0) }, "queue 64: must be 0 to 63"},
	} {
		err := change.do()
		if err == nil || !strings.Contains(err.Error(), change.says) {
			t.Errorf("%s: %v, want %s", name, err, change.says)
		}
	}
	after := e.Snapshot()
	if fmt.Sprint(before.Backend, before.Pool, len(before.Queues), before.Coalesce) != fmt.Sprint(after.Backend, after.Pool, len(after.Queues), after.Coalesce) {
		t.Errorf("before %+v, after %+v", before, after)
	}
	write(t, phones[0], at[0], []byte("still there"))
	if got, _ := read(t, phones[1]); string(got) != "still there" {
		t.Errorf("got %q", got)
	}
}

// TestMovesKeepTimersAndMessages moves a group around while a timer runs and numbered messages come in: none lost, in order.
func TestMovesKeepTimersAndMessages(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		e := newEngine(t, pktio.Config{Backend: backend, Queues: 2, Select: pktio.Hash})
		g := e.NewGroup(3)
		c := &chain{group: g, done: make(chan struct{})}
		c.timer.Handler = c
		const messages = 20000
		g.Do(func(*pktio.Queue) { g.StartTimer(&c.timer, e.Now()) })
		go func() {
			for i := range uint64(messages) {
				g.Post(pktio.Message{To: c, A: i})
			}
			g.Do(func(*pktio.Queue) { close(c.done) })
		}()
		for moving := true; moving; {
			select {
			case <-c.done:
				moving = false
			default:
				for _, n := range []int{5, 2, 7, 1} {
					if err := e.Resize(n); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		var fired, got uint64
		on(g, func() { fired, got = c.fired, c.next; c.timer.Stop() })
		if got != messages {
			t.Errorf("%d messages in order, want %d", got, messages)
		}
		if fired == 0 {
			t.Error("the timer has not fired")
		}
	})
}

// chain takes numbered messages and runs a timer.
type chain struct {
	group *pktio.Group
	timer pktio.Timer
	fired uint64
	next  uint64
	done  chan struct{}
}

func (c *chain) HandleTimer(t *pktio.Timer, now int64) {
	c.fired++
	c.group.StartTimer(t, now+1e5)
}

func (c *chain) HandleMessage(_ *pktio.Queue, m *pktio.Message) {
	if m.A == c.next {
		c.next++
	}
}
