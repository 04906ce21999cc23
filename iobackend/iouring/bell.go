package iouring

import (
	"syscall"
	"unsafe"

	"github.com/pawelgaczynski/giouring"
	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

// bell wakes a queue: by MSG_RING where that works, else by its eventfd, which the ring polls.
type bell struct {
	event *iobackend.EventBell
	fd    int  // of the ring
	sync  bool // MSG_RING works without a ring of one's own
}

// sendMsgRing is IORING_REGISTER_SEND_MSG_RING (Linux 6.13): a MSG_RING request that any thread makes and that is over on return.
const sendMsgRing = 31

// Ring wakes the queue. Any thread.
func (l *bell) Ring() {
	if !l.sync || !l.event.Use() {
		l.event.Ring()
		return
	}
	errno := syncMsgRing(l.fd)
	l.event.Unuse()
	if errno != 0 {
		l.event.Ring()
	}
}

func syncMsgRing(fd int) syscall.Errno {
	var e giouring.SubmissionQueueEntry
	e.PrepareMsgRing(fd, 0, newUserData(kindBell, 0, 0), 0)
	_, _, errno := unix.RawSyscall6(unix.SYS_IO_URING_REGISTER, ^uintptr(0), sendMsgRing, uintptr(unsafe.Pointer(&e)), 1, 0, 0)
	return errno
}

func (l *bell) close() { l.event.Close() }

func (b *backend) Doorbell() iobackend.Doorbell { return b.bell }

// Ring rings from this queue's thread. Between two rings it is a request of its own, that goes out with the batch. If the other ring
// has gone, so has the need: its queue has looked at its inbox since. Any other failure is made good by the eventfd.
func (b *backend) Ring(d iobackend.Doorbell) {
	other, ok := d.(*bell)
	if !ok || !b.features.Has(iobackend.MsgRing) {
		d.Ring()
		return
	}
	e := b.ring.sqe()
	e.PrepareMsgRing(other.fd, 0, newUserData(kindBell, 0, 0), 0)
	e.Flags = giouring.SqeCQESkipSuccess
	e.UserData = newUserData(kindRing, 0, uint32(len(b.rung)))
	b.rung = append(b.rung, other)
}

// watchEvent lets the ring poll the eventfd.
func (b *backend) watchEvent() {
	e := b.ring.sqe()
	e.PreparePollMultishot(b.bell.event.FD(), unix.POLLIN)
	e.UserData = newUserData(kindEvent, 0, 0)
}
