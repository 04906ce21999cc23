package iouring

import (
	"syscall"
	"unsafe"

	"github.com/pawelgaczynski/giouring"

	"osmo-mgw-go/iobackend"
)

func (b *backend) Poll(events []iobackend.Event, w iobackend.Wait) (n int, settled bool, err error) {
	b.buffers.fill(b.pool, b.reserve)
	b.rearm()
	n = b.reportRemoved(events)
	if n > 0 || b.ring.CQReady() > 0 {
		w = iobackend.Wait{}
	}
	if w.Gather > 0 && !b.features.Has(iobackend.MinWait) {
		// What was sent goes out before the sleep; what arrives meanwhile is taken up after it.
		_ = b.ring.submit()
		if b.ring.CQReady() == 0 {
			b.bell.event.Wait(w.Gather)
			w.Timeout = max(0, w.Timeout-w.Gather)
		}
		w.Gather = 0
	}
	err = b.ring.enter(w.Timeout, w.Gather, uint32(b.pool.Len()/4), w.Busy)
	took, all := b.complete(events[n:])
	n += took
	settled = all && err == nil
	if settled {
		clear(b.rung)
		b.rung = b.rung[:0]
	}
	if err == syscall.EBUSY || err == syscall.EAGAIN {
		err = nil // completions had to be taken first
	}
	return n, settled, err
}

// rearm starts the receive requests that have ended, unless there is no buffer for them.
func (b *backend) rearm() {
	if b.buffers.with == 0 || len(b.idle) == 0 {
		return
	}
	single := b.single.wanted()
	for _, i := range b.idle {
		if s := &b.slots[i]; s.used && !s.removing && !s.armed {
			b.arm(i, single)
		}
	}
	b.idle = b.idle[:0]
}

func (b *backend) reportRemoved(events []iobackend.Event) (n int) {
	for len(b.removed) > 0 && n < len(events) {
		last := len(b.removed) - 1
		n += b.letGo(&events[n], b.removed[last])
		b.removed = b.removed[:last]
	}
	return n
}

func (b *backend) letGo(ev *iobackend.Event, i uint32) int {
	b.slots[i].used = false
	*ev = iobackend.Event{Kind: iobackend.Removed, Slot: i}
	return 1
}

// complete turns completions into events, and says whether it got to the end of them. One completion makes two events at most.
func (b *backend) complete(events []iobackend.Event) (n int, all bool) {
	for {
		ready := b.ring.CQReady()
		if ready == 0 {
			return n, !b.ring.CQHasOverflow()
		}
		want := min(int(ready), len(b.cqes), (len(events)-n)/2)
		if want == 0 {
			return n, false
		}
		got := b.ring.PeekBatchCQE(b.cqes[:want])
		for _, c := range b.cqes[:got] {
			n += b.completed(events[n:n+2], c)
		}
		b.ring.CQAdvance(got)
	}
}

func (b *backend) completed(events []iobackend.Event, c *giouring.CompletionQueueEvent) int {
	u := userData(c.UserData)
	switch u.kind() {
	case kindReceive:
		return b.received(events, c, u)
	case kindSend:
		if c.Res < 0 {
			events[0] = iobackend.Event{Kind: iobackend.SendFailed, Token: u.slot(), Err: syscall.Errno(-c.Res)}
			return 1
		}
	case kindCancel:
		// The request was not found where it should be: it is being worked on. Try again, now or with its next datagram.
		if s := &b.slots[u.slot()]; s.generation&generationMask == u.generation() && s.armed {
			if s.cancelled = false; s.removing {
				b.cancel(u.slot())
			}
		}
	case kindEvent:
		b.bell.event.Answer()
		if c.Flags&giouring.CQEFMore == 0 {
			b.watchEvent()
		}
	case kindRing:
		if c.Res < 0 {
			b.rung[u.slot()].event.Ring()
		}
	}
	return 0
}

// received handles a completion of a receive request: a datagram, or its end, or both.
func (b *backend) received(events []iobackend.Event, c *giouring.CompletionQueueEvent, u userData) (n int) {
	i := u.slot()
	s := &b.slots[i]
	var buffer uint32
	hasBuffer := c.Flags&giouring.CQEFBuffer != 0
	if hasBuffer {
		buffer = c.Flags >> giouring.CQEBufferShift
		b.buffers.with--
	}
	if s.generation&generationMask != u.generation() || !s.used {
		if hasBuffer {
			b.pool.Put(buffer)
		}
		return 0
	}
	switch {
	case c.Res >= 0 && hasBuffer:
		n = b.datagram(&events[0], s, i, buffer, uint32(c.Res))
	case c.Res == 0 && s.single:
		// Nothing in it, so the kernel has not used a buffer.
		if buffer, ok := b.pool.Get(); ok {
			n = b.datagram(&events[0], s, i, buffer, 0)
		}
	case c.Res == -int32(syscall.ENOBUFS):
		b.single.short()
	case c.Res >= 0, c.Res == -int32(syscall.ECANCELED), c.Res == -int32(syscall.EINTR):
		// Nothing to report: it has ended because we wanted it to, or will be started again.
	default:
		events[0] = iobackend.Event{Kind: iobackend.ReceiveFailed, Slot: i, Err: syscall.Errno(-c.Res)}
		n = 1
	}
	if c.Flags&giouring.CQEFMore != 0 {
		if b.single.crowd && !s.cancelled {
			b.cancel(i) // it shall go on one by one
		}
		return n
	}
	s.armed = false
	if s.removing {
		return n + b.letGo(&events[n], i)
	}
	b.idle = append(b.idle, i)
	return n
}

// datagram describes what lies in a buffer, see arena.go.
func (b *backend) datagram(ev *iobackend.Event, s *slot, i, buffer, size uint32) int {
	if s.single {
		return b.single.datagram(ev, b.pool, i, buffer, size)
	}
	mem := b.pool.Buffer(buffer)
	if size < s.header {
		b.pool.Put(buffer)
		return 0
	}
	out := (*giouring.RecvmsgOut)(unsafe.Pointer(&mem[iobackend.PayloadOffset]))
	*ev = iobackend.Event{
		Kind: iobackend.Received, Slot: i, Buffer: buffer,
		Offset: iobackend.PayloadOffset + s.header, Length: size - s.header, Name: nameOffset,
	}
	if out.ControlLen > 0 {
		control := iobackend.PayloadOffset + s.header - iobackend.StampSpace
		ev.Stamp = iobackend.Stamp(mem[control : control+min(out.ControlLen, iobackend.StampSpace)])
	}
	return 1
}
