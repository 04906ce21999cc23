package iobackend

import "golang.org/x/sys/unix"

// IsV6 says whether a socket is an IPv6 one, which takes IPv4 addresses only in their mapped form.
func IsV6(fd int) bool {
	domain, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_DOMAIN)
	return err == nil && domain == unix.AF_INET6
}
