package epoll

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

// Where things lie in a buffer: the sender's address where a send would have the target's, the control data in the headroom.
const (
	nameOffset    = 0
	nameSpace     = 28
	controlOffset = iobackend.RoomOffset
	room          = iobackend.BufferSize - iobackend.PayloadOffset - iobackend.Tailroom
)

// maxBurst is the most that one socket gives in a round.
const maxBurst = 16

// single is what the kernel writes to besides the buffer when it gives one datagram.
type single struct{ nameLen uint32 }

// burst is what recvmmsg needs for many.
type burst struct {
	messages [maxBurst]mmsghdr
	vectors  [maxBurst]unix.Iovec
	buffers  [maxBurst]uint32
}

// mmsghdr is the kernel's struct mmsghdr.
type mmsghdr struct {
	header unix.Msghdr
	length uint32
	_      [4]byte
}

// receive takes datagrams from a ready socket: one, or several if it is a busy one, that was ready in the round before, too.
func (b *backend) receive(events []iobackend.Event, i, ready uint32) (n int) {
	s := &b.slots[i]
	if s.round+1 == b.round && b.features.Has(iobackend.RecvMMsg) {
		s.burst = min(2*s.burst, b.fair)
	} else {
		s.burst = 1
	}
	s.round = b.round
	s.count++
	var err syscall.Errno
	switch want := min(int(s.burst), len(events), b.pool.Free()); {
	case want == 0:
		return 0
	case want == 1 && s.count%iobackend.StampEvery != 0:
		n, err = b.receiveOne(events, i)
	default:
		n, err = b.receiveMany(events[:want], i)
		s.burst = uint8(max(1, n))
	}
	if n == 0 && (ready&unix.EPOLLERR != 0 || err != 0 && err != unix.EAGAIN && err != unix.EINTR) {
		events[0] = iobackend.Event{Kind: iobackend.ReceiveFailed, Slot: i, Err: err}
		return 1
	}
	return n
}

func (b *backend) receiveOne(events []iobackend.Event, i uint32) (n int, err syscall.Errno) {
	index, _ := b.pool.Get()
	base := b.pool.Base(index)
	b.one.nameLen = nameSpace
	length, _, err := unix.RawSyscall6(unix.SYS_RECVFROM, uintptr(b.slots[i].fd), base+iobackend.PayloadOffset, room, unix.MSG_DONTWAIT,
		base+nameOffset, uintptr(unsafe.Pointer(&b.one.nameLen)))
	if err != 0 {
		b.pool.Put(index)
		return 0, err
	}
	events[0] = iobackend.Event{
		Kind: iobackend.Received, Slot: i, Buffer: index,
		Offset: iobackend.PayloadOffset, Length: uint32(length), Name: nameOffset,
	}
	return 1, 0
}

// receiveMany fills all of events if it can, and asks for the times of arrival.
func (b *backend) receiveMany(events []iobackend.Event, i uint32) (n int, err syscall.Errno) {
	if b.many == nil {
		b.many = &burst{}
	}
	m := b.many
	want := 0
	for ; want < len(events); want++ {
		index, ok := b.pool.Get()
		if !ok {
			break
		}
		m.prepare(want, index, b.pool)
	}
	got, _, err := unix.RawSyscall6(unix.SYS_RECVMMSG, uintptr(b.slots[i].fd), uintptr(unsafe.Pointer(&m.messages)), uintptr(want),
		unix.MSG_DONTWAIT, 0, 0)
	if err != 0 {
		got = 0
	}
	for k := want - 1; k >= int(got); k-- {
		b.pool.Put(m.buffers[k])
	}
	for k := range int(got) {
		msg := &m.messages[k]
		buf := b.pool.Buffer(m.buffers[k])
		events[k] = iobackend.Event{
			Kind: iobackend.Received, Slot: i, Buffer: m.buffers[k],
			Offset: iobackend.PayloadOffset, Length: msg.length, Name: nameOffset,
			Stamp: iobackend.Stamp(buf[controlOffset : controlOffset+int(msg.header.Controllen)]),
		}
	}
	return int(got), err
}

func (m *burst) prepare(k int, index uint32, pool *iobackend.Pool) {
	buf := pool.Buffer(index)
	m.buffers[k] = index
	m.vectors[k].Base = &buf[iobackend.PayloadOffset]
	m.vectors[k].SetLen(room)
	h := &m.messages[k].header
	h.Name, h.Namelen = &buf[nameOffset], nameSpace
	h.Control = &buf[controlOffset]
	h.SetControllen(iobackend.StampSpace)
	h.Iov = &m.vectors[k]
	h.SetIovlen(1)
	h.Flags = 0
}
