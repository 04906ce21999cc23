package relay

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"osmo-mgw-go/iobackend/fake"
	"osmo-mgw-go/pktio"
)

// bed is a data plane with one virtual trunk on some network, for tests that speak to it as phones do.
type bed struct {
	testing.TB
	*lab
}

type lab struct {
	backend string
	queues  int
	net     network
	plane   *Plane
	trunk   *Trunk
	conns   []*Conn
	sent    uint64 // datagrams that were sent to the gateway's connections
}

// in is the same bed for a part of the test, whose connections end with it.
func (b *bed) in(t testing.TB) *bed {
	mark := len(b.conns)
	t.Cleanup(func() {
		for _, c := range b.conns[mark:] {
			b.sent -= handled(c)
			c.Close()
		}
		b.conns = b.conns[:mark]
	})
	return &bed{t, b.lab}
}

// network carries the datagrams of a test: one in memory, or the kernel's loopback.
type network interface {
	// pair makes a connection's two sockets.
	pair(ip string) (rtp, rtcp int, local netip.AddrPort)
	// phone makes a far end with an RTP and an RTCP port.
	phone(ip string) *phone
	// settle waits until all that was sent to the gateway has been worked off, and what it sent arrived.
	settle(b *bed)
}

// phone is a far end of the gateway's connections.
type phone struct {
	addr netip.AddrPort
	send func(from, to netip.AddrPort, data []byte)
	got  []datagram
}

// datagram is one that a phone received, on its RTP or its RTCP port.
type datagram struct {
	rtcp bool
	from netip.AddrPort
	data []byte
	at   int64
}

func rtcpPort(a netip.AddrPort) netip.AddrPort { return netip.AddrPortFrom(a.Addr(), a.Port()+1) }

// leg is one connection and the phone at its far end.
type leg struct {
	*Conn
	*phone
	bed   *bed
	local netip.AddrPort
}

// sendRTP sends from the phone's RTP port, sendRTCP from its RTCP port.
func (l *leg) sendRTP(data []byte) { l.bed.count(); l.phone.send(l.phone.addr, l.local, data) }
func (l *leg) sendRTCP(data []byte) {
	l.bed.count()
	l.phone.send(rtcpPort(l.phone.addr), rtcpPort(l.local), data)
}

// take returns what the phone has received since it was last asked.
func (l *leg) take() []datagram {
	l.bed.net.settle(l.bed)
	got := l.phone.got
	l.phone.got = nil
	return got
}

// takeOne expects exactly one datagram.
func (l *leg) takeOne() datagram {
	l.bed.Helper()
	got := l.take()
	if len(got) != 1 {
		l.bed.Fatalf("%v received %d datagrams, want 1: %v", l.phone.addr, len(got), got)
	}
	return got[0]
}

// takeNone expects silence.
func (l *leg) takeNone() {
	l.bed.Helper()
	if got := l.take(); len(got) != 0 {
		l.bed.Fatalf("%v received %d datagrams, want none: %v", l.phone.addr, len(got), got)
	}
}

// change edits the connection's configuration.
func (l *leg) change(edit func(*ConnConfig)) {
	l.bed.Helper()
	cfg := l.Conn.Config()
	edit(&cfg)
	if err := l.Conn.Update(cfg); err != nil {
		l.bed.Fatal(err)
	}
}

// mode changes the mode as MGCP does.
func (l *leg) mode(m Mode) {
	l.change(func(cfg *ConnConfig) { cfg.Mode, cfg.OutputEnabled = m, m.OutputEnabled() })
}

// plain is the configuration of a plain connection.
func plain(m Mode, codecs ...Codec) ConnConfig {
	return ConnConfig{Mode: m, OutputEnabled: m.OutputEnabled(), Codecs: NewCodecSet(codecs, 0), PacketDuration: 20}
}

// leg adds a connection whose peer is a new phone.
func (b *bed) leg(e *Endpoint, cfg ConnConfig) *leg {
	b.Helper()
	return b.legAt(e, cfg, "127.0.0.1")
}

