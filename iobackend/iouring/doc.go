// Package iouring is the I/O backend on io_uring, through giouring. Importing it registers it as "io_uring". Programs that link it
// need -ldflags=-checklinkname=0, see the project's README.
//
// # How it works
//
// One ring a queue, made by the queue's own thread (SINGLE_ISSUER, DEFER_TASKRUN): the kernel does its part inside that
// thread's io_uring_enter and nowhere else. Each socket has one RECVMSG request that goes on until it is cancelled, and takes
// buffers from a ring that all sockets share. One io_uring_enter hands over the sends of a batch and waits for the next.
//
// # Sends
//
// A send is a SEND with the address set by hand (giouring's own setters are broken), MSG_DONTWAIT and CQE_SKIP_SUCCESS. MSG_DONTWAIT makes the request one that is never put off: it is over when io_uring_enter has taken it,
// and CQE_SKIP_SUCCESS leaves only failures to report, which stand in the completion queue by then. So a batch of sends needs no
// completion per packet, and its buffers are free when the next Poll has emptied the queue. A full socket buffer is a failure
// (EAGAIN) and the datagram is dropped, as on epoll.
//
// # Overload
//
// Sockets that have a backlog are served by one request per datagram as long as buffers keep running out, see singleShot.
//
// # What the kernel may see
//
// Buffers, message headers, addresses and time spans lie in mappings, never on a Go stack. User data is kind, generation and
// slot, so that a late completion is not taken for that of another socket.
//
// # giouring
//
// The library is not maintained; what it does right is used: set-up, SQE and CQE access, and the Prepare functions for RECVMSG,
// SEND, MSG_RING, POLL and ASYNC_CANCEL. An SQE is zeroed before it is prepared. What it gets wrong or lacks (min_wait, taking
// back a registered ring, submission together with that wait) is in ring.go.
package iouring
