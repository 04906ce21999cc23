package epoll

import (
	"golang.org/x/sys/unix"

	"osmo-mgw-go/iobackend"
)

func init() { iobackend.Register(factory{}) }

type factory struct{}

// Name is "epoll".
func (factory) Name() string { return "epoll" }

// Rank is behind io_uring.
func (factory) Rank() int { return 10 }

// Probe always succeeds.
func (factory) Probe() (iobackend.Features, error) { return iobackend.RecvMMsg, nil }

// New makes the backend of a queue.
func (factory) New(s iobackend.Setup) (iobackend.Backend, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	bell, err := iobackend.NewEventBell()
	if err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	b := &backend{fd: fd, bell: bell, pool: s.Pool, features: s.Features}
	if err := b.watch(bell.FD(), bellSlot); err != nil {
		b.bell.Close()
		_ = unix.Close(fd)
		return nil, err
	}
	return b, nil
}
