package core

import (
	"fmt"
	"net/netip"

	"golang.org/x/sys/unix"
)

const (
	// callAgentPort is where a configured call agent sends from (RFC 3435 section 3.1).
	callAgentPort = 2727

	// maxDatagram is the longest request that is looked at. A longer one is dropped, never cut.
	maxDatagram = 2000

	// mgcpBuffer is the receive buffer of the MGCP socket in octets: bursts of requests wait there.
	mgcpBuffer = 4 << 20
)

// server is the MGCP socket (§3). Control goroutine only.
type server struct {
	gateway *Gateway
	fd      int
	peer    netip.AddrPort // the call agent, if the socket is connected to one
	buffer  [maxDatagram + 1]byte
}

// listen opens the MGCP socket.
func (g *Gateway) listen() (*server, error) {
	s := &server{gateway: g}
	at := netip.AddrPortFrom(netip.MustParseAddr(g.config.BindIP), uint16(g.config.BindPort))
	fd, _, err := kernel{}.open(at, socketOptions{buffer: mgcpBuffer}) // a smaller buffer will do
	if err != nil {
		return nil, fmt.Errorf("MGCP socket: %w", err)
	}
	s.fd = fd
	if g.config.CallAgentIP != "" {
		s.peer = netip.AddrPortFrom(netip.MustParseAddr(g.config.CallAgentIP), callAgentPort)
		if err := unix.Connect(fd, sockaddr(s.peer)); err != nil {
			unix.Close(fd)
			return nil, fmt.Errorf("MGCP socket on %s for the call agent %s: %w", at, s.peer, err)
		}
	}
	return s, nil
}

func (s *server) close() { unix.Close(s.fd) }

// serve carries out the requests that have come in, up to a number of them.
func (s *server) serve(limit int) {
	for range limit {
		n, from, err := unix.Recvfrom(s.fd, s.buffer[:], unix.MSG_DONTWAIT)
		switch {
		case err == unix.EAGAIN:
			return
		case err != nil:
			continue // an ICMP error about a reply
		case n > maxDatagram:
			s.gateway.own.Add(mgcpTooLong, 1)
			continue
		}
		if reply := s.gateway.handle(addrPort(from), s.buffer[:n]); reply != nil {
			// A reply that does not get there is asked for again.
			_ = s.send(from, reply)
		}
	}
}

func (s *server) send(to unix.Sockaddr, text []byte) error {
	if s.peer.IsValid() {
		to = nil
	}
	return unix.Sendto(s.fd, text, unix.MSG_DONTWAIT, to)
}

// MGCPAddr is where the gateway listens for MGCP, the zero value while it does not.
func (g *Gateway) MGCPAddr() (addr netip.AddrPort) {
	g.Do(func() {
		if g.server != nil {
			own, err := unix.Getsockname(g.server.fd)
			if err == nil {
				addr = addrPort(own)
			}
		}
	})
	return addr
}

// TooLong is the number of datagrams on the MGCP socket that were dropped because they had more than 2,000 octets.
func (g *Gateway) TooLong() uint64 { return g.own.Total(mgcpTooLong) }
