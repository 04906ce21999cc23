package iouring

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"

	"github.com/pawelgaczynski/giouring"

	"osmo-mgw-go/iobackend"
)

func init() { iobackend.Register(factory{}) }

type factory struct{}

// Name is "io_uring".
func (factory) Name() string { return "io_uring" }

// Rank is the highest.
func (factory) Rank() int { return 20 }

// Probe makes a small ring as the queues do and tries what it cannot ask for.
func (factory) Probe() (iobackend.Features, error) {
	type result struct {
		features iobackend.Features
		err      error
	}
	done := make(chan result)
	go func() {
		runtime.LockOSThread() // a ring belongs to the thread that made it
		defer runtime.UnlockOSThread()
		features, err := probe()
		done <- result{features, err}
	}()
	r := <-done
	return r.features, r.err
}

// probeEntries is enough for what the probe does.
const probeEntries = 8

func probe() (iobackend.Features, error) {
	arena, err := newArena()
	if err != nil {
		return 0, err
	}
	defer arena.close()
	r, err := newRing(probeEntries, arena)
	if err != nil {
		return 0, explain(err)
	}
	defer r.close()
	ops, err := r.GetProbeRing()
	if err != nil {
		return 0, fmt.Errorf("the kernel does not say what it can do: %w", err)
	}
	for _, op := range []uint8{giouring.OpSend, giouring.OpRecvmsg, giouring.OpAsyncCancel, giouring.OpPollAdd} {
		if !ops.IsSupported(op) {
			return 0, fmt.Errorf("the kernel lacks operation %d", op)
		}
	}
	buffers, err := newBufferRing(r, probeEntries)
	if err != nil {
		return 0, fmt.Errorf("no ring of receive buffers: %w", err)
	}
	defer buffers.empty(nil)

	// Multishot RECVMSG came with Linux 6.0; a ring with these flags needs 6.1.
	features := iobackend.RecvMultishot
	if r.features()&featMinTimeout != 0 {
		features |= iobackend.MinWait
	}
	if ops.IsSupported(giouring.OpMsgRing) {
		features |= iobackend.MsgRing
		if syncMsgRing(r.RingFd()) == 0 {
			features |= iobackend.MsgRingSync
		}
	}
	return features, nil
}

// disabledFile is the switch of Linux 6.6 and later.
const disabledFile = "/proc/sys/kernel/io_uring_disabled"

// explain says what an operator can do about a ring that cannot be made.
func explain(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSYS):
		return fmt.Errorf("the kernel has no io_uring, or a seccomp filter hides it: %w", err)
	case errors.Is(err, syscall.EINVAL):
		return fmt.Errorf("the kernel is older than Linux 6.1: %w", err)
	case errors.Is(err, syscall.EPERM):
		if text, readErr := os.ReadFile(disabledFile); readErr == nil {
			if value := strings.TrimSpace(string(text)); value != "0" {
				return fmt.Errorf("switched off by %s = %s (set it to 0): %w", disabledFile, value, err)
			}
		}
		return fmt.Errorf("forbidden, by a seccomp filter or a security module: %w", err)
	case errors.Is(err, syscall.ENOMEM):
		return fmt.Errorf("not enough locked memory (raise LimitMEMLOCK or ulimit -l): %w", err)
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return fmt.Errorf("too many open files (raise LimitNOFILE or ulimit -n): %w", err)
	}
	return fmt.Errorf("no ring: %w", err)
}

// New makes the ring of a queue, on the queue's thread.
func (factory) New(s iobackend.Setup) (iobackend.Backend, error) {
	arena, err := newArena()
	if err != nil {
		return nil, err
	}
	// As many requests as there are buffers: that is the most that one batch can send from this queue's own.
	r, err := newRing(uint32(s.Pool.Len()), arena)
	if err != nil {
		arena.close()
		return nil, explain(err)
	}
	b := &backend{ring: r, arena: arena, pool: s.Pool, features: s.Features, reserve: s.Pool.Len() / 2}
	b.single.always = !s.Features.Has(iobackend.RecvMultishot)
	if b.buffers, err = newBufferRing(r, s.Pool.Len()); err != nil {
		r.close()
		arena.close()
		return nil, fmt.Errorf("no ring of receive buffers: %w", err)
	}
	event, err := iobackend.NewEventBell()
	if err != nil {
		r.close()
		b.buffers.empty(s.Pool)
		arena.close()
		return nil, fmt.Errorf("no eventfd: %w", err)
	}
	b.bell = &bell{event: event, fd: r.RingFd(), sync: s.Features.Has(iobackend.MsgRingSync)}
	b.cqes = make([]*giouring.CompletionQueueEvent, 2*s.Pool.Len())
	b.watchEvent()
	return b, nil
}
