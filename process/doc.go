// Package process is the gateway's dealings with its own process: limits, threads, scheduling and CPU affinity, and
// the figures that the kernel keeps about it.
//
// Threads that matter (the control thread, the MGCP reader, each queue of the packet engine) call Threads.Enter on
// themselves and thereby get a name and the scheduling that the `cpu-sched` node asks for. Everything else of the
// program floats over the Go runtime's threads, which carry the name of the binary.
//
// It imports nothing of the project. Whoever starts threads takes a hook; cmd/ puts Threads behind it.
package process
