package process

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Nofile is the limit on open descriptors: what we have and what we may raise it to.
type Nofile struct{ Soft, Hard uint64 }

// RaiseNofile raises the soft limit on open descriptors to the hard one. (Go's runtime does so too, but does not say
// what came of it, and lowers the limit again for child processes.)
func RaiseNofile() (Nofile, error) {
	var r unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &r); err != nil {
		return Nofile{}, fmt.Errorf("read the limit on open files: %w", err)
	}
	if r.Cur < r.Max {
		raised := unix.Rlimit{Cur: r.Max, Max: r.Max}
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &raised); err != nil {
			return Nofile{r.Cur, r.Max}, fmt.Errorf("raise the limit on open files from %d to %d: %w", r.Cur, r.Max, err)
		}
		r = raised
	}
	return Nofile{r.Cur, r.Max}, nil
}
