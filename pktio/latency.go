package pktio

import (
	"math/bits"
	"sync/atomic"
)

// sampleEvery is how many datagrams of a flow share one measurement, and how many messages of a queue.
const sampleEvery = 64

// The buckets of a latency: spans below 32 ns each have one, and each doubling beyond is cut into 32, so that a value is known to
// three per cent. The last doubling ends at 34 s.
const (
	subBits    = 5
	subBuckets = 1 << subBits
	octaves    = 31
	numBuckets = octaves * subBuckets
)

// latency is how long things take, in nanoseconds, counted by one thread and read by any.
type latency [numBuckets]atomic.Uint64

func (l *latency) add(ns int64) {
	b := &l[bucketOf(ns)]
	b.Store(b.Load() + 1) // one writer
}

func bucketOf(ns int64) int {
	v := uint64(max(ns, 0))
	octave := max(0, bits.Len64(v)-subBits-1)
	return min(octave<<subBits+int(v>>octave), numBuckets-1)
}

// bucketTop is the largest value that falls into a bucket.
func bucketTop(i int) int64 {
	octave := max(0, i>>subBits-1)
	return int64(i-octave<<subBits+1)<<octave - 1
}

// Latency is a distribution of latencies, as plain data.
type Latency struct {
	counts [numBuckets]uint64
	total  uint64
}

// Count is the number of measurements.
func (l *Latency) Count() uint64 { return l.total }

// Quantile is the latency in nanoseconds that a share p of the measurements, 0 to 1, does not exceed; 0 if there are none.
func (l *Latency) Quantile(p float64) int64 {
	if l.total == 0 {
		return 0
	}
	want := max(1, uint64(p*float64(l.total)+0.5))
	var sum uint64
	for i, n := range l.counts {
		if sum += n; sum >= want {
			return bucketTop(i)
		}
	}
	return bucketTop(numBuckets - 1)
}

// Each calls f for each latency that was measured, from the shortest on, with the number of measurements.
func (l *Latency) Each(f func(ns int64, count uint64)) {
	for i, n := range l.counts {
		if n > 0 {
			f(bucketTop(i), n)
		}
	}
}

// Add adds the measurements of another distribution.
func (l *Latency) Add(other *Latency) {
	for i, n := range other.counts {
		l.counts[i] += n
	}
	l.total += other.total
}

func (l *Latency) subtract(other *Latency) {
	for i, n := range other.counts {
		l.counts[i] -= n
	}
	l.total -= other.total
}

func (l *latency) read(into *Latency) {
	for i := range l {
		n := l[i].Load()
		into.counts[i] += n
		into.total += n
	}
}

// latencies are what a queue measures.
type latencies struct {
	relay    latency // arrival at the kernel to the submit of the batch that the datagram was in
	sender   latency // Post on a queue to the submit of the batch with its bell
	receiver latency // Post to HandleMessage
}

func (l *latencies) read(into *QueueLatency) {
	l.relay.read(&into.Relay)
	l.sender.read(&into.Sender)
	l.receiver.read(&into.Receiver)
}

// samples are the measurements that are under way: they end with the submit of the batch.
type samples struct {
	stamps   []int64 // times of arrival, wall clock
	posts    []int64 // times of Post, engine's clock
	messages uint8   // posted here, to sample every so many
}

const maxSamples = 256

// submitSamples ends what is under way, just before the batch is handed over.
func (q *Queue) submitSamples() {
	if len(q.samples.stamps) > 0 {
		wall := wallClock()
		for _, at := range q.samples.stamps {
			q.latencies.relay.add(wall - at)
		}
		q.samples.stamps = q.samples.stamps[:0]
	}
	if len(q.samples.posts) > 0 {
		now := q.e.clock()
		for _, at := range q.samples.posts {
			q.latencies.sender.add(now - at)
		}
		q.samples.posts = q.samples.posts[:0]
	}
}

// sample takes every so many-th datagram of a flow, if the kernel has said when it arrived.
func (q *Queue) sample(f *Flow, p *Packet, stamp int64) {
	if f.count-f.sampled < sampleEvery || len(q.samples.stamps) == maxSamples {
		return
	}
	f.sampled = f.count
	q.samples.stamps = append(q.samples.stamps, stamp)
	p.RxTime = q.e.clock() - (wallClock() - stamp)
}

// samplePost takes every so many-th message that is posted on this queue.
func (q *Queue) samplePost(n *node) {
	if q.samples.messages++; q.samples.messages%sampleEvery != 0 || len(q.samples.posts) == maxSamples {
		return
	}
	n.posted = q.e.clock()
	q.samples.posts = append(q.samples.posts, n.posted)
}
