package logging

import (
	"os"

	"golang.org/x/sys/unix"
)

// OpenStderr makes the target for standard error. At program start the mode is what the descriptor is in: see
// [InitialMode].
func (s *System) OpenStderr(mode Mode) *Target {
	return s.add(Stderr, "", mode, &fileSink{file: os.Stderr, shared: true})
}

// InitialMode is NonBlocking if standard error was handed to us so, else Blocking.
func InitialMode() Mode {
	flags, err := unix.FcntlInt(uintptr(unix.Stderr), unix.F_GETFL, 0)
	if err == nil && flags&unix.O_NONBLOCK != 0 {
		return NonBlocking
	}
	return Blocking
}

// writable says whether a write would not have to wait.
func writable(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLOUT}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n == 1
}
