package epoll

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

// backend is the epoll set of one queue. Sockets are level-triggered and served in turn, a few datagrams at a time, so that none
// starves the others.
type backend struct {
	fd       int
	bell     *iobackend.EventBell
	pool     *iobackend.Pool
	features iobackend.Features
	slots    []slot
	removed  []uint32
	round    uint32
	fair     uint8 // datagrams that a socket may give in this round: the fewer, the more sockets are ready
	ready    [256]unix.EpollEvent
	one      single
	many     *burst
	timeout  unix.Timespec
	noNano   bool // the kernel has no epoll_pwait2
}

// slot is a socket.
type slot struct {
	fd    int32
	round uint32 // when it was last ready
	burst uint8  // datagrams to take at a time
	count uint8  // of receives, to ask for the time of arrival now and then
}

// bellSlot is the slot of the bell.
const bellSlot = -1

// starvedSleep is how long to wait, in nanoseconds, for buffers to come back when the pool is empty.
const starvedSleep = int64(1e6)

func (b *backend) watch(fd int, slot int32) error {
	return unix.EpollCtl(b.fd, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: slot})
}

func (b *backend) Add(i uint32, fd int) error {
	if err := b.watch(fd, int32(i)); err != nil {
		return err
	}
	for int(i) >= len(b.slots) {
		b.slots = append(b.slots, slot{fd: -1})
	}
	b.slots[i] = slot{fd: int32(fd), burst: 1}
	return nil
}

func (b *backend) Remove(i uint32) {
	_ = unix.EpollCtl(b.fd, unix.EPOLL_CTL_DEL, int(b.slots[i].fd), nil)
	b.slots[i].fd = -1
	b.removed = append(b.removed, i)
}

func (b *backend) Send(fd int, _ uint32, data []byte, to *iobackend.Addr) (queued bool, err syscall.Errno) {
	name, nameLen := to.Raw()
	_, _, err = unix.RawSyscall6(unix.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(data))), uintptr(len(data)),
		unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL, uintptr(name), uintptr(nameLen))
	return false, err
}

func (b *backend) Flush() {}

func (b *backend) Starved() bool { return b.pool.Free() == 0 }

func (b *backend) Poll(events []iobackend.Event, w iobackend.Wait) (n int, settled bool, err error) {
	n = b.reportRemoved(events)
	if n > 0 {
		w = iobackend.Wait{}
	}
	if b.Starved() {
		if w.Timeout != 0 {
			b.bell.Wait(starvedSleep)
		}
		return n, true, nil
	}
	ready := 0
	if w.Gather > 0 {
		// Only when there is nothing left of the last round: a socket gives a few datagrams at a time.
		if ready, err = b.wait(0, true); ready == 0 && err == nil {
			b.bell.Wait(w.Gather)
		}
	}
	if ready == 0 && err == nil {
		ready, err = b.wait(w.Timeout, w.Busy)
	}
	b.round++
	b.fair = uint8(max(1, min(maxBurst, len(b.ready)/max(1, ready))))
	for i := range b.ready[:ready] {
		ev := &b.ready[i]
		if ev.Fd == bellSlot {
			b.bell.Answer()
			continue
		}
		// What does not fit now is still ready next time.
		n += b.receive(events[n:], uint32(ev.Fd), ev.Events)
	}
	return n, true, err
}

func (b *backend) reportRemoved(events []iobackend.Event) (n int) {
	for len(b.removed) > 0 && n < len(events) {
		last := len(b.removed) - 1
		events[n] = iobackend.Event{Kind: iobackend.Removed, Slot: b.removed[last]}
		b.removed = b.removed[:last]
		n++
	}
	return n
}

// wait waits for sockets that have something.
func (b *backend) wait(timeout int64, busy bool) (ready int, err error) {
	var n uintptr
	var errno syscall.Errno
	switch {
	case timeout > 0 && !b.noNano:
		b.timeout = unix.NsecToTimespec(timeout)
		n, errno = iobackend.Park(busy, unix.SYS_EPOLL_PWAIT2, uintptr(b.fd), uintptr(unsafe.Pointer(&b.ready)), uintptr(len(b.ready)),
			uintptr(unsafe.Pointer(&b.timeout)), 0, 0)
		if errno == unix.ENOSYS { // before Linux 5.11
			b.noNano = true
			return b.wait(timeout, busy)
		}
	default:
		ms := timeout
		if timeout > 0 {
			ms = (timeout + 999999) / 1e6
		}
		n, errno = iobackend.Park(busy || ms == 0, unix.SYS_EPOLL_PWAIT, uintptr(b.fd), uintptr(unsafe.Pointer(&b.ready)),
			uintptr(len(b.ready)), uintptr(ms), 0, 0)
	}
	switch errno {
	case 0:
		return int(n), nil
	case unix.EINTR:
		return 0, nil
	}
	return 0, errno
}

func (b *backend) ReadErrors(fd int, errs []iobackend.SocketError) int {
	return iobackend.ReadErrorQueue(fd, errs)
}

func (b *backend) Drops(fd int) (n uint32, ok bool) { return iobackend.SocketDrops(fd) }

func (b *backend) CloseSocket(fd int) { _ = unix.Close(fd) }

func (b *backend) Doorbell() iobackend.Doorbell { return b.bell }

func (b *backend) Ring(d iobackend.Doorbell) { d.Ring() }

func (b *backend) Close() error {
	b.bell.Close()
	return unix.Close(b.fd)
}

func (b *backend) Abandon() { _ = b.Close() }
