package pktio

import "testing"

func TestLatencyBuckets(t *testing.T) {
	for _, ns := range []int64{0, 1, 31, 32, 63, 64, 65, 66, 1000, 123456, 1e6, 5e8, 30e9} {
		i := bucketOf(ns)
		top := bucketTop(i)
		if ns > top || i > 0 && ns <= bucketTop(i-1) {
			t.Errorf("%d falls into bucket %d, which is %d to %d", ns, i, bucketTop(i-1)+1, top)
		}
		if top > ns+ns/subBuckets+1 {
			t.Errorf("%d counts as %d", ns, top)
		}
	}
	if i := bucketOf(1 << 62); i != numBuckets-1 {
		t.Errorf("bucket %d for a long time", i)
	}
	if i := bucketOf(-5); i != 0 {
		t.Errorf("bucket %d for a clock that went back", i)
	}
}

func TestQuantiles(t *testing.T) {
	var l latency
	for ns := range int64(1000) {
		l.add(ns * 1000)
	}
	var d Latency
	l.read(&d)
	if d.Count() != 1000 {
		t.Errorf("count %d", d.Count())
	}
	for p, want := range map[float64]int64{0.5: 499000, 0.99: 989000, 1: 999000} {
		if got := d.Quantile(p); got < want || got > want+want/16 {
			t.Errorf("quantile %v is %d, want about %d", p, got, want)
		}
	}
}
