package iobackend

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// StampSpace is the room that a receive leaves for control messages: one with the time of arrival.
const StampSpace = 32

// StampEvery is how many datagrams of a socket share one time of arrival: a backend may leave out the others.
const StampEvery = 64

// WantStamps asks for times of arrival at a socket. One that does not have them works without.
func WantStamps(fd int) { _ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TIMESTAMPNS, 1) }

// Stamp reads the time of arrival (SO_TIMESTAMPNS) among control messages, in nanoseconds since 1970; 0 if there is none.
func Stamp(control []byte) int64 {
	if len(control) < unix.SizeofCmsghdr+16 {
		return 0
	}
	h := (*unix.Cmsghdr)(unsafe.Pointer(&control[0]))
	if h.Level != unix.SOL_SOCKET || h.Type != unix.SO_TIMESTAMPNS {
		return 0
	}
	ts := (*unix.Timespec)(unsafe.Pointer(&control[unix.SizeofCmsghdr]))
	return ts.Nano()
}
