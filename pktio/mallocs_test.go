package pktio_test

import (
	"net"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/pktio"
)

// TestMallocsPerPacket relays 100,000 packets and counts what the whole process allocates meanwhile.
func TestMallocsPerPacket(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		for _, coalesce := range []pktio.Coalesce{pktio.CoalesceOff, pktio.CoalesceAuto} {
			t.Run(coalesce.String(), func(t *testing.T) {
				e := newEngine(t, pktio.Config{Backend: backend, Coalesce: coalesce})
				_, phones, at := relay(t, e, "127.0.0.1")
				from, to := rawFD(t, phones[0]), rawFD(t, phones[1])
				dst := pktio.AddrFrom(at[0])
				const batch = 100
				round := func(packets int) {
					for range packets / batch {
						for range batch {
							sendRaw(t, from, &dst)
						}
						for range batch {
							receiveRaw(t, to)
						}
					}
				}
				round(5000) // until queues and buffers have their size
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				round(100000)
				runtime.ReadMemStats(&after)
				if n := after.Mallocs - before.Mallocs; n > 100 {
					t.Errorf("%d allocations for 100,000 packets, want at most 100", n)
				} else {
					t.Logf("%d allocations for 100,000 packets", n)
				}
			})
		}
	})
}

// rawFD gives a blocking descriptor that the test may use by system calls alone, which do not allocate.
func rawFD(t *testing.T, c *net.UDPConn) int {
	t.Helper()
	f, err := c.File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	fd := int(f.Fd()) // makes it blocking
	timeout := unix.Timeval{Sec: 20}
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &timeout); err != nil {
		t.Fatal(err)
	}
	return fd
}

var testPayload [172]byte

func sendRaw(t *testing.T, fd int, to *pktio.Addr) {
	name, length := to.Raw()
	_, _, errno := unix.Syscall6(unix.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(&testPayload)), uintptr(len(testPayload)), 0, uintptr(name), uintptr(length))
	if errno != 0 {
		t.Fatal(errno)
	}
}

func receiveRaw(t *testing.T, fd int) {
	var buf [512]byte
	n, errno := uintptr(0), unix.EINTR // Go's own signals interrupt it
	for errno == unix.EINTR {
		n, _, errno = unix.Syscall6(unix.SYS_RECVFROM, uintptr(fd), uintptr(unsafe.Pointer(&buf)), uintptr(len(buf)), 0, 0, 0)
	}
	if errno != 0 || n != uintptr(len(testPayload)) {
		t.Fatalf("%d octets, %v", n, errno)
	}
}
