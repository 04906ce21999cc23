package mgcp

import (
	"bytes"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	_ "osmo-mgw-go/iobackend/epoll"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/relay"
)

// patience bounds waiting for what must come.
const patience = 20 * time.Second

// control is a control side upon a real engine and real sockets, in this process.
type control struct {
	testing.TB
	*core.Gateway
	lines *e1.Lines
	addr  netip.AddrPort // MGCP
}

func newControl(t testing.TB, change func(c *core.Config)) *control {
	t.Helper()
	engine, err := pktio.New(pktio.Config{Backend: "epoll"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Close)
	c := &control{TB: t, lines: &e1.Lines{}}
	c.Gateway = core.New(core.Options{Plane: core.NewDataPlane(relay.NewPlane(engine)), Lines: c.lines})
	t.Cleanup(c.Close)
	err = c.Configure(func(cfg *core.Config) {
		cfg.BindIP, cfg.BindPort = "127.0.0.1", 0
		cfg.RTP.BindIP, cfg.RTP.BindIPv6 = "127.0.0.1", "::1"
		cfg.RTP.PortStart, cfg.RTP.PortEnd = 12600, 12699
		cfg.Endpoints = 6
		if change != nil {
			change(cfg)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	c.addr = c.MGCPAddr()
	return c
}

// agent is a call agent's socket.
type agent struct {
	testing.TB
	*net.UDPConn
}

// dial opens a socket towards the gateway, on an own port or on the one given.
func (c *control) dial(own string, to netip.AddrPort) agent {
	c.Helper()
	local, err := net.ResolveUDPAddr("udp", own)
	if err != nil {
		c.Fatal(err)
	}
	conn, err := net.DialUDP("udp", local, net.UDPAddrFromAddrPort(to))
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { conn.Close() })
	return agent{c, conn}
}

func (a agent) send(text string) {
	a.Helper()
	if _, err := a.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n"))); err != nil {
		a.Fatal(err)
	}
}

func (a agent) receive() string {
	a.Helper()
	buffer := make([]byte, 65536)
	_ = a.SetReadDeadline(time.Now().Add(patience))
	n, err := a.Read(buffer)
	if err != nil {
		a.Fatal(err)
	}
	return strings.ReplaceAll(string(buffer[:n]), "\r\n", "\n")
}

func (a agent) ask(text string) string {
	a.Helper()
	a.send(text)
	return a.receive()
}

func value(t testing.TB, reply, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(reply, "\n"+name)
	if !ok {
		t.Fatalf("no %q in %q", name, reply)
	}
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// §3 and MENDS 19: datagrams of any length. What must not be answered is not; the next request is.
func TestDatagrams(t *testing.T) {
	c := newControl(t, nil)
	a := c.dial("127.0.0.1:0", c.addr)
	audit := func(length int) string {
		text := "AUEP 1 null@mgw MGCP 1.0\nX: "
		return text + strings.Repeat("x", length-len(strings.ReplaceAll(text, "\n", "\r\n")))
	}
	if got := a.ask(audit(2000)); got != "200 1 OK\n" {
		t.Errorf("2,000 octets: %q", got)
	}
	for i, silent := range []string{"", "\n", "AUE", "200 5 OK\n", audit(2001), audit(65507)} {
		a.send(silent)
		next := fmt.Sprintf("AUEP 1%d null@mgw MGCP 1.0\n", i)
		if got, want := a.ask(next), fmt.Sprintf("200 1%d OK\n", i); got != want {
			t.Errorf("%d octets %.20q: got %q, want %q", len(silent), silent, got, want)
		}
	}
	if n := c.TooLong(); n != 2 {
		t.Errorf("too_long is %d, want 2", n)
	}
}

// §3: one socket for both families; the reply goes to where the request came from.
func TestDualStack(t *testing.T) {
	c := newControl(t, func(cfg *core.Config) { cfg.BindIP = "::" })
	for _, own := range []string{"127.0.0.1:0", "[::1]:0"} {
		ip := netip.MustParseAddrPort(own).Addr()
		a := c.dial(own, netip.AddrPortFrom(ip, c.addr.Port()))
		if got := a.ask("AUEP 1 null@mgw MGCP 1.0\n"); got != "200 1 OK\n" {
			t.Errorf("%s: %q", own, got)
		}
	}
}

// §3 and §22: with a call agent configured nobody else is heard, and RSIP goes there.
func TestCallAgent(t *testing.T) {
	c := newControl(t, func(cfg *core.Config) {
		cfg.CallAgentIP = "127.0.0.3"
		cfg.AddTrunk(1)
	})
	a := c.dial("127.0.0.3:2727", c.addr)
	stranger := c.dial("127.0.0.3:0", c.addr)
	if _, err := stranger.Write([]byte("RSIP 1 rtpbridge/*@mgw MGCP 1.0\r\n")); err != nil {
		t.Fatal(err)
	}
	if got := a.ask("AUEP 1 null@mgw MGCP 1.0\n"); got != "200 1 OK\n" {
		t.Errorf("call agent got %q", got)
	}
	if err := c.ResetAllEndpoints(); err != nil {
		t.Fatal(err)
	}
	if got := a.receive(); got != "RSIP 1 *@mgw MGCP 1.0\n" {
		t.Errorf("reset-all-endpoints sends %q", got)
	}
	if err := c.ResetEndpoint(1, 3); err != nil {
		t.Fatal(err)
	}
	if got := a.receive(); got != "RSIP 39 ds/e1-1/s-1/su16-0@mgw MGCP 1.0\n" {
		t.Errorf("reset-endpoint sends %q", got)
	}
}

// A port that is taken is one error that names it, and nothing is left behind.
func TestMGCPPortInUse(t *testing.T) {
	c := newControl(t, nil)
	engine, err := pktio.New(pktio.Config{Backend: "epoll"})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	second := core.New(core.Options{Plane: core.NewDataPlane(relay.NewPlane(engine))})
	defer second.Close()
	if err := second.Configure(func(cfg *core.Config) { cfg.BindIP, cfg.BindPort = "127.0.0.1", int(c.addr.Port()) }); err != nil {
		t.Fatal(err)
	}
	err = second.Start()
	if err == nil || !strings.Contains(err.Error(), c.addr.String()) || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("got %v", err)
	}
	if s := second.Snapshot(false); s[0].Size != 0 {
		t.Errorf("%d endpoints after a failed start", s[0].Size)
	}
}

// leg is a phone and its connection.
type leg struct {
	*net.UDPConn
	id      string
	gateway netip.AddrPort
}

func (c *control) leg(a agent, number int) leg {
	c.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { conn.Close() })
	reply := a.ask(fmt.Sprintf("CRCX %d rtpbridge/1@mgw MGCP 1.0\nC: a\nM: sendrecv\n\nc=IN IP4 127.0.0.1\nm=audio %d RTP/AVP 8\n",
		number, conn.LocalAddr().(*net.UDPAddr).Port))
	port, _, _ := strings.Cut(value(c, reply, "m=audio "), " ")
	return leg{conn, value(c, reply, "I: "), netip.MustParseAddrPort("127.0.0.1:" + port)}
}

// A call through sockets, engine, relay and MGCP: RTP arrives, DLCX tells what went through, the ports are free again.
func TestCall(t *testing.T) {
	c := newControl(t, func(cfg *core.Config) { cfg.Virtual.KeepAlive = core.KeepAliveNever; cfg.RTP.PortEnd = 12603 })
	a := c.dial("127.0.0.1:0", c.addr)
	for round := range 5 {
		x, y := c.leg(a, 10*round+1), c.leg(a, 10*round+2)
		packet := append([]byte{0x80, 8, 0, byte(round), 0, 0, 0, 0, 1, 2, 3, 4}, bytes.Repeat([]byte{0x55}, 160)...)
		if _, err := x.WriteToUDPAddrPort(packet, x.gateway); err != nil {
			t.Fatal(err)
		}
		buffer := make([]byte, 2048)
		_ = y.SetReadDeadline(time.Now().Add(patience))
		n, from, err := y.ReadFromUDPAddrPort(buffer)
		if err != nil || from != y.gateway || !bytes.Equal(buffer[:n], packet) {
			t.Fatalf("round %d: %d octets from %v, %v, want %d from %v", round, n, from, err, len(packet), y.gateway)
		}
		for i, tt := range []struct {
			leg  leg
			want string
		}{
			{x, "P: PS=0, OS=0, PR=1, OR=172, PL=0, JI=0\n"},
			{y, "P: PS=1, OS=172, PR=0, OR=0, PL=0, JI=0\n"},
		} {
			reply := a.ask(fmt.Sprintf("DLCX %d rtpbridge/1@mgw MGCP 1.0\nI: %s\n", 10*round+3+i, tt.leg.id))
			if !strings.HasSuffix(reply, tt.want) {
				t.Errorf("round %d: got %q, want %q", round, reply, tt.want)
			}
		}
	}
}

// §16: the watchdog lives on packets from the peer alone. When it deletes a connection its ports are closed.
func TestConnectionTimeout(t *testing.T) {
	c := newControl(t, func(cfg *core.Config) { cfg.ConnTimeout = 1; cfg.Virtual.KeepAlive = core.KeepAliveNever })
	a := c.dial("127.0.0.1:0", c.addr)
	talker, silent := c.leg(a, 1), c.leg(a, 2)
	stranger, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	packet := append([]byte{0x80, 8, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4}, make([]byte, 160)...)
	// One talks until the other, to which only a stranger talks, is gone.
	left := func() (ids []string) {
		e, _ := c.EndpointSnapshot("rtpbridge/1@mgw")
		for _, conn := range e.Connections {
			ids = append(ids, conn.ID)
		}
		return ids
	}
	eventually(t, "the silent connection is deleted", func() bool {
		_, _ = talker.WriteToUDPAddrPort(packet, talker.gateway)
		_, _ = stranger.WriteToUDPAddrPort(packet, silent.gateway)
		return len(left()) < 2
	})
	if ids := left(); len(ids) != 1 || ids[0] != talker.id {
		t.Fatalf("left: %v, want that of the talker %s", ids, talker.id)
	}
	eventually(t, "the last connection is deleted", func() bool { return len(left()) == 0 })
	if ports := c.Ports(); len(ports.InUse) != 0 {
		t.Errorf("ports in use: %+v", ports.InUse)
	}
}

// §19: an E1 line that needs no hardware: RTP to it is counted and goes nowhere, loopback reflects.
func TestVirtualLine(t *testing.T) {
	c := newControl(t, func(cfg *core.Config) { cfg.AddTrunk(1).KeepAlive = core.KeepAliveNever })
	c.Do(func() {
		if _, err := c.lines.Add(0, e1.Virtual); err != nil {
			t.Error(err)
		}
	})
	a := c.dial("127.0.0.1:0", c.addr)
	phone, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer phone.Close()
	const endpoint = "ds/e1-1/s-2/su16-4@mgw"
	reply := a.ask(fmt.Sprintf("CRCX 1 %s MGCP 1.0\nC: a\nM: sendrecv\n\nc=IN IP4 127.0.0.1\nm=audio %d RTP/AVP 3\n",
		endpoint, phone.LocalAddr().(*net.UDPAddr).Port))
	id := value(t, reply, "I: ")
	port, _, _ := strings.Cut(value(t, reply, "m=audio "), " ")
	gateway := netip.MustParseAddrPort("127.0.0.1:" + port)
	packet := append([]byte{0x80, 3, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4}, make([]byte, 33)...)
	received := func() uint64 {
		e, _ := c.EndpointSnapshot(endpoint)
		return e.Connections[0].Stats.PacketsReceived
	}
	if _, err := phone.WriteToUDPAddrPort(packet, gateway); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the packet is counted", func() bool { return received() == 1 })

	a.ask(fmt.Sprintf("MDCX 2 %s MGCP 1.0\nI: %s\nM: loopback\n", endpoint, id))
	packet[3] = 2
	if _, err := phone.WriteToUDPAddrPort(packet, gateway); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 2048)
	_ = phone.SetReadDeadline(time.Now().Add(patience))
	n, from, err := phone.ReadFromUDPAddrPort(buffer)
	if err != nil || from != gateway || !bytes.Equal(buffer[:n], packet) {
		t.Errorf("got %x from %v, %v, want the second packet back", buffer[:n], from, err)
	}
	if reply := a.ask(fmt.Sprintf("DLCX 3 %s MGCP 1.0\nI: %s\n", endpoint, id)); !strings.Contains(reply, "P: PS=1, OS=45, PR=2, OR=90,") {
		t.Errorf("DLCX got %q", reply)
	}
}
