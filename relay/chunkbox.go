package relay

import (
	"sync/atomic"

	"osmo-mgw-go/osmux"
	"osmo-mgw-go/pktio"
)

// chunkBox is where the hub's queue puts the chunks of one circuit for the endpoint's queue to take: a
// ring with one writer and one reader. Chunks travel through it and not in packet buffers, because a
// datagram may hold a hundred of them.
type chunkBox struct {
	slots [chunkSlots]struct {
		from   pktio.Addr
		length int
		data   [osmux.MaxChunkLen]byte
	}
	head, tail atomic.Uint32 // next to take, next to put
	letter     pktio.Letter
}

// chunkSlots is how many chunks may wait; a power of two. The peer sends one in 20 ms at most, so they
// bridge a queue that was kept from running for 160 ms.
const chunkSlots = 8

// put copies a chunk in; it is false if the box is full.
func (b *chunkBox) put(chunk []byte, from *pktio.Addr) bool {
	tail := b.tail.Load()
	if tail-b.head.Load() == chunkSlots || len(chunk) > osmux.MaxChunkLen {
		return false
	}
	slot := &b.slots[tail%chunkSlots]
	slot.from = *from
	slot.length = copy(slot.data[:], chunk)
	b.tail.Store(tail + 1)
	return true
}

// peek returns the oldest chunk, nil if there is none; take gives its place back.
func (b *chunkBox) peek() (chunk []byte, from *pktio.Addr) {
	head := b.head.Load()
	if head == b.tail.Load() {
		return nil, nil
	}
	slot := &b.slots[head%chunkSlots]
	return slot.data[:slot.length], &slot.from
}

func (b *chunkBox) take() { b.head.Add(1) }
