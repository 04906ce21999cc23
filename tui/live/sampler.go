package live

import (
	"fmt"
	"sync"
	"time"

	"osmo-mgw-go/core"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/process"
	"osmo-mgw-go/tui"
)

// historyLength is how many seconds of history are kept.
const historyLength = 3600

// Parts are what is shown.
type Parts struct {
	Gateway *core.Gateway
	Engine  func() *pktio.Engine // nil until it runs
}

// Sampler keeps the history of the process, a sample a second. There is one per process; its screens share it.
type Sampler struct {
	parts Parts
	stop  chan struct{}
	done  chan struct{}

	mu      sync.Mutex
	ring    [historyLength]tui.Sample
	samples int             // how many were ever taken
	loads   map[int]float64 // percent of a CPU by queue
	usage   process.Usage

	last reading // of the sampler's goroutine alone
}

// reading is what the differences of a sample are taken from.
type reading struct {
	at                        time.Time
	received, sent, discarded uint64
	usage                     process.Usage
	threads                   map[string]time.Duration
	latency                   spans
}

// NewSampler starts one. Close ends it.
func NewSampler(parts Parts) *Sampler {
	s := &Sampler{parts: parts, stop: make(chan struct{}), done: make(chan struct{}), loads: make(map[int]float64)}
	s.last = s.read()
	s.usage = s.last.usage
	go s.run()
	return s
}

// Close ends the sampler.
func (s *Sampler) Close() {
	close(s.stop)
	<-s.done
}

func (s *Sampler) run() {
	defer close(s.done)
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			s.sample()
		case <-s.stop:
			return
		}
	}
}

func (s *Sampler) read() reading {
	r := reading{at: time.Now()}
	if e := s.parts.Engine(); e != nil {
		r.latency = relayLatency(e)
		snapshot := e.Snapshot()
		r.received, r.sent = snapshot.Total(pktio.RxPackets), snapshot.Total(pktio.TxPackets)
		for _, c := range discards {
			r.discarded += snapshot.Total(c)
		}
	}
	// Without /proc the figures stay at zero.
	r.usage, _ = process.ReadUsage()
	r.threads, _ = process.ThreadCPU()
	return r
}

// discards are the counters of datagrams that went no further.
var discards = []pktio.Counter{pktio.SendUnreachable, pktio.SendFull, pktio.SendErrors, pktio.SendClosed, pktio.PoolEmpty}

func (s *Sampler) sample() {
	before, now := s.last, s.read()
	s.last = now
	seconds := now.at.Sub(before.at).Seconds()
	perSecond := func(now, before uint64) float64 { return float64(now-min(now, before)) / seconds }
	latency := now.latency.quantiles(before.latency, 0.5, 0.99)
	calls, _ := s.parts.Gateway.Totals()
	sample := tui.Sample{
		Calls:     float64(calls),
		Received:  perSecond(now.received, before.received),
		Sent:      perSecond(now.sent, before.sent),
		Discarded: perSecond(now.discarded, before.discarded),
		CPU:       100 * (now.usage.CPU - before.usage.CPU).Seconds() / seconds,
		Median:    latency[0] / 1e3,
		P99:       latency[1] / 1e3,
		RSS:       float64(now.usage.RSS) / (1 << 20),
	}
	loads := make(map[int]float64)
	for queue := range pktio.MaxQueues {
		name := fmt.Sprintf("mgw-q%d", queue)
		if used, ok := now.threads[name]; ok {
			loads[queue] = max(0, 100*(used-before.threads[name]).Seconds()/seconds)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ring[s.samples%historyLength] = sample
	s.samples++
	s.loads, s.usage = loads, now.usage
}

// history returns the samples of the last span, oldest first, padded with zeros in front of the first one that there is.
func (s *Sampler) history(span time.Duration) (list []tui.Sample, loads map[int]float64, usage process.Usage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(int(span/time.Second), historyLength)
	list = make([]tui.Sample, n)
	for i := range list {
		if at := s.samples - n + i; at >= 0 {
			list[i] = s.ring[at%historyLength]
		}
	}
	return list, s.loads, s.usage
}
