package iobackend

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// IsV6 says whether a socket is an IPv6 one, which takes IPv4 addresses only in their mapped form.
func IsV6(fd int) bool {
	domain, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_DOMAIN)
	return err == nil && domain == unix.AF_INET6
}

// What SO_MEMINFO answers: nine numbers, the last of which is sk_drops (linux/sock_diag.h).
const (
	meminfoVars  = 9
	meminfoDrops = 8
)

// SocketDrops is how many datagrams the kernel has dropped at a socket, most often because its receive buffer was full.
func SocketDrops(fd int) (n uint32, ok bool) {
	var vars [meminfoVars]uint32
	size := uint32(unsafe.Sizeof(vars))
	_, _, errno := unix.RawSyscall6(unix.SYS_GETSOCKOPT, uintptr(fd), unix.SOL_SOCKET, unix.SO_MEMINFO,
		uintptr(unsafe.Pointer(&vars)), uintptr(unsafe.Pointer(&size)), 0)
	return vars[meminfoDrops], errno == 0 && size == uint32(unsafe.Sizeof(vars))
}

// extendedError is the kernel's struct sock_extended_err (linux/errqueue.h).
type extendedError struct {
	errno              uint32
	origin, kind, code uint8
	_                  uint8
	info, data         uint32
}

// ReadErrorQueue takes reports off a socket's error queue (IP_RECVERR, IPV6_RECVERR; ip(7)). The name that comes with a report
// is where the datagram in question had been sent to.
func ReadErrorQueue(fd int, errs []SocketError) (n int) {
	var name [rawLen6]byte
	var control [128]byte
	for n < len(errs) {
		msg := unix.Msghdr{Name: &name[0], Namelen: rawLen6, Control: &control[0]}
		msg.SetControllen(len(control))
		_, _, errno := unix.RawSyscall(unix.SYS_RECVMSG, uintptr(fd), uintptr(unsafe.Pointer(&msg)), unix.MSG_ERRQUEUE|unix.MSG_DONTWAIT)
		if errno != 0 {
			return n
		}
		e := reportIn(control[:msg.Controllen])
		if e == nil {
			continue
		}
		errs[n].Err = syscall.Errno(e.errno)
		errs[n].To.SetRaw(name[:])
		n++
	}
	return n
}

// reportIn finds the report among control messages.
func reportIn(control []byte) *extendedError {
	for len(control) >= unix.SizeofCmsghdr {
		h := (*unix.Cmsghdr)(unsafe.Pointer(&control[0]))
		if h.Len < unix.SizeofCmsghdr || int(h.Len) > len(control) {
			return nil
		}
		isReport := h.Level == unix.SOL_IP && h.Type == unix.IP_RECVERR || h.Level == unix.SOL_IPV6 && h.Type == unix.IPV6_RECVERR
		if isReport && int(h.Len) >= unix.CmsgLen(int(unsafe.Sizeof(extendedError{}))) {
			return (*extendedError)(unsafe.Pointer(&control[unix.CmsgLen(0)]))
		}
		control = control[min(len(control), unix.CmsgSpace(int(h.Len)-unix.SizeofCmsghdr)):]
	}
	return nil
}
