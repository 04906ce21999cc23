package live

import "osmo-mgw-go/pktio"

// spans counts measured latencies by their length in nanoseconds.
type spans struct {
	lengths []int64 // ascending
	counts  map[int64]uint64
}

// relayLatency is how long datagrams have taken from their arrival to their departure, over all queues.
func relayLatency(e *pktio.Engine) spans {
	var all pktio.Latency
	for _, queue := range e.Latency() {
		all.Add(&queue.Relay)
	}
	s := spans{counts: make(map[int64]uint64)}
	all.Each(func(ns int64, n uint64) {
		s.lengths = append(s.lengths, ns)
		s.counts[ns] = n
	})
	return s
}

// quantiles are the latencies in nanoseconds that shares of what was measured since before do not exceed; 0 if nothing was. After
// the measurements were cleared, or a queue has gone, what is left counts as new.
func (s spans) quantiles(before spans, shares ...float64) []float64 {
	fresh := make([]uint64, len(s.lengths))
	var total uint64
	for i, ns := range s.lengths {
		fresh[i] = s.counts[ns]
		if old := before.counts[ns]; old <= fresh[i] {
			fresh[i] -= old
		}
		total += fresh[i]
	}
	found := make([]float64, len(shares))
	for i, share := range shares {
		want := max(1, uint64(share*float64(total)+0.5))
		var sum uint64
		for j, n := range fresh {
			if sum += n; total > 0 && sum >= want {
				found[i] = float64(s.lengths[j])
				break
			}
		}
	}
	return found
}
