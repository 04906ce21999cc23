package iouring

import (
	"syscall"
	"unsafe"

	"github.com/pawelgaczynski/giouring"
	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

// arena is the memory of a backend that the kernel reads and writes, besides the pool. It is a mapping: Go neither moves nor frees it.
type arena struct {
	wait   waitArg
	header [2]syscall.Msghdr // what RECVMSG leaves room for: with an IPv4 or an IPv6 address
}

// A received buffer, from iobackend.PayloadOffset on: struct io_uring_recvmsg_out, the sender's address, control data, payload.
const (
	nameLen4   = 16
	nameLen6   = 28
	outSize    = uint32(unsafe.Sizeof(giouring.RecvmsgOut{}))
	nameOffset = iobackend.PayloadOffset + outSize
	// bufferGroup names the ring of free buffers, of which there is only one.
	bufferGroup = 0
	// room is how many octets of a buffer the kernel may use, a header of up to 76 included. Without a header, that is for a
	// single datagram, the payload stands where the header would.
	room = iobackend.BufferSize - iobackend.PayloadOffset - iobackend.Tailroom
)

func newArena() (*arena, error) {
	mem, err := unix.Mmap(-1, 0, int(unsafe.Sizeof(arena{})), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, err
	}
	a := (*arena)(unsafe.Pointer(&mem[0]))
	a.header[0].Namelen, a.header[1].Namelen = nameLen4, nameLen6
	for i := range a.header {
		a.header[i].Controllen = iobackend.StampSpace
	}
	return a, nil
}

func (a *arena) close() {
	_ = unix.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(a)), unsafe.Sizeof(*a)))
}

// bufferRing is the ring of free buffers that the kernel receives into.
type bufferRing struct {
	mem  []byte
	ring *giouring.BufAndRing
	mask int
	with int // buffers that the kernel has
}

func newBufferRing(r *ring, entries int) (*bufferRing, error) {
	size := entries * int(unsafe.Sizeof(giouring.BufAndRing{}))
	mem, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, err
	}
	b := &bufferRing{mem: mem, ring: (*giouring.BufAndRing)(unsafe.Pointer(&mem[0])), mask: giouring.BufRingMask(uint32(entries))}
	reg := giouring.BufReg{RingAddr: uint64(uintptr(unsafe.Pointer(b.ring))), RingEntries: uint32(entries), Bgid: bufferGroup}
	if _, err := r.RegisterBufferRing(&reg, 0); err != nil {
		_ = unix.Munmap(mem)
		return nil, err
	}
	b.ring.BufRingInit()
	return b, nil
}

// fill gives the kernel all free buffers of the pool but a reserve.
func (b *bufferRing) fill(pool *iobackend.Pool, reserve int) {
	n := 0
	for pool.Free() > reserve {
		i, _ := pool.Get()
		b.ring.BufRingAdd(pool.Base(i)+iobackend.PayloadOffset, room, uint16(i), b.mask, n)
		n++
	}
	if n > 0 {
		b.ring.BufRingAdvance(n)
		b.with += n
	}
}

// empty takes back the buffers that the kernel still has, when the ring is gone: it uses them in order, so they are the last ones.
func (b *bufferRing) empty(pool *iobackend.Pool) {
	entries := unsafe.Slice(b.ring, b.mask+1)
	for ; b.with > 0; b.with-- {
		pool.Put(uint32(entries[(int(b.ring.Tail)-b.with)&b.mask].Bid))
	}
	_ = unix.Munmap(b.mem)
}
