package testnet

import (
	"fmt"
	"net"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Agent is a call agent: it sends MGCP requests from one socket and reads the replies.
type Agent struct {
	conn   *net.UDPConn
	nextID int
}

// NewAgent returns a call agent on a free port that speaks to the gateway's MGCP port.
func NewAgent(t testing.TB, g *Gateway) *Agent {
	t.Helper()
	return NewAgentTo(t, netip.AddrPortFrom(netip.MustParseAddr(g.Config.IP), uint16(g.Config.MGCP)))
}

// NewAgentTo returns a call agent that speaks to any MGCP port.
func NewAgentTo(t testing.TB, to netip.AddrPort) *Agent {
	t.Helper()
	conn, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(to))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &Agent{conn: conn, nextID: 1}
}

// Reply is the gateway's answer to one request.
type Reply struct {
	Code   int
	Text   string // the whole datagram
	Fields map[string]string
	IP     netip.Addr // where the gateway wants its RTP, from the SDP
	Port   int
}

// Request sends "VERB ENDPOINT" with parameter lines and, where sdp is not empty, a description. Lines are separated by
// LF in both. It fails the test if no reply arrives.
func (a *Agent) Request(t testing.TB, verb, endpoint, parameters, sdp string) Reply {
	t.Helper()
	id := a.nextID
	a.nextID++
	text := fmt.Sprintf("%s %d %s MGCP 1.0\n%s\n", verb, id, endpoint, strings.TrimSpace(parameters))
	if sdp != "" {
		text += "\n" + strings.TrimSpace(sdp) + "\n"
	}
	raw := a.Raw(t, []byte(strings.ReplaceAll(text, "\n", "\r\n")))
	if raw == nil {
		t.Fatalf("no reply to:\n%s", text)
	}
	return parseReply(t, string(raw))
}

// Raw sends a datagram and returns the reply, nil if there is none.
func (a *Agent) Raw(t testing.TB, datagram []byte) []byte {
	t.Helper()
	a.Send(t, datagram)
	return a.Receive(t)
}

// Send sends a datagram.
func (a *Agent) Send(t testing.TB, datagram []byte) {
	t.Helper()
	if _, err := a.conn.Write(datagram); err != nil {
		t.Fatal(err)
	}
}

// Receive returns the next datagram, nil if none arrives.
func (a *Agent) Receive(t testing.TB) []byte {
	t.Helper()
	buf := make([]byte, 65536)
	if err := a.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	n, err := a.conn.Read(buf)
	if err != nil {
		return nil
	}
	return buf[:n]
}

var sdpPort = regexp.MustCompile(`(?m)^m=audio (\d+) `)
var sdpAddress = regexp.MustCompile(`(?m)^c=IN IP[46] (\S+)`)

func parseReply(t testing.TB, text string) Reply {
	t.Helper()
	r := Reply{Text: text, Fields: make(map[string]string)}
	first, rest, _ := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	code, _, _ := strings.Cut(first, " ")
	var err error
	if r.Code, err = strconv.Atoi(code); err != nil {
		t.Fatalf("reply without a code: %q", text)
	}
	parameters, sdp, _ := strings.Cut(rest, "\n\n")
	for _, line := range strings.Split(parameters, "\n") {
		if name, value, ok := strings.Cut(line, ": "); ok {
			r.Fields[name] = value
		}
	}
	if m := sdpPort.FindStringSubmatch(sdp); m != nil {
		r.Port, _ = strconv.Atoi(m[1])
	}
	if m := sdpAddress.FindStringSubmatch(sdp); m != nil {
		r.IP, _ = netip.ParseAddr(m[1])
	}
	return r
}

// RTP is the address that the reply's description gives for RTP.
func (r Reply) RTP() netip.AddrPort { return netip.AddrPortFrom(r.IP, uint16(r.Port)) }
