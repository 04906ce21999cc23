package e2e

import (
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/internal/testnet"
)

// mostUDP is the longest payload that a UDP datagram over IPv4 carries.
const mostUDP = 65507

// Noise of every length on every socket changes nothing for a call that is up.
func TestNoise(t *testing.T) {
	onEachBackend(t, func(t *testing.T, config testnet.Config) {
		config.MGCPLines = append(config.MGCPLines, "osmux on", "osmux bind-ip "+config.IP, "osmux port "+strconv.Itoa(config.RTPLast-1))
		for i, line := range config.MGCPLines {
			config.MGCPLines[i] = " " + line
		}
		config.RTPLast -= 2
		g := testnet.Start(t, config)
		a := testnet.NewAgent(t, g)
		// The Osmux socket is opened by the first Osmux connection.
		if r := a.Request(t, "CRCX", "rtpbridge/3f@mgw", "C: 05\nM: recvonly\nX-Osmux: *", ""); r.Code != 200 && r.Code != 500 {
			t.Fatalf("Osmux: %s", r.Text)
		}
		c := testnet.NewCall(t, a, "1", "127.0.0.1", "127.0.0.2")
		c.Talk(t, 20, 0)

		random := rand.NewChaCha8([32]byte{1})
		ports := []int{config.MGCP, config.RTPLast + 1}
		for _, p := range c.Phones {
			ports = append(ports, int(p.Peer.Port()), int(p.Peer.Port())+1)
		}
		for _, port := range ports {
			datagrams(t, config.IP, port, random)
		}
		for _, port := range []int{config.VTY, config.CTRL} {
			streams(t, config.IP, port, random)
		}

		g.WaitDrained(t) // what the noise has left no room for is not what is tested
		c.Talk(t, 20, time.Millisecond)
		if r := a.Request(t, "AUEP", "null@mgw", "", ""); r.Code != 200 {
			t.Errorf("after the noise: %s", r.Text)
		}
		if screen := testnet.NewVTY(t, g).Command(t, "show version"); screen == "" {
			t.Error("the VTY says nothing after the noise")
		}
		if answer := testnet.NewCTRL(t, g).Request(t, "GET 1 rate_ctr.abs.mgcp.0.mgcp:rx_msgs"); !strings.HasPrefix(answer, "GET_REPLY 1 ") {
			t.Errorf("CTRL answers %q after the noise", answer)
		}
		c.Hangup(t)
	})
}

// datagrams sends random octets of all short lengths and of some long ones, up to the longest.
func datagrams(t *testing.T, ip string, port int, random *rand.ChaCha8) {
	t.Helper()
	conn, err := net.DialUDP("udp4", nil, &net.UDPAddr{IP: net.ParseIP(ip), Port: port})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	buf := make([]byte, mostUDP)
	_, _ = random.Read(buf)
	lengths := []int{1999, 2000, 2001, 2047, 2048, 2049, 4095, 4096, 4097, 9000, 65506, mostUDP}
	for n := range 300 {
		lengths = append(lengths, n)
	}
	for i, n := range lengths {
		// Refused, because nobody listens, is no failure here: an Osmux socket may not be there.
		_, _ = conn.Write(buf[(mostUDP-n)/(i+1):][:n])
	}
}

// streams opens connections that send random octets and are closed, or half closed, without a word.
func streams(t *testing.T, ip string, port int, random *rand.ChaCha8) {
	t.Helper()
	for _, n := range []int{0, 1, 3, 100, 5000, 70000} {
		conn, err := net.DialTCP("tcp4", nil, &net.TCPAddr{IP: net.ParseIP(ip), Port: port})
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, n)
		_, _ = random.Read(buf)
		_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
		_, _ = conn.Write(buf) // the gateway may hang up on us at any octet
		_ = conn.CloseWrite()
		conn.Close()
	}
}
