package pktio

// How often the queue asks its sockets what the kernel had to drop, and how busy it has to have been since.
const (
	dropsEvery   = int64(1e9)
	dropsIfBusy  = 500 // datagrams
	dropsPerTurn = 256 // sockets, so that asking does not hold up a batch
)

// drops is where the queue is at asking its sockets.
type drops struct {
	next    int64 // when the next round begins
	rx      uint64
	slot    int // the next one to ask
	running bool
}

// countDrops asks the sockets of a busy queue once a second how many datagrams the kernel dropped because their receive buffer was
// full (SO_MEMINFO), a few in each turn.
func (q *Queue) countDrops() {
	d := &q.drops
	if !d.running {
		if q.now < d.next {
			return
		}
		d.next = q.now + dropsEvery
		if q.n[RxPackets]-d.rx < dropsIfBusy {
			return
		}
		d.rx, d.slot, d.running = q.n[RxPackets], 0, true
	}
	for range dropsPerTurn {
		if d.slot == len(q.slots) {
			d.running = false
			return
		}
		if f := q.slots[d.slot]; f != nil && f.state == flowOpen {
			q.countDropsOf(f)
		}
		d.slot++
	}
}

func (q *Queue) countDropsOf(f *Flow) {
	n, ok := q.be.Drops(f.fd)
	if !ok {
		return
	}
	q.n[KernelDrops] += uint64(n - f.drops)
	f.drops = n
}
