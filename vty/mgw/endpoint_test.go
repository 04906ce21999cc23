package mgw

import (
	"fmt"
	"net"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"
)

const e1Config = `e1_input
 e1_line 4 driver virtual
mgcp
 bind ip 127.0.0.1
 bind port 0
 rtp bind-ip 127.0.0.1
 rtp port-range 17000 17999
 trunk 1
  line 4
  no rtp keep-alive
`

// receive waits for one packet.
func receive(conn *net.UDPConn, wait time.Duration) (octets int, from netip.AddrPort) {
	_ = conn.SetReadDeadline(time.Now().Add(wait))
	n, from, err := conn.ReadFromUDPAddrPort(make([]byte, 2048))
	if err != nil {
		return 0, netip.AddrPort{}
	}
	return n, from
}

// The commands on E1 endpoints, with a call on a virtual line: position 3 is s-1/su16-0.
func TestEndpointCommands(t *testing.T) {
	b := newStartedBed(t, e1Config)
	phone, tap := phone(t), phone(t)
	answer := string(b.gateway.HandleDatagram(netip.MustParseAddrPort("127.0.0.1:2727"), fmt.Appendf(nil,
		"CRCX 1 ds/e1-1/s-1/su16-0@mgw MGCP 1.0\r\nC: 2a\r\nL: p:20, a:GSM\r\nM: sendrecv\r\n\r\n"+
			"v=0\r\nc=IN IP4 127.0.0.1\r\nm=audio %d RTP/AVP 3\r\na=rtpmap:3 GSM/8000/1\r\n", phone.LocalAddr().(*net.UDPAddr).Port)))
	port, id := audioPattern.FindStringSubmatch(answer), regexp.MustCompile(`I: (\w+)`).FindStringSubmatch(answer)
	if port == nil || id == nil {
		t.Fatalf("CRCX: %s", answer)
	}
	c := call{phone: phone, here: netip.MustParseAddrPort("127.0.0.1:" + port[1])}

	if got := b.run("show e1_timeslot"); got != "E1 Timeslot 01 of Line 4 is Type I460\n" {
		t.Errorf("time slots: %q", got)
	}
	overlapping := b.run("show mgcp endpoint ds/e1-1/s-1/su8-1@mgw")
	if !strings.Contains(overlapping, "   Availability: not in service\n") {
		t.Errorf("overlapping endpoint:\n%s", overlapping)
	}

	// What comes in is counted and discarded on the line, and can be tapped.
	b.run(fmt.Sprintf("tap-rtp 1 3 %s in %s %d", id[1], "127.0.0.1", tap.LocalAddr().(*net.UDPAddr).Port))
	c.send(t, phone, 3)
	if n, _ := receive(tap, 2*time.Second); n != 45 {
		t.Errorf("tapped: %d octets", n)
	}
	if n, from := receive(phone, 50*time.Millisecond); n != 0 {
		t.Errorf("%d octets came back from %v without a loop", n, from)
	}

	// loops sends packets until one comes back, or none does.
	loops := func(want bool) {
		t.Helper()
		for range 100 { // the queue takes a change over when it comes to it
			c.send(t, phone, 3)
			n, from := receive(phone, 50*time.Millisecond)
			if back := n == 45 && from == c.here; back == want {
				return
			}
		}
		t.Errorf("packets come back: %v, want %v", !want, want)
	}
	b.run("loop-endpoint 1 3 1")
	loops(true)
	b.run("loop-endpoint 1 3 0")
	loops(false)

	b.run("free-endpoint 1 3")
	if got := b.run("show e1_timeslot", "show mgcp active"); strings.Contains(got, "CONN") || strings.Contains(got, "Timeslot") {
		t.Errorf("after free-endpoint:\n%s", got)
	}
}

// With a call agent the two reset commands send RSIP to it and change nothing.
func TestResetCommands(t *testing.T) {
	agent, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 77), Port: 2727})
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	b := newStartedBed(t, e1Config+" call-agent ip 127.0.0.77\n")
	for _, tt := range []struct{ line, want string }{
		{"reset-endpoint 1 1d0", "RSIP 39 ds/e1-1/s-31/su8-7@mgw MGCP 1.0\r\n"},
		{"reset-all-endpoints", "RSIP 1 *@mgw MGCP 1.0\r\n"},
	} {
		if got := b.run(tt.line); got != "" {
			t.Errorf("%s: %s", tt.line, got)
		}
		buffer := make([]byte, 200)
		_ = agent.SetReadDeadline(time.Now().Add(2 * time.Second))
		n, err := agent.Read(buffer)
		if string(buffer[:n]) != tt.want {
			t.Errorf("%s sent %q (%v), want %q", tt.line, buffer[:n], err, tt.want)
		}
	}
}

func TestLeadingHex(t *testing.T) {
	for _, tt := range []struct {
		word string
		want int
	}{{"1d0", 0x1d0}, {"0x1D0", 0x1d0}, {"zz", 0}, {"1z", 1}, {"", 0}, {"ffffffffffffffffffff", 1<<31 - 1}} {
		if got := leadingHex(tt.word); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.word, got, tt.want)
		}
	}
}
