package iobackend

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// EventBell is a Doorbell by eventfd, for backends that wait on descriptors.
//
// The descriptor is closed only when nobody is about to write to it: its number could belong to a socket by then.
type EventBell struct {
	fd    int
	users atomic.Int32 // ringing just now; far below zero when closed
}

const bellClosed = -1 << 30

// NewEventBell makes a bell.
func NewEventBell() (*EventBell, error) {
	fd, err := unix.Eventfd(0, unix.EFD_NONBLOCK|unix.EFD_CLOEXEC)
	return &EventBell{fd: fd}, err
}

// FD is what the backend waits on.
func (b *EventBell) FD() int { return b.fd }

// Use keeps what the bell stands for from being closed until Unuse; it says whether it has been closed already.
func (b *EventBell) Use() bool {
	if b.users.Add(1) > 0 {
		return true
	}
	b.users.Add(-1)
	return false
}

// Unuse ends a Use that was granted.
func (b *EventBell) Unuse() { b.users.Add(-1) }

// Ring wakes whoever waits. Any thread.
func (b *EventBell) Ring() {
	if b.Use() {
		one := uint64(1)
		unix.RawSyscall(unix.SYS_WRITE, uintptr(b.fd), uintptr(unsafe.Pointer(&one)), 8)
		b.Unuse()
	}
}

// Answer forgets the rings so far.
func (b *EventBell) Answer() {
	var count uint64
	unix.RawSyscall(unix.SYS_READ, uintptr(b.fd), uintptr(unsafe.Pointer(&count)), 8)
}

// Wait waits for a ring, at most ns nanoseconds, which must not be many: see Park.
func (b *EventBell) Wait(ns int64) {
	fds := [1]unix.PollFd{{Fd: int32(b.fd), Events: unix.POLLIN}}
	ts := unix.NsecToTimespec(ns)
	Park(true, unix.SYS_PPOLL, uintptr(unsafe.Pointer(&fds)), 1, uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
}

// Close closes the descriptor as soon as nobody uses it.
func (b *EventBell) Close() {
	for b.users.Add(bellClosed); b.users.Load() != bellClosed; {
		runtime.Gosched()
	}
	unix.Close(b.fd)
}
