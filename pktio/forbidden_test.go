package pktio_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/pktio"
)

const inForbidden = "MGW_TEST_FORBID_IO_URING"

// TestIoUringForbidden runs in a process of its own whose seccomp filter refuses io_uring_setup, as container runtimes do: auto
// falls back and says why, and a change to io_uring leaves everything as it was.
func TestIoUringForbidden(t *testing.T) {
	if os.Getenv(inForbidden) == "" {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestIoUringForbidden$", "-test.v")
		cmd.Env = append(os.Environ(), inForbidden+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	forbid(t, unix.SYS_IO_URING_SETUP)
	var said []string
	e, err := pktio.New(pktio.Config{Log: func(_ pktio.LogLevel, format string, _ ...any) { said = append(said, format) }})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s := e.Snapshot()
	if s.Backend != "epoll" || !strings.Contains(s.Fallback, "io_uring: forbidden, by a seccomp filter or a security module") {
		t.Errorf("backend %s, because of %q", s.Backend, s.Fallback)
	}
	if len(said) != 1 {
		t.Errorf("log: %q", said)
	}
	_, phones, at := relay(t, e, "127.0.0.1")
	if err := e.SetBackend("io_uring"); err == nil || !strings.Contains(err.Error(), "forbidden") {
		t.Errorf("change to io_uring: %v", err)
	}
	write(t, phones[0], at[0], []byte("still there"))
	if got, _ := read(t, phones[1]); string(got) != "still there" {
		t.Errorf("got %q", got)
	}
	if after := e.Snapshot(); after.Backend != "epoll" || after.Configured != s.Configured {
		t.Errorf("after the refused change: backend %s, configured %q", after.Backend, after.Configured)
	}
}

// forbid makes a system call fail with EPERM in all threads of the process.
func forbid(t *testing.T, call uint32) {
	t.Helper()
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}, // number of the call, in struct seccomp_data
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: call},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		t.Fatalf("seccomp: %v", errno)
	}
	runtime.KeepAlive(filter)
}
