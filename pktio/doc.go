// Package pktio is a multiqueue packet engine: queues of one pinned thread each, which receive batches of datagrams through a
// backend of iobackend, run the handlers of the flows that they came on, and send what those leave.
//
// # The way of a packet
//
//  1. A queue's thread waits in its backend for a batch (Queue.turn).
//  2. Each datagram lies in the queue's own pool. It becomes a Packet and goes to the Handler of its Flow.
//  3. The handler reads and patches Packet.Data in place and passes it to Flow.Send, or leaves it; then it is recycled.
//  4. Messages from other threads and timers that are due run next.
//  5. The wait of the next turn submits all sends of this one.
//
// # Who owns what
//
// A Group is the unit of placement: all flows and timers of one endpoint. It lives on exactly one queue at a time and
// everything of it (handlers, timers, messages) runs on that queue's thread, so handlers need no locks for what belongs to
// their group. The control side opens, closes, moves and posts; it never waits for a packet, and a queue never waits for it.
// A moving group takes its sockets, timers and waiting messages along; datagrams that arrive meanwhile wait in the sockets.
//
// # Live change
//
// SetBackend, SetPool and Resize start new queues, let every group move over, and end the old queues; a queue is never rebuilt. If
// one cannot start, nothing has changed. So for a moment two queues of one number run: tables with one writer per thread go by
// Queue.Shard. A queue whose thread ends, or whose handler does not return, is replaced by the watchdog in the same way, and an
// alarm is kept (Snapshot.Alarms).
//
// # Threads
//
// Queue threads are called mgw-q0 and so on, are pinned, and keep Go's right to run while they wait if they are busy
// (iobackend.Park); the engine raises GOMAXPROCS by the number of queues.
//
// Methods say where they may be called: "control side" is any goroutine but a queue's thread, "queue thread" is the thread of
// the queue that the group lives on at the time, that is inside a handler, a timer or a message.
//
// # What may not happen on the way
//
// No allocation, no lock and no log line per packet. A test fails when a file on the way imports sync, fmt or log; the files of
// the control side are listed there by name.
//
// The engine imports iobackend and nothing else of the project. Programs import the backends they want.
package pktio
