package pktio

// Counter numbers what a queue counts.
type Counter int

// The counters of a queue.
const (
	RxPackets Counter = iota
	RxOctets
	TxPackets
	TxOctets
	Polls
	PollErrors
	ReceiveErrors
	Resends
	SendUnreachable
	SendFull
	SendErrors
	SendClosed
	PeerRefuses
	PoolEmpty
	KernelDrops
	OpenErrors
	Messages
	Bells
	Timers
	Panics
	NumCounters
)

// CounterInfo is a counter's name for machines and what it counts for people.
var CounterInfo = [NumCounters]struct{ Name, Help string }{
	RxPackets:       {"rx_packets", "datagrams received"},
	RxOctets:        {"rx_octets", "octets of payload received"},
	TxPackets:       {"tx_packets", "datagrams sent"},
	TxOctets:        {"tx_octets", "octets of payload sent"},
	Polls:           {"polls", "waits for a batch"},
	PollErrors:      {"poll_errors", "waits that ended in an error"},
	ReceiveErrors:   {"receive_errors", "errors that a receive ran into"},
	Resends:         {"resends", "sends repeated because an earlier one had been refused"},
	SendUnreachable: {"send_unreachable", "datagrams dropped because the network does not reach the peer"},
	SendFull:        {"send_full", "datagrams dropped because the socket's send buffer was full"},
	SendErrors:      {"send_errors", "datagrams dropped because of another error"},
	SendClosed:      {"send_closed", "datagrams dropped because their socket was being closed"},
	PeerRefuses:     {"peer_refuses", "reports that nobody listens at the peer's address"},
	PoolEmpty:       {"pool_empty", "packets not made because no buffer was free"},
	KernelDrops:     {"kernel_drops", "datagrams that the kernel dropped because the queue did not fetch them in time"},
	OpenErrors:      {"open_errors", "sockets that could not be opened for receiving"},
	Messages:        {"messages", "messages taken from other threads"},
	Bells:           {"bells", "other queues woken"},
	Timers:          {"timers", "timers fired"},
	Panics:          {"panics", "faults in handlers that cost one packet each"},
}

// publish shows the counters to other threads, once a turn: an atomic write costs as much as ten plain ones.
func (q *Queue) publish() {
	for i := range q.n {
		if v := q.n[i]; v != q.shown[i].Load() {
			q.shown[i].Store(v)
		}
	}
}
