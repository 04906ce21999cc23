// Package iobackend moves batches of datagrams for one queue at a time, and knows nothing about what is in them.
//
// A Backend belongs to one queue of pktio and is used on that queue's thread only; a Doorbell is the one thing that other
// threads may touch. Sockets are plain descriptors, kept blocking, and can be taken off one backend and put on another as
// they are. Received datagrams lie in the queue's own Pool, whose memory the garbage collector neither sees nor moves.
//
// Implementations register themselves: a program imports iobackend/epoll, iobackend/iouring or both for their side effect, and
// Choose picks one. iobackend/fake is a network in memory on a virtual clock, for tests of everything above.
//
// This package imports nothing of the project. Files on the packet's way do not import sync, fmt or log.
package iobackend
