package testnet

import (
	"fmt"
	"net"
	"strings"
	"testing"
)

// Config is what a gateway under test is configured with. The zero value of a field is filled in by NewConfig's choice.
type Config struct {
	IP        string // where MGCP, VTY, CTRL and RTP are bound
	IPv6      string // where RTP to IPv6 phones is bound; "" is none
	MGCP      int    // ports
	VTY       int
	CTRL      int // 0: not configured
	RTPFirst  int
	RTPLast   int
	Endpoints int
	Top       []string // further lines before the mgcp node, such as the io node
	MGCPLines []string // further lines of the mgcp node
}

// NewConfig returns a configuration on 127.0.0.1 with ports that are free now.
func NewConfig(t testing.TB) Config {
	t.Helper()
	first := freePorts(t, 400)
	return Config{
		IP:        "127.0.0.1",
		IPv6:      "::1",
		MGCP:      freePorts(t, 1),
		VTY:       freePorts(t, 1),
		CTRL:      freePorts(t, 1),
		RTPFirst:  first,
		RTPLast:   first + 399,
		Endpoints: 64,
	}
}

// Backend returns the configuration with an I/O backend chosen by name.
func (c Config) Backend(name string) Config {
	c.Top = append([]string{"io", " backend " + name}, c.Top...)
	return c
}

// String is the configuration file.
func (c Config) String() string {
	lines := []string{
		"log stderr",
		" logging print category 1",
		" logging print level 1",
		" logging level set-all notice",
		"line vty",
		" no login",
		fmt.Sprintf(" bind %s %d", c.IP, c.VTY),
	}
	if c.CTRL != 0 {
		lines = append(lines, "ctrl", fmt.Sprintf(" bind %s %d", c.IP, c.CTRL))
	}
	lines = append(lines, c.Top...)
	lines = append(lines,
		"mgcp",
		" bind ip "+c.IP,
		fmt.Sprintf(" bind port %d", c.MGCP),
		" rtp bind-ip "+c.IP,
		fmt.Sprintf(" rtp port-range %d %d", c.RTPFirst, c.RTPLast),
		fmt.Sprintf(" number endpoints %d", c.Endpoints),
	)
	if c.IPv6 != "" {
		lines = append(lines, " rtp bind-ip-v6 "+c.IPv6)
	}
	lines = append(lines, c.MGCPLines...)
	return strings.Join(lines, "\n") + "\n"
}

// freePorts returns the first of n consecutive ports on which nobody listens, below the range from which the kernel
// gives ports to clients.
func freePorts(t testing.TB, n int) int {
	t.Helper()
	for start := nextPort; start+n < 32000; start += n {
		if portsFree(start, n) {
			nextPort = start + n + n%2
			return start
		}
	}
	t.Fatalf("no %d free ports in a row below 32000", n)
	return 0
}

// nextPort is where the search goes on, so that two configurations of one test do not share a port.
var nextPort = 10000

func portsFree(start, n int) bool {
	for p := start; p < start+n; p++ {
		u, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: p})
		if err != nil {
			return false
		}
		u.Close()
	}
	l, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", start))
	if err != nil {
		return false
	}
	l.Close()
	return true
}
