package core

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"

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

// server is the MGCP socket (§3). Its reader hands one request after the other to the control goroutine; meanwhile
// others wait in the socket's buffer.
type server struct {
	gateway *Gateway
	conn    *net.UDPConn
	peer    netip.AddrPort // the call agent, if the socket is connected to one
	done    sync.WaitGroup
	tooLong atomic.Uint64

	answering sync.Mutex // held from a request's arrival until its reply is sent
}

// listen opens the MGCP socket.
func (g *Gateway) listen() (*server, error) {
	s := &server{gateway: g}
	bind := netip.AddrPortFrom(netip.MustParseAddr(g.config.BindIP), uint16(g.config.BindPort))
	control := func(_, _ string, raw syscall.RawConn) error {
		// A smaller buffer than we ask for is no reason to give up.
		return raw.Control(func(fd uintptr) { _ = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_RCVBUF, mgcpBuffer) })
	}
	if g.config.CallAgentIP == "" {
		lc := net.ListenConfig{Control: control}
		conn, err := lc.ListenPacket(context.Background(), "udp", bind.String())
		if err != nil {
			return nil, fmt.Errorf("MGCP socket on %s: %w", bind, advise(err))
		}
		s.conn = conn.(*net.UDPConn)
		return s, nil
	}
	s.peer = netip.AddrPortFrom(netip.MustParseAddr(g.config.CallAgentIP), callAgentPort)
	d := net.Dialer{LocalAddr: net.UDPAddrFromAddrPort(bind), Control: control}
	conn, err := d.Dial("udp", s.peer.String())
	if err != nil {
		return nil, fmt.Errorf("MGCP socket on %s for the call agent %s: %w", bind, s.peer, advise(err))
	}
	s.conn = conn.(*net.UDPConn)
	return s, nil
}

func (s *server) start() {
	s.done.Add(1)
	go s.read()
}

func (s *server) close() {
	s.conn.Close()
	s.done.Wait()
}

// read is the socket's reader.
func (s *server) read() {
	defer s.done.Done()
	s.gateway.onThread("mgw-mgcp")
	buffer := make([]byte, maxDatagram+1)
	for {
		n, source, err := s.conn.ReadFromUDPAddrPort(buffer)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			continue // an ICMP error about a reply
		case n > maxDatagram:
			s.tooLong.Add(1)
			continue
		}
		source = netip.AddrPortFrom(source.Addr().Unmap(), source.Port())
		s.answer(source, buffer[:n])
	}
}

// answer carries out a request and sends the reply, if there is one.
func (s *server) answer(source netip.AddrPort, datagram []byte) {
	s.answering.Lock()
	defer s.answering.Unlock()
	if reply := s.gateway.HandleDatagram(source, datagram); reply != nil {
		s.send(source, reply)
	}
}

// settle waits until the request that is being carried out is answered.
func (s *server) settle() {
	s.answering.Lock()
	defer s.answering.Unlock()
}

// send sends to a call agent. A reply that does not get there is asked for again.
func (s *server) send(to netip.AddrPort, text []byte) (err error) {
	if s.peer.IsValid() {
		_, err = s.conn.Write(text)
	} else {
		_, err = s.conn.WriteToUDPAddrPort(text, to)
	}
	return err
}

// MGCPAddr is where the gateway listens for MGCP, the zero value while it does not.
func (g *Gateway) MGCPAddr() (addr netip.AddrPort) {
	g.Do(func() {
		if g.server != nil {
			addr = g.server.conn.LocalAddr().(*net.UDPAddr).AddrPort()
		}
	})
	return addr
}

// TooLong is the number of datagrams on the MGCP socket that were dropped because they had more than 2,000 octets.
func (g *Gateway) TooLong() (n uint64) {
	g.Do(func() {
		if g.server != nil {
			n = g.server.tooLong.Load()
		}
	})
	return n
}
