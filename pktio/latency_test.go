package pktio_test

import (
	"testing"
	"time"

	"osmo-mgw-go/pktio"
)

// TestRelayLatency relays packets and looks at the samples: one of 64, and each longer than nothing and shorter than the test.
func TestRelayLatency(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		start := time.Now()
		e := newEngine(t, pktio.Config{Backend: backend})
		_, phones, at := relay(t, e, "127.0.0.1")
		relayed := func(n int) {
			for range n {
				write(t, phones[0], at[0], []byte("x"))
				read(t, phones[1])
			}
			on(e.NewGroup(1), func() {}) // a turn later
		}
		relayed(64 * 20)
		l := e.Latency()[0].Relay
		if n := l.Count(); n < 19 || n > 21 {
			t.Errorf("%d samples of %d packets, want 20", n, 64*20)
		}
		if low, high := l.Quantile(0.5), l.Quantile(1); low <= 0 || high > int64(time.Since(start)) || low > high {
			t.Errorf("p50 %v, max %v", time.Duration(low), time.Duration(high))
		}
		e.ClearLatency()
		if n := e.Latency()[0].Relay; n.Count() != 0 {
			t.Errorf("%d samples after clear", n.Count())
		}
		relayed(128)
		if n := e.Latency()[0].Relay; n.Count() < 1 || n.Count() > 3 {
			t.Errorf("%d samples of 128 packets", n.Count())
		}
	})
}

func TestRxTimeIsOnTheEnginesClock(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		e := newEngine(t, pktio.Config{Backend: backend})
		h := &rxTimes{got: make(chan [2]int64, 1000)}
		fd, at := socket(t, "127.0.0.1")
		e.NewGroup(0).Open(fd, h)
		phone, _ := peer(t, "127.0.0.1")
		sampled := 0
		for range 200 {
			before := e.Now()
			write(t, phone, at, []byte("x"))
			times := <-h.got
			if times[0] == 0 {
				continue
			}
			sampled++
			// The wall clock may be slewed; a second is far beyond that and far below a wrong epoch.
			if times[0] < before-1e9 || times[0] > e.Now()+1e9 || times[1] < before {
				t.Errorf("sent after %d, RxTime %d, Now %d", before, times[0], times[1])
			}
		}
		if sampled < 2 || sampled > 4 {
			t.Errorf("%d of 200 packets have a time of arrival, want one of 64", sampled)
		}
	})
}

type rxTimes struct{ got chan [2]int64 }

func (h *rxTimes) HandlePacket(_ *pktio.Flow, p *pktio.Packet) { h.got <- [2]int64{p.RxTime, p.Now} }
