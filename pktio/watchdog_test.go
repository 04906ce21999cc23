package pktio_test

import (
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/pktio"
)

// trap echoes, unless the datagram tells it to do something that a handler must not.
type trap struct {
	trapped chan struct{} // closed when it hangs or ends
	release chan struct{} // ends a hang
	got     chan uint64
}

func (h *trap) HandlePacket(f *pktio.Flow, p *pktio.Packet) {
	switch string(p.Data) {
	case "panic":
		panic("as asked for")
	case "exit":
		close(h.trapped)
		runtime.Goexit()
	case "hang":
		close(h.trapped)
		<-h.release
	}
	to := p.From
	f.Send(p, &to)
}

func (h *trap) HandleMessage(_ *pktio.Queue, m *pktio.Message) { h.got <- m.A }

func newTrap(t *testing.T, e *pktio.Engine) (*pktio.Group, *trap, netip.AddrPort) {
	h := &trap{trapped: make(chan struct{}), release: make(chan struct{}), got: make(chan uint64, 10000)}
	fd, at := socket(t, "127.0.0.1")
	g := e.NewGroup(0)
	g.Open(fd, h)
	return g, h, at
}

func TestPanicCostsOnePacket(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		e := newEngine(t, pktio.Config{Backend: backend})
		_, _, at := newTrap(t, e)
		phone, _ := peer(t, "127.0.0.1")
		for range 3 {
			write(t, phone, at, []byte("panic"))
			write(t, phone, at, []byte("alive"))
			if got, _ := read(t, phone); string(got) != "alive" {
				t.Fatalf("got %q", got)
			}
		}
		on(e.NewGroup(1), func() {}) // a turn later
		s := e.Snapshot()
		if n := s.Total(pktio.Panics); n != 3 {
			t.Errorf("%d faults counted, want 3", n)
		}
	})
}

// TestDeadQueueIsReplaced ends a queue's thread, or hangs it in a handler, and looks that the other groups of the queue go on, with
// their sockets and messages, and the hung one too when its handler returns at last.
func TestDeadQueueIsReplaced(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		for _, how := range []string{"exit", "hang"} {
			t.Run(how, func(t *testing.T) {
				e := newEngine(t, pktio.Config{Backend: backend, Watchdog: 90 * time.Millisecond})
				bad, badTrap, badAt := newTrap(t, e)
				good, goodTrap, goodAt := newTrap(t, e)
				phone, _ := peer(t, "127.0.0.1")
				echo := func(at netip.AddrPort, data string) {
					t.Helper()
					write(t, phone, at, []byte(data))
					if got, _ := read(t, phone); string(got) != data {
						t.Fatalf("got %q, want %q", got, data)
					}
				}
				echo(goodAt, "before")
				write(t, phone, badAt, []byte(how))
				<-badTrap.trapped
				for i := range uint64(100) {
					good.Post(pktio.Message{To: goodTrap, A: i})
					bad.Post(pktio.Message{To: badTrap, A: i})
				}
				echo(goodAt, "after")
				if how == "hang" {
					close(badTrap.release)
				}
				write(t, phone, badAt, []byte("again"))
				got, _ := read(t, phone)
				if string(got) == "hang" { // what the deposed thread had in hand may be lost, or not
					got, _ = read(t, phone)
				}
				if string(got) != "again" {
					t.Errorf("got %q", got)
				}
				for i := range uint64(100) {
					if got := <-goodTrap.got; got != i {
						t.Errorf("message %d, want %d", got, i)
					}
					if got := <-badTrap.got; got != i {
						t.Errorf("message %d, want %d", got, i)
					}
				}
				s := e.Snapshot()
				if s.Queues[0].Restarts != 1 || len(s.Alarms) != 1 || !strings.Contains(s.Alarms[0].Text, "queue 0 was dead") {
					t.Errorf("restarts %d, alarms %v", s.Queues[0].Restarts, s.Alarms)
				}
			})
		}
	})
}
