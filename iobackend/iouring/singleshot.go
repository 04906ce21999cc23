package iouring

import (
	"syscall"
	"time"
	"unsafe"

	"github.com/pawelgaczynski/giouring"
	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

// singleShot receives with one request per datagram. Such a request puts only the payload into the buffer; the sender's address and
// control data come in memory that each slot has for it.
//
// It serves kernels without (working) multishot, and overload: a multishot request takes up to 32 datagrams in a row from a socket
// that has them, so that when buffers run out some calls have had all of them and others none. One datagram per request and turn
// is fair.
type singleShot struct {
	blocks [][]byte
	always bool // without RecvMultishot
	crowd  bool // in overload

	shortage, latest time.Time // when buffers ran out for the first and the last time of late
}

const (
	// A shortage that lasts this long is overload; a backlog after the thread had to wait for a CPU is over before.
	crowdAfter = 50 * time.Millisecond
	// Two shortages this far apart have nothing to do with each other.
	crowdGap = time.Second
	// Overload counts as over when buffers have sufficed for so long.
	crowdTime = 10 * time.Second
)

// short notes that buffers have run out.
func (s *singleShot) short() {
	now := time.Now()
	if now.Sub(s.latest) > crowdGap {
		s.shortage = now
	}
	s.latest = now
	s.crowd = s.crowd || now.Sub(s.shortage) > crowdAfter
}

// wanted says whether to receive one by one.
func (s *singleShot) wanted() bool {
	if s.crowd && time.Since(s.latest) > crowdTime {
		s.crowd = false
	}
	return s.always || s.crowd
}

// shot is what one request needs.
type shot struct {
	header  syscall.Msghdr
	vector  syscall.Iovec
	name    [32]byte
	control [iobackend.StampSpace]byte
}

const (
	shotSize      = int(unsafe.Sizeof(shot{}))
	shotsPerBlock = 256
)

// grow makes room for a number of slots. Blocks stay where they are: the kernel knows them.
func (s *singleShot) grow(slots int) error {
	for len(s.blocks)*shotsPerBlock < slots {
		mem, err := unix.Mmap(-1, 0, shotsPerBlock*shotSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return err
		}
		s.blocks = append(s.blocks, mem)
	}
	return nil
}

func (s *singleShot) at(i uint32) *shot {
	return (*shot)(unsafe.Pointer(&s.blocks[i/shotsPerBlock][int(i%shotsPerBlock)*shotSize]))
}

func (s *singleShot) prepare(e *giouring.SubmissionQueueEntry, sl *slot, i uint32) {
	m := s.at(i)
	m.vector.Len = room
	m.header = syscall.Msghdr{Name: &m.name[0], Namelen: uint32(len(m.name)), Iov: &m.vector, Control: &m.control[0]}
	m.header.Iovlen = 1
	m.header.Controllen = iobackend.StampSpace
	e.PrepareRecvMsg(int(sl.fd), &m.header, 0)
}

// datagram describes what a request has received. The address goes into the buffer, before the payload, as the receiver wants it.
func (s *singleShot) datagram(ev *iobackend.Event, pool *iobackend.Pool, i, buffer, size uint32) int {
	m := s.at(i)
	mem := pool.Buffer(buffer)
	copy(mem, m.name[:])
	*ev = iobackend.Event{
		Kind: iobackend.Received, Slot: i, Buffer: buffer,
		Offset: iobackend.PayloadOffset, Length: size, Name: 0,
		Stamp: iobackend.Stamp(m.control[:min(int(m.header.Controllen), len(m.control))]),
	}
	return 1
}

func (s *singleShot) close() {
	for _, mem := range s.blocks {
		_ = unix.Munmap(mem)
	}
}
