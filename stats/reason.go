package stats

import (
	"errors"
	"syscall"
)

// reason cuts an error of package net down to what the kernel said, where it did.
func reason(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}
