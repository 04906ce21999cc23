package iobackend

import "syscall"

// Backend moves the datagrams of one queue. All methods are for the queue's thread, which is also the thread that made it.
type Backend interface {
	// Add starts receiving on a socket. Slot is the caller's name for it, a small number that events carry back; it is
	// taken until Removed has been reported for it.
	Add(slot uint32, fd int) error

	// Remove stops receiving. What the kernel had already handed over still comes as Received; Removed is the last event
	// of the slot and says that nothing refers to the descriptor any more.
	Remove(slot uint32)

	// Send sends one datagram. Data and to must lie in memory that neither moves nor changes until the send is over. If
	// queued is false it is over on return, with err zero for success. If queued is true it is over with the first
	// settled Poll after it: SendFailed with its token is among that Poll's events, or it went out.
	Send(fd int, token uint32, data []byte, to *Addr) (queued bool, err syscall.Errno)

	// Flush hands queued sends to the kernel without waiting for anything.
	Flush()

	// Poll hands over queued sends, waits as w says, and fills events. Settled says that the outcome of every send
	// queued before the call is known; it is false only when events did not hold all there was to report.
	Poll(events []Event, w Wait) (n int, settled bool, err error)

	// Starved says that receiving waits for buffers to come back to the pool.
	Starved() bool

	// ReadErrors takes what the network has reported about earlier sends of a socket (ICMP), for sockets with IP_RECVERR.
	ReadErrors(fd int, errs []SocketError) int

	// Drops is how many datagrams the kernel has dropped at a socket because its receive buffer was full; it wraps.
	Drops(fd int) (n uint32, ok bool)

	// CloseSocket closes a descriptor that no slot uses.
	CloseSocket(fd int)

	// Doorbell is what other threads wake this queue by.
	Doorbell() Doorbell

	// Ring rings another queue's bell from this queue's thread; it may be put off to the next Flush or Poll.
	Ring(d Doorbell)

	// Close gives everything back. All slots must have been removed; buffers that the kernel held are in the pool again.
	Close() error

	// Abandon closes descriptors and nothing else, on another thread, when the queue's own is gone or does not get on. What
	// the kernel may still use stays mapped.
	Abandon()
}

// Doorbell wakes a queue. Ring may be called from any thread and never blocks; a ring that arrives while the queue is awake
// makes its next Poll return at once, or is lost, so the queue looks at its inbox before it sleeps.
type Doorbell interface {
	Ring()
}

// Wait says how long a Poll may take.
type Wait struct {
	Timeout int64 // nanoseconds to the next thing the queue has to do by itself; 0: do not wait; negative: no limit
	Gather  int64 // nanoseconds to gather events for, even though some are there already; 0: return with the first
	Busy    bool  // the queue is busy, so the wait will be short: do not tell Go's scheduler, see Park
}

// EventKind says what an Event reports.
type EventKind uint8

const (
	// Received is a datagram: Slot, Buffer, Offset, Length, Name, and Stamp where the socket has SO_TIMESTAMPNS.
	Received EventKind = iota + 1
	// ReceiveFailed is an error that a receive ran into: Slot, Err. Receiving goes on by itself.
	ReceiveFailed
	// SendFailed is the failure of a queued send: Token, Err. The buffer is the caller's again.
	SendFailed
	// Removed is the last event of a slot.
	Removed
)

// Event is one line of a Poll's report.
type Event struct {
	Kind   EventKind
	Err    syscall.Errno
	Slot   uint32
	Token  uint32
	Buffer uint32 // index in the queue's pool; the receiver has to give it back
	Offset uint32 // of the payload in the buffer
	Length uint32 // of the payload; a longer datagram was cut to what the buffer holds, which is more than MaxDatagram
	Name   uint32 // offset in the buffer of the sender's raw socket address
	Stamp  int64  // time of arrival at the kernel, nanoseconds since 1970; 0: not known
}

// SocketError is what the network said about an earlier send.
type SocketError struct {
	Err syscall.Errno // ECONNREFUSED: nobody listens there
	To  Addr          // where that datagram was sent to
}

// Setup is what a backend is made with.
type Setup struct {
	Pool     *Pool
	Features Features // what the probe found, less what the operator has masked
}
