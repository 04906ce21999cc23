package iobackend

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// Park makes a system call that may wait.
//
// A thread that tells Go's scheduler of its wait may lose its P, its right to run Go code, and has to get one back afterwards. For a
// thread locked to one goroutine that always happens: the scheduler's monitor takes the goroutine for one that has been running for
// long, takes the P at once and is woken in turn when the thread comes back, which makes four futex calls of each wait. A busy queue,
// which waits a thousand times a second or more and each time for a millisecond or less, therefore keeps its P (the engine sees to
// it that there are others). That holds up neither the garbage collector nor anything else that has to stop the queue: the signal
// by which Go does that ends every call that is made here with EINTR. About once in 10 ms it also does so to a queue that is
// merely busy. When the waits get longer the queue is no longer busy, and waits as other goroutines do.
func Park(busy bool, trap, a1, a2, a3, a4, a5, a6 uintptr) (uintptr, syscall.Errno) {
	if busy {
		n, _, errno := unix.RawSyscall6(trap, a1, a2, a3, a4, a5, a6)
		return n, errno
	}
	n, _, errno := unix.Syscall6(trap, a1, a2, a3, a4, a5, a6)
	return n, errno
}
