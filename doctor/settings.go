package doctor

import "net/netip"

// Settings are those of the gateway that the environment has to carry.
type Settings struct {
	Backend   string // auto, epoll or io_uring
	Queues    int
	QueueCPUs []int // CPU of each queue, -1 for auto; may be shorter than Queues

	PortStart, PortEnd int // of RTP and RTCP, both included
	Endpoints          int // of all trunks
	Binds              []Bind
}

// Bind is an address that a setting names.
type Bind struct {
	Setting string // "rtp bind-ip"
	Addr    netip.Addr
}

// socketsPerCall are two connections with a socket for RTP and one for RTCP each.
const socketsPerCall = 4

// ownDescriptors is room for rings, log files, sessions and the like.
const ownDescriptors = 200

// descriptors is what the process needs with a call on every endpoint that the port range can serve.
func (s Settings) descriptors() uint64 {
	calls := min(s.Endpoints, (s.PortEnd-s.PortStart+1)/socketsPerCall)
	return uint64(max(calls, 0)*socketsPerCall + ownDescriptors)
}
