package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reactions is what the running gateway does about signals.
type reactions struct {
	reopenLogs func()                 // HUP
	drain      func()                 // USR2
	end        func(s syscall.Signal) // the others that end the process; does not return
	stdout     io.Writer
	stderr     io.Writer
}

// catchSignals sets up signal handling for the rest of the process's life. Whatever ends the process ends it as the
// signal's own default does, so that systemd and shells see what they expect.
func catchSignals(r reactions) {
	signal.Ignore(unix.SIGPIPE, unix.SIGALRM, unix.SIGIO)
	caught := make(chan os.Signal, 8)
	signal.Notify(caught, unix.SIGHUP, unix.SIGUSR1, unix.SIGUSR2, unix.SIGABRT,
		unix.SIGTERM, unix.SIGINT, unix.SIGQUIT)
	go func() {
		for s := range caught {
			switch s {
			case unix.SIGHUP:
				r.reopenLogs()
			case unix.SIGUSR2:
				r.drain()
			case unix.SIGUSR1:
				r.report(unix.SIGUSR1)
			case unix.SIGABRT:
				r.report(unix.SIGABRT)
				fallthrough
			default:
				r.end(s.(syscall.Signal))
			}
		}
	}()
}

// report says that a signal came, and what memory we use.
func (r reactions) report(s syscall.Signal) {
	fmt.Fprintf(r.stdout, "signal %d received\n", int(s))
	printMemory(r.stderr)
}

// printMemory is our answer to the reference's report of its memory pools.
func printMemory(w io.Writer) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Fprintf(w, "memory report: %d octets in %d objects on the heap, %d allocations so far, %d octets of stacks, "+
		"%d octets from the system, %d goroutines\n",
		m.HeapAlloc, m.HeapObjects, m.Mallocs, m.StackInuse, m.Sys, runtime.NumGoroutine())
}

// dieBy ends the process by a signal's default action. Go's runtime never gives its handler back for QUIT and ABRT (it prints
// all stacks instead), so the kernel is asked directly: an all-zero sigaction is SIG_DFL on every Linux architecture.
func dieBy(s syscall.Signal) {
	runtime.LockOSThread()
	var defaultAction [32]byte
	unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(&defaultAction)), 0, 8, 0, 0)
	_ = unix.Kill(unix.Getpid(), s)
	select {} // the signal is on its way
}
