package iouring

import (
	"errors"
	"reflect"
	"syscall"
	"unsafe"

	"github.com/pawelgaczynski/giouring"
	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

// Set-up flags that every supported kernel (Linux 6.1) has. SUBMIT_ALL: a bad request fails alone.
const setupFlags = giouring.SetupSingleIssuer | giouring.SetupDeferTaskrun | giouring.SetupCoopTaskrun | giouring.SetupSubmitAll

// featMinTimeout is IORING_FEAT_MIN_TIMEOUT (Linux 6.12), which giouring does not know.
const featMinTimeout = 1 << 15

// ring is giouring's with what that lacks.
type ring struct {
	*giouring.Ring
	index uint32   // of the ring among those registered with its thread
	wait  *waitArg // in the arena
}

// waitArg is the kernel's struct io_uring_getevents_arg as of Linux 6.12; giouring has padding in the place of minWait.
type waitArg struct {
	sigmask     uint64
	sigmaskSize uint32
	minWait     uint32 // microseconds
	ts          uint64
	span        unix.Timespec // what ts points to; not a part of the kernel's struct
}

const waitArgSize = 24

// flushSQ shows the kernel the requests that have been prepared and returns their number. giouring does this only together with a wait
// of its own kind.
//
//go:linkname flushSQ github.com/pawelgaczynski/giouring.(*Ring).internalFlushSQ
func flushSQ(*giouring.Ring) uint32

// newRing makes a ring that belongs to the calling thread.
func newRing(entries uint32, arena *arena) (*ring, error) {
	r := giouring.NewRing()
	if err := r.QueueInit(entries, setupFlags); err != nil {
		return nil, err
	}
	if _, err := r.RegisterRingFd(); err != nil {
		r.QueueExit()
		return nil, err
	}
	wait := &arena.wait
	wait.ts = uint64(uintptr(unsafe.Pointer(&wait.span)))
	index := reflect.ValueOf(r).Elem().FieldByName("enterRingFd").Int()
	return &ring{Ring: r, index: uint32(index), wait: wait}, nil
}

// close gives the ring back. A ring that stays registered with its thread would live as long as that; giouring's
// UnregisterRingFd refuses, so it is done here.
func (r *ring) close() {
	_, _ = r.Register(r.RingFd(), giouring.UnregisterRingFDs, unsafe.Pointer(&giouring.RsrcUpdate{Offset: r.index}), 1)
	r.QueueExit()
}

// features are the IORING_FEAT bits that the kernel answered with.
func (r *ring) features() uint64 {
	return reflect.ValueOf(r.Ring).Elem().FieldByName("features").Uint()
}

// sqe gives a zeroed request, after handing over the earlier ones if the queue is full.
func (r *ring) sqe() *giouring.SubmissionQueueEntry {
	for {
		if e := r.GetSQE(); e != nil {
			*e = giouring.SubmissionQueueEntry{}
			return e
		}
		_ = r.submit()
	}
}

// submit hands over what has been prepared, without running completions.
func (r *ring) submit() error {
	for {
		n := flushSQ(r.Ring)
		if n == 0 {
			return nil
		}
		if _, err := r.Enter2(n, 0, giouring.EnterRegisteredRing, nil, 0); err != nil && !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// enter hands over what has been prepared and waits for events: for one, at most timeout nanoseconds; and before that, if gather
// is not 0, for many, at most gather nanoseconds.
func (r *ring) enter(timeout, gather int64, many uint32, busy bool) error {
	want := uint32(1)
	if timeout == 0 {
		want = 0
	}
	r.wait.minWait = 0
	if gather > 0 && timeout != 0 {
		want, r.wait.minWait = many, uint32(max(1, gather/1000))
	}
	r.wait.span = unix.NsecToTimespec(timeout)
	const flags = giouring.EnterGetEvents | giouring.EnterExtArg | giouring.EnterRegisteredRing
	for {
		n := flushSQ(r.Ring)
		// giouring's Enter2 would tell Go's scheduler about every wait.
		_, err := iobackend.Park(busy || want == 0, unix.SYS_IO_URING_ENTER, uintptr(r.index), uintptr(n), uintptr(want), uintptr(flags),
			uintptr(unsafe.Pointer(r.wait)), waitArgSize)
		switch err {
		case 0:
			if flushSQ(r.Ring) == 0 {
				return nil
			}
			want = 0 // the kernel has taken a part, and so has not waited
		case syscall.ETIME:
			return nil
		case syscall.EINTR:
			want = 0
			if flushSQ(r.Ring) == 0 {
				return nil
			}
		default:
			return err
		}
	}
}
