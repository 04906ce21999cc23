package fake

import (
	"syscall"

	"osmo-mgw-go/iobackend"
)

// backend is one queue's share of the network.
type backend struct {
	net     *Network
	pool    *iobackend.Pool
	slots   []*socket // by slot; nil where there is none
	removed []uint32
}

func (b *backend) Add(slot uint32, fd int) error {
	b.net.mu.Lock()
	defer b.net.mu.Unlock()
	s := b.net.sockets[fd]
	if s == nil {
		return syscall.EBADF
	}
	for int(slot) >= len(b.slots) {
		b.slots = append(b.slots, nil)
	}
	b.slots[slot] = s
	return nil
}

func (b *backend) Remove(slot uint32) {
	b.slots[slot] = nil
	b.removed = append(b.removed, slot)
}

func (b *backend) Send(fd int, _ uint32, data []byte, to *iobackend.Addr) (queued bool, err syscall.Errno) {
	return false, b.net.send(fd, data, *to)
}

func (b *backend) Flush() {}

func (b *backend) Starved() bool { return b.pool.Free() == 0 }

// Poll takes one datagram of each socket in turn, as a fair kernel does.
func (b *backend) Poll(events []iobackend.Event, _ iobackend.Wait) (n int, settled bool, err error) {
	for len(b.removed) > 0 && n < len(events) {
		events[n] = iobackend.Event{Kind: iobackend.Removed, Slot: b.removed[0]}
		b.removed = b.removed[1:]
		n++
	}
	b.net.mu.Lock()
	defer b.net.mu.Unlock()
	for slot, s := range b.slots {
		if s == nil || len(s.waiting) == 0 || n == len(events) {
			continue
		}
		i, ok := b.pool.Get()
		if !ok {
			break
		}
		w := s.waiting[0]
		copy(s.waiting, s.waiting[1:])
		s.waiting[len(s.waiting)-1] = w // its memory is used again
		s.waiting = s.waiting[:len(s.waiting)-1]
		buf := b.pool.Buffer(i)
		*b.pool.Target(i) = w.from
		length := copy(buf[iobackend.PayloadOffset:len(buf)-iobackend.Tailroom], w.data)
		events[n] = iobackend.Event{
			Kind: iobackend.Received, Slot: uint32(slot), Buffer: i,
			Offset: iobackend.PayloadOffset, Length: uint32(length), Name: 0,
		}
		n++
	}
	return n, true, nil
}

// ReadErrors reports what has been refused, and lets the next send through.
func (b *backend) ReadErrors(fd int, errs []iobackend.SocketError) int {
	b.net.mu.Lock()
	defer b.net.mu.Unlock()
	s := b.net.sockets[fd]
	if s == nil {
		return 0
	}
	n := copy(errs, s.errs)
	s.errs = s.errs[n:]
	return n
}

// Drops knows of none: the buffers of the network are unbounded.
func (b *backend) Drops(int) (n uint32, ok bool) { return 0, false }

func (b *backend) CloseSocket(fd int) {
	b.net.mu.Lock()
	defer b.net.mu.Unlock()
	if s := b.net.sockets[fd]; s != nil {
		delete(b.net.sockets, fd)
		delete(b.net.byAddr, s.addr)
	}
}

func (b *backend) Doorbell() iobackend.Doorbell { return bell{} }

func (b *backend) Ring(iobackend.Doorbell) {}

func (b *backend) Close() error { return nil }

func (b *backend) Abandon() {}

// bell does nothing: the engine is stepped by the test.
type bell struct{}

func (bell) Ring() {}
