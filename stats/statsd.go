package stats

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"osmo-mgw-go/logging"
)

// headers is the room that IPv4 and UDP headers take of an MTU.
const headers = 28

// sendPatience is how long a datagram may wait for room in the socket.
const sendPatience = 50 * time.Millisecond

// statsd sends values to a statsd server: lines NAME:VALUE|c or |g in UDP datagrams. The socket is not connected, so a
// server that is not there yet costs nothing.
type statsd struct {
	log    logging.Logger
	conn   *net.UDPConn
	from   netip.Addr
	buffer []byte
	failed bool // to send; said once
}

func (s *statsd) open(set *ReporterSettings) error {
	if s.conn != nil && s.from == set.LocalIP {
		return nil
	}
	s.close()
	conn, err := listen(set.LocalIP)
	if err != nil {
		return err
	}
	s.conn, s.from, s.failed = conn, set.LocalIP, false
	return nil
}

// listen makes a socket that sends from a; from any address if that is not valid.
func listen(a netip.Addr) (*net.UDPConn, error) {
	local := netip.IPv4Unspecified()
	if a.IsValid() {
		local = a
	}
	conn, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.AddrPortFrom(local, 0)))
	if err != nil {
		return nil, reason(err)
	}
	return conn, nil
}

// bindable says why a socket cannot be bound to an address.
func bindable(a netip.Addr) error {
	conn, err := listen(a)
	if err != nil {
		return err
	}
	return conn.Close()
}

func (s *statsd) counter(set *ReporterSettings, id *identity, name string, increment, _ uint64) {
	s.put(set, id, name, strconv.FormatUint(increment, 10), "|c")
}

func (s *statsd) gauge(set *ReporterSettings, id *identity, name, _ string, highest int64) {
	s.put(set, id, name, strconv.FormatInt(max(highest, 0), 10), "|g")
}

// put takes one value into the buffer, and sends what is there if it has no room.
func (s *statsd) put(set *ReporterSettings, id *identity, name, value, kind string) {
	group := id.text
	if group == "" {
		group = strconv.Itoa(id.index)
	}
	line := id.name + "." + group + "." + name
	if set.Prefix != "" {
		line = set.Prefix + "." + line
	}
	line = strings.ReplaceAll(line, ":", ".") + ":" + value + kind
	if len(s.buffer) > 0 && len(s.buffer)+1+len(line) > set.MTU-headers {
		s.flush(set)
	}
	if len(s.buffer) > 0 {
		s.buffer = append(s.buffer, '\n')
	}
	s.buffer = append(s.buffer, line...)
	if set.MTU == 0 {
		s.flush(set)
	}
}

func (s *statsd) flush(set *ReporterSettings) {
	defer func() { s.buffer = s.buffer[:0] }()
	if len(s.buffer) == 0 || s.conn == nil || !set.RemoteIP.IsValid() || set.RemotePort == 0 {
		return
	}
	s.conn.SetWriteDeadline(time.Now().Add(sendPatience))
	_, err := s.conn.WriteToUDPAddrPort(s.buffer, netip.AddrPortFrom(set.RemoteIP, set.RemotePort))
	if err != nil && !s.failed {
		s.log.Log(logging.LStats, logging.Error, "statsd %s port %d: %v", set.RemoteIP, set.RemotePort, reason(err))
	}
	s.failed = err != nil
}

func (s *statsd) close() {
	if s.conn != nil {
		s.conn.Close()
		s.conn = nil
	}
	s.buffer = nil
}
