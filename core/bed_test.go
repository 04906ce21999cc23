package core

import (
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bed is a gateway upon a data plane, ports and a clock that the test plays.
type bed struct {
	testing.TB
	*Gateway
	plane *fakePlane
	ports *fakeSockets
	agent netip.AddrPort // where requests come from
}

// newBed starts a gateway with the settings of the worked exchanges, changed by change. Its MGCP socket takes any port.
func newBed(t testing.TB, change ...func(c *Config)) *bed {
	t.Helper()
	b := &bed{TB: t, ports: &fakeSockets{bound: map[netip.AddrPort]int{}, at: map[int]netip.AddrPort{}}, agent: netip.MustParseAddrPort("127.0.0.1:2727")}
	b.plane = &fakePlane{ports: b.ports}
	b.plane.now.Store(int64(time.Hour))
	b.Gateway = New(Options{Plane: b.plane})
	b.Gateway.sockets = b.ports
	t.Cleanup(b.Close)
	err := b.Configure(func(c *Config) {
		c.BindIP, c.BindPort = "127.0.0.1", 0
		c.RTP = RTPConfig{PortStart: 12600, PortEnd: 12699, BindIP: "127.0.0.1", BindIPv6: "::1", Probing: true}
		c.Virtual.KeepAlive = KeepAliveNever
		c.Endpoints = 6
		c.Osmux.Use, c.Osmux.BindIP, c.Osmux.BindIPv6, c.Osmux.Port = OsmuxOn, "127.0.0.1", "::1", 12984
		c.AddTrunk(1).KeepAlive = KeepAliveNever
		for _, f := range change {
			f(c)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Start(); err != nil {
		t.Fatal(err)
	}
	return b
}

// ask sends a request, lines separated by LF, and returns the reply likewise.
func (b *bed) ask(request string) string {
	b.Helper()
	text := strings.ReplaceAll(request, "\n", "\r\n")
	return strings.ReplaceAll(string(b.HandleDatagram(b.agent, []byte(text))), "\r\n", "\n")
}

// want sends a request and compares the first line of the reply, and each of what shall stand in it.
func (b *bed) want(code int, request string, parts ...string) (reply string) {
	b.Helper()
	reply = b.ask(request)
	if !strings.HasPrefix(reply, fmt.Sprintf("%d ", code)) {
		b.Errorf("%q: got %q, want %d", request, reply, code)
	}
	for _, part := range parts {
		if !strings.Contains(reply, part) {
			b.Errorf("%q: got %q, want %q in it", request, reply, part)
		}
	}
	return reply
}

// field returns the value of a line of a reply: "I: ", "Z: ", "m=audio ".
func field(reply, name string) string {
	for _, line := range strings.Split(reply, "\n") {
		if value, ok := strings.CutPrefix(line, name); ok {
			return value
		}
	}
	return ""
}

// conn is the newest connection of an endpoint on the data plane.
func (b *bed) conn(endpoint string) *fakeConn {
	b.Helper()
	var c *fakeConn
	b.Do(func() {
		list := b.resolve(endpoint).endpoint.connections
		if len(list) > 0 {
			c = list[len(list)-1].plane.(*fakeConn)
		}
	})
	if c == nil {
		b.Fatalf("%s has no connection", endpoint)
	}
	return c
}

// count reads a counter.
func (b *bed) count(g counterGroup, item int) int { return int(g.Total(item)) }

// pass lets time go by; timers fire.
func (b *bed) pass(d time.Duration) {
	b.plane.now.Add(int64(d))
	b.Do(func() {})
	b.Do(func() {}) // behind the timers of the first
}

// fakeSockets hands out descriptors that are none, and refuses ports that are taken.
type fakeSockets struct {
	mu    sync.Mutex
	bound map[netip.AddrPort]int // descriptors by address
	at    map[int]netip.AddrPort // the other way round
	last  int
}

func (s *fakeSockets) open(at netip.AddrPort, _ socketOptions) (int, error, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bound[at] != 0 {
		return -1, nil, unix.EADDRINUSE
	}
	s.last++
	s.bound[at], s.at[s.last] = s.last, at
	return s.last, nil, nil
}

func (s *fakeSockets) openPair(addr netip.Addr, port int, o socketOptions) (rtp, rtcp int, _, err error) {
	if rtp, _, err = s.open(netip.AddrPortFrom(addr, uint16(port)), o); err != nil {
		return -1, -1, nil, err
	}
	if rtcp, _, err = s.open(netip.AddrPortFrom(addr, uint16(port+1)), o); err != nil {
		s.close(rtp)
	}
	return rtp, rtcp, nil, err
}

func (s *fakeSockets) probe(remote netip.Addr) (string, error) {
	if !remote.IsLoopback() {
		return "", unix.ENETUNREACH
	}
	return remote.String(), nil
}

func (s *fakeSockets) close(fds ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, fd := range fds {
		delete(s.bound, s.at[fd])
		delete(s.at, fd)
	}
}

func (s *fakeSockets) isBound(fd int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.at[fd]
	return ok
}

// occupy binds ports for somebody else.
func (s *fakeSockets) occupy(t testing.TB, address string, ports ...uint16) (fds []int) {
	t.Helper()
	for _, port := range ports {
		fd, _, err := s.open(netip.AddrPortFrom(netip.MustParseAddr(address), port), socketOptions{})
		if err != nil {
			t.Fatal(err)
		}
		fds = append(fds, fd)
	}
	return fds
}
