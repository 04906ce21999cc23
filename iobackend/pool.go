package iobackend

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// A buffer of the pool:
//
//	0       the address it is sent to (Addr): the kernel reads it when the send is submitted
//	64      headroom
//	≥ 128   the payload, up to MaxDatagram+1 octets; io_uring writes its own header, the sender's address and control
//	        data in front of it, which are headroom afterwards
//	        tailroom, at least 64 octets
const (
	// BufferSize is the distance of two buffers in a pool.
	BufferSize = 2304
	// RoomOffset is where a buffer's headroom starts.
	RoomOffset = 64
	// PayloadOffset is the least offset that a payload is received at.
	PayloadOffset = 128
	// Tailroom is the least number of octets that a received payload leaves free behind it.
	Tailroom = 64
	// MaxDatagram is the longest datagram that arrives whole.
	MaxDatagram = 2000
)

// Pool is the packet memory of one queue: buffers of BufferSize in one mapping that the garbage collector does not know. It
// belongs to the queue's thread. Buffers are handed out last in, first out, so that warm ones come first.
type Pool struct {
	mem  []byte
	free []uint32
	n    int
}

// NewPool maps memory for n buffers.
func NewPool(n int) (*Pool, error) {
	mem, err := unix.Mmap(-1, 0, n*BufferSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, err
	}
	p := &Pool{mem: mem, free: make([]uint32, n), n: n}
	for i := range p.free {
		p.free[i] = uint32(n - 1 - i)
	}
	return p, nil
}

// Close unmaps the memory. No buffer may be in use.
func (p *Pool) Close() error {
	mem := p.mem
	p.mem, p.free = nil, nil
	return unix.Munmap(mem)
}

// Len is the number of buffers.
func (p *Pool) Len() int { return p.n }

// Free is the number of buffers that nobody holds.
func (p *Pool) Free() int { return len(p.free) }

// Get takes a free buffer.
func (p *Pool) Get() (i uint32, ok bool) {
	if len(p.free) == 0 {
		return 0, false
	}
	i = p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	return i, true
}

// Put gives a buffer back.
func (p *Pool) Put(i uint32) { p.free = append(p.free, i) }

// Buffer is the memory of buffer i.
func (p *Pool) Buffer(i uint32) []byte {
	at := int(i) * BufferSize
	return p.mem[at : at+BufferSize : at+BufferSize]
}

// Target is where buffer i keeps the address that it is sent to.
func (p *Pool) Target(i uint32) *Addr { return (*Addr)(unsafe.Pointer(&p.mem[int(i)*BufferSize])) }

// Base is the address of buffer i for the kernel.
func (p *Pool) Base(i uint32) uintptr { return uintptr(unsafe.Pointer(&p.mem[int(i)*BufferSize])) }
