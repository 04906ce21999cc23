package iobackend

import (
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestBellWakes(t *testing.T) {
	b, err := NewEventBell()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	time.AfterFunc(10*time.Millisecond, b.Ring)
	for !b.rung() {
		if b.Wait(int64(20 * time.Second)); time.Since(start) > 15*time.Second {
			t.Fatal("not woken")
		}
	}
	b.Answer()
	if b.rung() {
		t.Error("still ringing after the answer")
	}
	b.Close()
	b.Ring() // reaches nobody, and no descriptor that has the number by now
}

// TestBellIsNotClosedInUse rings from many sides while the bell is closed.
func TestBellIsNotClosedInUse(t *testing.T) {
	for range 200 {
		b, err := NewEventBell()
		if err != nil {
			t.Fatal(err)
		}
		var ringers sync.WaitGroup
		for range 4 {
			ringers.Go(func() {
				for range 50 {
					if b.Use() {
						// Close may have begun, but it waits.
						if _, err := unix.FcntlInt(uintptr(b.fd), unix.F_GETFD, 0); err != nil {
							t.Errorf("closed in use: %v", err)
						}
						b.Unuse()
					}
				}
			})
		}
		b.Close()
		if b.Use() {
			t.Error("in use after Close")
		}
		ringers.Wait()
	}
}

// rung says whether a ring waits for its answer.
func (b *EventBell) rung() bool {
	fds := []unix.PollFd{{Fd: int32(b.fd), Events: unix.POLLIN}}
	n, _ := unix.Poll(fds, 0)
	return n == 1
}