func (b *bed) legAt(e *Endpoint, cfg ConnConfig, ip string) *leg {
	b.Helper()
	l := &leg{phone: b.net.phone(ip), bed: b}
	cfg.Remote = l.phone.addr
	b.connect(l, e, cfg, ip)
	return l
}

// connect adds the connection as configured.
func (b *bed) connect(l *leg, e *Endpoint, cfg ConnConfig, ip string) {
	b.Helper()
	rtp, rtcp, local := b.net.pair(ip)
	c, err := e.AddConn(cfg, rtp, rtcp)
	if err != nil {
		b.Fatal(err)
	}
	l.Conn, l.local = c, local
	b.conns = append(b.conns, c)
}

// count says that a datagram is on its way to a connection.
func (b *bed) count() { b.sent++ }

// close closes all connections, and the Osmux sockets.
func (b *bed) close() {
	for _, c := range b.conns {
		c.Close()
	}
	b.plane.CloseOsmux()
}

// onFake runs a test on a network in memory, whose clock it sets.
func onFake(t testing.TB) *bed { return onFakeQueues(t, 1) }

func onFakeQueues(t testing.TB, queues int) *bed {
	t.Helper()
	net := fake.New()
	e, err := pktio.New(pktio.Config{Factory: net, Clock: net.Now, Manual: true, Queues: queues, Pool: pktio.MinPool})
	if err != nil {
		t.Fatal(err)
	}
	n := &fakeNetwork{Network: net, engine: e, fds: map[netip.AddrPort]int{}, phones: map[netip.AddrPort]*phone{}, port: 4000}
	b := &bed{t, &lab{backend: "fake", queues: queues, net: n, plane: NewPlane(e)}}
	b.trunk = b.plane.NewTrunk(TrunkConfig{}, false)
	t.Cleanup(func() {
		b.close()
		net.Run(e, 0)
		if open := net.Open(); len(open) != 0 {
			t.Errorf("%d sockets are still open", len(open))
		}
		e.Close()
	})
	return b
}

// fakeNetwork is the one in memory.
type fakeNetwork struct {
	*fake.Network
	engine *pktio.Engine
	fds    map[netip.AddrPort]int
	phones map[netip.AddrPort]*phone
	port   uint16
}

func (n *fakeNetwork) pair(ip string) (rtp, rtcp int, local netip.AddrPort) {
	local = netip.AddrPortFrom(netip.MustParseAddr(ip), n.port)
	n.port += 2
	rtp, rtcp = n.Socket(local.String()), n.Socket(rtcpPort(local).String())
	n.fds[local], n.fds[rtcpPort(local)] = rtp, rtcp
	return rtp, rtcp, local
}

func (n *fakeNetwork) phone(ip string) *phone {
	at := netip.AddrPortFrom(netip.MustParseAddr(ip), n.port)
	n.port += 2
	return n.phoneAt(at)
}

// phoneAt makes a phone at an address that another network has given out.
func (n *fakeNetwork) phoneAt(at netip.AddrPort) *phone {
	p := &phone{addr: at}
	n.phones[p.addr] = p
	p.send = func(from, to netip.AddrPort, data []byte) {
		fd, ok := n.fds[to]
		if !ok {
			panic(fmt.Sprintf("nobody at %v", to))
		}
		n.Deliver(fd, from.String(), data)
	}
	return p
}

func (n *fakeNetwork) settle(*bed) { n.run(0) }

// run lets virtual time pass.
func (n *fakeNetwork) run(d time.Duration) {
	n.Run(n.engine, d)
	for _, d := range n.Sent() {
		if p := n.phones[d.To]; p != nil {
			p.got = append(p.got, datagram{false, d.From, d.Data, d.At})
		} else if p := n.phones[netip.AddrPortFrom(d.To.Addr(), d.To.Port()-1)]; p != nil {
			p.got = append(p.got, datagram{true, d.From, d.Data, d.At})
		}
	}
}
