package iobackend

import (
	"net/netip"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

func TestAddrIsARawSockaddr(t *testing.T) {
	a := AddrFrom(netip.MustParseAddrPort("192.0.2.7:4002"))
	p, n := a.Raw()
	if n != unix.SizeofSockaddrInet4 {
		t.Errorf("length %d", n)
	}
	sa4 := (*unix.RawSockaddrInet4)(p)
	if sa4.Family != unix.AF_INET || sa4.Addr != [4]byte{192, 0, 2, 7} || *(*[2]byte)(unsafe.Pointer(&sa4.Port)) != [2]byte{0x0f, 0xa2} {
		t.Errorf("raw %+v", sa4)
	}

	a = AddrFrom(netip.MustParseAddrPort("[fe80::1%3]:65535"))
	p, n = a.Raw()
	if n != unix.SizeofSockaddrInet6 {
		t.Errorf("length %d", n)
	}
	sa6 := (*unix.RawSockaddrInet6)(p)
	if sa6.Family != unix.AF_INET6 || sa6.Addr != netip.MustParseAddr("fe80::1").As16() || sa6.Scope_id != 3 || sa6.Port != 65535 || sa6.Flowinfo != 0 {
		t.Errorf("raw %+v", sa6)
	}
}

func TestAddrThereAndBack(t *testing.T) {
	for _, s := range []string{"0.0.0.0:0", "127.0.0.1:1", "255.255.255.255:65535", "[::]:0", "[::1]:5", "[2001:db8::8:800:200c:417a]:16002", "[fe80::1%2]:7"} {
		ap := netip.MustParseAddrPort(s)
		a := AddrFrom(ap)
		if a.AddrPort() != ap || a.String() != s || a.Port() != ap.Port() || a.Is4() != ap.Addr().Is4() || !a.IsValid() {
			t.Errorf("%s comes back as %s, port %d", s, a, a.Port())
		}
	}
	var none Addr
	if none.IsValid() || none.AddrPort().IsValid() || none.String() != "-" {
		t.Errorf("the zero Addr is %s", none)
	}
}

func TestMappedAddresses(t *testing.T) {
	plain := AddrFrom(netip.MustParseAddrPort("198.51.100.9:4000"))
	if mapped := AddrFrom(netip.MustParseAddrPort("[::ffff:198.51.100.9]:4000")); mapped != plain {
		t.Errorf("mapped %v, plain %v", mapped, plain)
	}
	// As an IPv6 socket sends to it, and as that receives from it.
	raw := plain
	raw.Map4()
	p, n := raw.Raw()
	if sa := (*unix.RawSockaddrInet6)(p); n != 28 || sa.Family != unix.AF_INET6 || sa.Addr != netip.MustParseAddr("::ffff:198.51.100.9").As16() {
		t.Errorf("mapped form %+v, %d octets", sa, n)
	}
	var back Addr
	back.SetRaw(unsafe.Slice((*byte)(p), n))
	if back != plain {
		t.Errorf("received as %v, want %v", back, plain)
	}
}

func TestSetRawForgetsWhatWasThere(t *testing.T) {
	long, short := AddrFrom(netip.MustParseAddrPort("[2001:db8::1%7]:9")), AddrFrom(netip.MustParseAddrPort("192.0.2.1:9"))
	a := long
	p, n := short.Raw()
	raw := append([]byte(nil), unsafe.Slice((*byte)(p), n)...)
	for i := 8; i < 16; i++ {
		raw[i] = 0xee // sin_zero may hold anything
	}
	if a.SetRaw(raw); a != short {
		t.Errorf("%v, want %v", a, short)
	}
	p, n = long.Raw()
	raw = append([]byte(nil), unsafe.Slice((*byte)(p), n)...)
	raw[4], raw[5] = 1, 2 // flow label
	if a.SetRaw(raw); a != long {
		t.Errorf("%v, want %v", a, long)
	}
	if a.SetRaw(make([]byte, 28)); a.IsValid() {
		t.Errorf("%v from a sockaddr without family", a)
	}
}

func TestSameHost(t *testing.T) {
	a, b := AddrFrom(netip.MustParseAddrPort("192.0.2.1:9")), AddrFrom(netip.MustParseAddrPort("192.0.2.1:10"))
	c := AddrFrom(netip.MustParseAddrPort("192.0.2.2:9"))
	if !a.SameHost(&b) || a.SameHost(&c) {
		t.Error("hosts are compared wrongly")
	}
}

func FuzzSetRaw(f *testing.F) {
	f.Add([]byte{2, 0, 0x0f, 0xa2, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{10, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 1, 0, 0, 0, 0})
	f.Add([]byte{10, 0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) < 16 {
			return // the kernel never writes less
		}
		var a Addr
		a.SetRaw(raw)
		if a.IsValid() && AddrFrom(a.AddrPort()) != a {
			t.Errorf("% x: %v is not the same after a round trip", raw, a)
		}
	})
}
