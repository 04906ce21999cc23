package iouring

import (
	"syscall"
	"unsafe"

	"github.com/pawelgaczynski/giouring"
	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

// backend is the ring of one queue.
type backend struct {
	ring     *ring
	arena    *arena
	buffers  *bufferRing
	pool     *iobackend.Pool
	features iobackend.Features
	reserve  int // buffers that stay in the pool, for packets that are made here: a turn of Osmux makes hundreds
	bell     *bell
	slots    []slot
	idle     []uint32 // slots whose request has ended and is to be started again
	removed  []uint32 // slots that were removed while they had no request
	rung     []*bell  // by MSG_RING since the last settled Poll
	cqes     []*giouring.CompletionQueueEvent
	single   singleShot
}

// slot is a socket.
type slot struct {
	fd         int32
	generation uint32
	header     uint32 // octets before the payload: that of recvmsg, the address and the control data
	v6         bool
	armed      bool // has a receive request
	single     bool // which is for one datagram
	removing   bool
	cancelled  bool // its request is being cancelled
	used       bool
}

func (b *backend) Add(i uint32, fd int) error {
	for int(i) >= len(b.slots) {
		b.slots = append(b.slots, slot{})
	}
	s := &b.slots[i]
	v6 := iobackend.IsV6(fd)
	*s = slot{fd: int32(fd), generation: s.generation + 1, v6: v6, used: true}
	s.header = outSize + nameLen4 + iobackend.StampSpace
	if v6 {
		s.header = outSize + nameLen6 + iobackend.StampSpace
	}
	b.arm(i, b.single.wanted())
	return nil
}

// arm starts a slot's receive request: for one datagram, or until it is cancelled.
func (b *backend) arm(i uint32, single bool) {
	s := &b.slots[i]
	s.armed, s.cancelled = true, false
	s.single = single && b.single.grow(len(b.slots)) == nil
	e := b.ring.sqe()
	if s.single {
		b.single.prepare(e, s, i)
	} else {
		header := &b.arena.header[0]
		if s.v6 {
			header = &b.arena.header[1]
		}
		e.PrepareRecvMsgMultishot(int(s.fd), header, 0)
	}
	e.Flags |= giouring.SqeBufferSelect
	e.BufIG = bufferGroup
	e.UserData = newUserData(kindReceive, s.generation, i)
}

func (b *backend) Remove(i uint32) {
	s := &b.slots[i]
	s.removing = true
	if s.armed {
		if !s.cancelled {
			b.cancel(i)
		}
		return
	}
	b.removed = append(b.removed, i)
}

// cancel ends a slot's receive request; its last completion follows.
func (b *backend) cancel(i uint32) {
	b.slots[i].cancelled = true
	generation := b.slots[i].generation
	e := b.ring.sqe()
	e.PrepareCancel64(newUserData(kindReceive, generation, i), 0)
	e.Flags |= giouring.SqeCQESkipSuccess
	e.UserData = newUserData(kindCancel, generation, i)
}

func (b *backend) Send(fd int, token uint32, data []byte, to *iobackend.Addr) (queued bool, err syscall.Errno) {
	name, nameLen := to.Raw()
	e := b.ring.sqe()
	e.PrepareSend(fd, uintptr(unsafe.Pointer(unsafe.SliceData(data))), uint32(len(data)), unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
	e.Off = uint64(uintptr(name)) // addr2
	e.SpliceFdIn = int32(nameLen) // addr_len, the lower half
	e.Flags = giouring.SqeCQESkipSuccess
	e.UserData = newUserData(kindSend, 0, token)
	return true, 0
}

func (b *backend) Flush() { _ = b.ring.submit() }

// Starved: the kernel has no buffer to receive into, and there is none to give it.
func (b *backend) Starved() bool { return b.buffers.with == 0 && b.pool.Free() <= b.reserve }

func (b *backend) ReadErrors(fd int, errs []iobackend.SocketError) int {
	return iobackend.ReadErrorQueue(fd, errs)
}

func (b *backend) Drops(fd int) (n uint32, ok bool) { return iobackend.SocketDrops(fd) }

func (b *backend) CloseSocket(fd int) { _ = unix.Close(fd) }

func (b *backend) Close() error {
	b.bell.close()
	b.ring.close()
	b.buffers.empty(b.pool)
	b.arena.close()
	b.single.close()
	return nil
}

func (b *backend) Abandon() {
	b.bell.close()
	_ = unix.Close(b.ring.RingFd())
}
