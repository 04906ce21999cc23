package iobackend

import (
	"net/netip"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Addr is a UDP address in the form the kernel takes: a raw sockaddr_in or sockaddr_in6 and its length. It is a comparable
// value; IPv4 addresses have one form only (never IPv4-mapped), so == tells whether two are the same. The zero Addr is none.
type Addr struct {
	head   uint64 // family (host order), port (network order), IPv4 address or IPv6 flow info
	hi, lo uint64 // IPv6 address as it lies in memory
	scope  uint32
	length uint32 // of the raw form: 16, 28, or 0 for none. The kernel does not see it
}

// The kernel's sizes of the two raw forms.
const (
	rawLen4 = 16
	rawLen6 = 28
)

// mappedMark is the word between the zeros and the IPv4 address of an IPv4-mapped IPv6 address, as it lies in memory.
const mappedMark = 0xffff0000

// AddrFrom makes an Addr. An IPv4-mapped address is unmapped; a zone must be a number.
func AddrFrom(ap netip.AddrPort) Addr {
	if !ap.IsValid() {
		return Addr{}
	}
	var a Addr
	raw := a.bytes()
	raw[2], raw[3] = byte(ap.Port()>>8), byte(ap.Port())
	ip := ap.Addr().Unmap()
	if ip.Is4() {
		a.setFamily(unix.AF_INET)
		ip4 := ip.As4()
		copy(raw[4:], ip4[:])
		a.length = rawLen4
		return a
	}
	a.setFamily(unix.AF_INET6)
	ip6 := ip.As16()
	copy(raw[8:], ip6[:])
	if n, err := strconv.ParseUint(ip.Zone(), 10, 32); err == nil {
		a.scope = uint32(n)
	}
	a.length = rawLen6
	return a
}

// AddrPort gives the address in Go's form; invalid for the zero Addr.
func (a Addr) AddrPort() netip.AddrPort {
	raw := a.bytes()
	port := uint16(raw[2])<<8 | uint16(raw[3])
	switch a.length {
	case rawLen4:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(raw[4:8])), port)
	case rawLen6:
		ip := netip.AddrFrom16([16]byte(raw[8:24]))
		if a.scope != 0 {
			ip = ip.WithZone(strconv.FormatUint(uint64(a.scope), 10))
		}
		return netip.AddrPortFrom(ip, port)
	}
	return netip.AddrPort{}
}

// String is the address as people write it, "127.0.0.1:16002" or "[::1]:16002".
func (a Addr) String() string {
	if a.length == 0 {
		return "-"
	}
	return a.AddrPort().String()
}

// IsValid says whether there is an address at all.
func (a *Addr) IsValid() bool { return a.length != 0 }

// Is4 says whether it is an IPv4 address.
func (a *Addr) Is4() bool { return a.length == rawLen4 }

// Port is the port number.
func (a *Addr) Port() uint16 {
	n := uint16(a.head >> 16)
	return n>>8 | n<<8
}

// SameHost says whether two addresses differ in nothing but the port.
func (a *Addr) SameHost(b *Addr) bool {
	const port = 0xffff << 16
	return a.head&^port == b.head&^port && a.hi == b.hi && a.lo == b.lo && a.scope == b.scope && a.length == b.length
}

// SetRaw takes what the kernel wrote as a datagram's source, at least 16 octets, 28 for IPv6, and unmaps IPv4.
func (a *Addr) SetRaw(raw []byte) {
	if uint16(raw[0])|uint16(raw[1])<<8 == unix.AF_INET {
		*a = Addr{head: *(*uint64)(unsafe.Pointer(&raw[0])), length: rawLen4}
		return
	}
	if uint16(raw[0])|uint16(raw[1])<<8 != unix.AF_INET6 || len(raw) < rawLen6 {
		*a = Addr{}
		return
	}
	a.length = rawLen6
	copy(a.bytes(), raw[:rawLen6])
	a.head &= 0xffffffff // without flow info
	if a.hi == 0 && uint32(a.lo) == mappedMark {
		*a = Addr{head: unix.AF_INET | a.head&0xffff0000 | a.lo&^0xffffffff, length: rawLen4}
	}
}

// Map4 turns an IPv4 address into the IPv4-mapped form that an IPv6 socket sends to.
func (a *Addr) Map4() {
	if a.length == rawLen4 {
		*a = Addr{head: unix.AF_INET6 | a.head&0xffff0000, lo: mappedMark | a.head&^0xffffffff, length: rawLen6}
	}
}

// Raw is the raw form for a system call, and its length. It points into a.
func (a *Addr) Raw() (unsafe.Pointer, uint32) { return unsafe.Pointer(a), a.length }

// Words is the address as four words, for those who publish it to other threads by atomics; AddrFromWords is the way back.
func (a *Addr) Words() [4]uint64 {
	return [4]uint64{a.head, a.hi, a.lo, uint64(a.scope)<<32 | uint64(a.length)}
}

// AddrFromWords makes the address that Words came from.
func AddrFromWords(w [4]uint64) Addr {
	return Addr{head: w[0], hi: w[1], lo: w[2], scope: uint32(w[3] >> 32), length: uint32(w[3])}
}

func (a *Addr) bytes() []byte { return (*[rawLen6]byte)(unsafe.Pointer(a))[:] }

func (a *Addr) setFamily(f uint16) { a.head = a.head&^0xffff | uint64(f) }
