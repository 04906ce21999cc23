package pktio_test

import (
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/pktio"
)

// counting counts, and takes its time.
type counting struct {
	spin time.Duration
	gate chan struct{} // if not nil: waits for it
	n    atomic.Uint64
}

func (c *counting) HandlePacket(*pktio.Flow, *pktio.Packet) {
	if c.gate != nil {
		<-c.gate
	}
	for start := time.Now(); time.Since(start) < c.spin; {
	}
	c.n.Add(1)
}

// TestKernelDropsAreCounted floods a socket while its queue is held up: what was not delivered has been counted.
func TestKernelDropsAreCounted(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		e := newEngine(t, pktio.Config{Backend: backend})
		c := &counting{gate: make(chan struct{})}
		fd, at := socket(t, "127.0.0.1")
		if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, 100000); err != nil {
			t.Fatal(err)
		}
		e.NewGroup(0).Open(fd, c)
		phone, _ := peer(t, "127.0.0.1")
		const sent = 5000
		for i := range sent {
			if i == sent-1000 {
				close(c.gate)
				time.Sleep(100 * time.Millisecond)
			}
			if i > sent-1000 && i%50 == 0 {
				time.Sleep(time.Millisecond)
			}
			write(t, phone, at, make([]byte, 160))
		}
		// The queue asks once a second, if it has been busy since.
		more := uint64(0)
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			s := e.Snapshot()
			drops := s.Total(pktio.KernelDrops)
			if drops > 0 && drops+c.n.Load() == sent+more {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%d delivered and %d counted as dropped, of %d", c.n.Load(), drops, sent+more)
			}
			for range 20 {
				write(t, phone, at, nil)
				more++
			}
		}
	})
}

// TestOverloadIsFair offers a queue twice what it can carry, in flows of equal rate: none gets a fifth less than another.
func TestOverloadIsFair(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		const flows, spin = 50, 100 * time.Microsecond
		e := newEngine(t, pktio.Config{Backend: backend, Coalesce: pktio.CoalesceAuto})
		phone, _ := peer(t, "127.0.0.1")
		var counts [flows]*counting
		var at [flows]netip.AddrPort
		var group *pktio.Group
		for i := range flows {
			var fd int
			fd, at[i] = socket(t, "127.0.0.1")
			_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, 100000)
			counts[i] = &counting{spin: spin}
			group = e.NewGroup(uint64(i))
			group.Open(fd, counts[i])
		}
		// 20,000 a second, in rounds, to a queue that can do 10,000.
		const warmUp, enough = 200, 200 * flows
		var early [flows]uint64
		data := make([]byte, 160)
		var slowest time.Duration
		start := time.Now()
		delivered := func() (sum uint64) {
			for i, c := range counts {
				sum += c.n.Load() - early[i]
			}
			return sum
		}
		for round := 0; round <= warmUp || delivered() < enough; round++ {
			if round == warmUp { // by then it has noticed
				for i, c := range counts {
					early[i] = c.n.Load()
				}
			}
			for i := range flows {
				write(t, phone, at[i], data)
			}
			if round%20 == 0 {
				asked := time.Now()
				on(group, func() {})
				slowest = max(slowest, time.Since(asked))
			}
			time.Sleep(time.Until(start.Add(time.Duration(round+1) * flows * spin / 2)))
		}
		worst, best := ^uint64(0), uint64(0)
		for i, c := range counts {
			n := c.n.Load() - early[i]
			worst, best = min(worst, n), max(best, n)
		}
		t.Logf("delivered %d to %d each; slowest answer of the queue %v", worst, best, slowest)
		if worst*10 < best*8 {
			t.Errorf("the worst flow got %d, the best %d", worst, best)
		}
	})
}
