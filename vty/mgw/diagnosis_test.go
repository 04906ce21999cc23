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

// call is a connection made by MGCP with a phone at its other end.
type call struct {
	phone  *net.UDPConn
	here   netip.AddrPort // where the gateway takes RTP
	answer string
}

var audioPattern = regexp.MustCompile(`m=audio (\d+) `)

// phone opens a socket of its own.
func phone(t testing.TB) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// call sets up a connection on rtpbridge/1 with GSM, in the given mode.
func (b *bed) call(transaction int, mode string) call {
	b.Helper()
	c := call{phone: phone(b)}
	c.answer = string(b.gateway.HandleDatagram(netip.MustParseAddrPort("127.0.0.1:2727"), fmt.Appendf(nil,
		"CRCX %d rtpbridge/1@mgw MGCP 1.0\r\nC: 2a\r\nL: p:20, a:GSM\r\nM: %s\r\n\r\n"+
			"v=0\r\nc=IN IP4 127.0.0.1\r\nm=audio %d RTP/AVP 3\r\na=rtpmap:3 GSM/8000/1\r\n",
		transaction, mode, c.phone.LocalAddr().(*net.UDPAddr).Port)))
	port := audioPattern.FindStringSubmatch(c.answer)
	if port == nil {
		b.Fatalf("CRCX: %s", c.answer)
	}
	c.here = netip.MustParseAddrPort("127.0.0.1:" + port[1])
	return c
}

// send sends one packet with that payload type to the gateway.
func (c *call) send(t testing.TB, from *net.UDPConn, payloadType byte) {
	t.Helper()
	packet := make([]byte, 45)
	packet[0], packet[1] = 0x80, payloadType
	if _, err := from.WriteToUDPAddrPort(packet, c.here); err != nil {
		t.Fatal(err)
	}
}

const diagnosisConfig = `mgcp
 bind ip 127.0.0.1
 bind port 0
 rtp bind-ip 127.0.0.1
 rtp port-range 17000 17999
 number endpoints 2
`

// The diagnosis says in plain words what the operator has to know.
func TestDiagnosis(t *testing.T) {
	b := newStartedBed(t, diagnosisConfig)
	const show = "show mgcp endpoint rtpbridge/1@mgw rtp"

	expect := func(wants ...string) {
		t.Helper()
		got := ""
		for range 100 { // packets take their time
			got = b.run(show)
			missing := false
			for _, want := range wants {
				missing = missing || !regexp.MustCompile(want).MatchString(got)
			}
			if !missing {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Errorf("%s\nlacks one of %q", got, wants)
	}

	if got := b.run(show); got != "rtpbridge/1@mgw: no connections\n" {
		t.Errorf("idle: %s", got)
	}
	left := b.call(1, "sendrecv")
	expect(`rtpbridge/1@mgw: call 2a\n`, `- No packet has come from the peer\.`, `- There is no other connection`)

	right := b.call(2, "recvonly")
	stranger := phone(t)
	left.send(t, stranger, 3)
	expect(fmt.Sprintf(`- Packets arrive from %s, but MGCP said %s `, stranger.LocalAddr(), left.phone.LocalAddr()))
	left.send(t, left.phone, 8)
	expect(`- Payload type 8 arrives, SDP said 3\.`, `received: 2 packets, 90 octets, `, `dropped: .*1 from a wrong port`)
	expect(`- Mode recvonly: nothing is sent to the peer\.`)
	expect(`- No packets from the peer for 1\.\d s\.`)

	// Nobody listens any more at one peer's address. It takes two packets: the answer to the first says so.
	left.phone.Close()
	for range 3 {
		right.send(t, right.phone, 3)
		time.Sleep(30 * time.Millisecond)
	}
	expect(`- What we send to 127\.0\.0\.1:\d+ is refused: connection refused \(\d+ times, last 0\.\d s ago\)`)

	if got, _ := b.try("show mgcp endpoint rtpbridge/9@mgw rtp"); got != "endpoint rtpbridge/9@mgw not configured\n" {
		t.Errorf("unknown: %s", got)
	}
}

// What belongs to a call is listed newest first, with details where they are asked for.
func TestShowCall(t *testing.T) {
	b := newStartedBed(t, diagnosisConfig+" conn-timeout 60\n")
	left, right := b.call(1, "sendrecv"), b.call(2, "sendrecv")
	id := func(c call) string { return regexp.MustCompile(`I: (\w+)`).FindStringSubmatch(c.answer)[1] }
	line := func(c call) string {
		return fmt.Sprintf("   CONN: (2a/rtp C:%s r=%s<->l=%s)\n", id(c), c.phone.LocalAddr(), c.here)
	}
	want := "Virtual trunk 0 with 2 endpoints:\nVirtual trunk 0 endpoint rtpbridge/1@mgw:\n   Availability: available\n" +
		line(right) + line(left) + "\n"
	if got := b.run("show mgcp active"); got != want {
		t.Errorf("active:\n%s\nwant\n%s", got, want)
	}
	details := b.run("show mgcp endpoint rtpbridge/1@mgw")
	if !regexp.MustCompile(`(?m)^   Currently remaining timeout \(seconds\): (59|60)\.\d{6}$`).MatchString(details) ||
		!strings.Contains(details, "   Payload Type: 3 Rate: 8000 Channels: 1 \n   Frame Duration: 20 Frame Denominator: 1000\n"+
			"   FPP: 0 Packet Duration: 20\n   Audio-Name: GSM/8000/1 Sub-Type: GSM\n   Output-Enabled: 1 Force-PTIME: 0\n") {
		t.Errorf("details:\n%s", details)
	}
	if got := b.run("show rtp ports"); !strings.Contains(got, "RTP port range 17000 to 17999: 500 pairs") || !strings.Contains(got, "127.0.0.1: 2 pairs in use (0 %)\n") {
		t.Errorf("ports:\n%s", got)
	}
}

// An Osmux connection shows its circuit.
func TestShowOsmux(t *testing.T) {
	spare := phone(t)
	port := spare.LocalAddr().(*net.UDPAddr).Port
	spare.Close()
	b := newStartedBed(t, diagnosisConfig+fmt.Sprintf(" osmux on\n osmux bind-ip 127.0.0.1\n osmux port %d\n", port))
	answer := string(b.gateway.HandleDatagram(netip.MustParseAddrPort("127.0.0.1:2727"), []byte(
		"CRCX 1 rtpbridge/1@mgw MGCP 1.0\r\nC: 2a\r\nL: p:20, a:AMR\r\nM: sendrecv\r\nX-Osmux: 7\r\n\r\n"+
			"v=0\r\nc=IN IP4 127.0.0.1\r\nm=audio 1984 RTP/AVP 112\r\na=rtpmap:112 AMR/8000/1\r\n")))
	own := regexp.MustCompile(`X-Osmux: (\d+)`).FindStringSubmatch(answer)
	if own == nil {
		t.Fatalf("CRCX: %s", answer)
	}
	got := b.run("show mgcp endpoint rtpbridge/1@mgw")
	want := fmt.Sprintf(`   CONN: \(2a/rtp C:\w{8} r=127\.0\.0\.1:1984<->l=127\.0\.0\.1:\d+ CID=%s\)\n`, own[1]) +
		fmt.Sprintf(`[\s\S]*   Osmux:\n    State: (activating|enabled)\n    Local CID: %s\n    Remote CID: 7\n`, own[1]) +
		`    Chunks received: 0 \(0 bytes total\)\n    RTP Packets encoded \(Tx\): 0 \(0 AMR octets total\)\n    AMR payloads Dropped \(Tx\): 0\n$`
	if !regexp.MustCompile(want).MatchString(got) {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := b.run("show mgcp active"); !strings.HasSuffix(got, "\n\nOsmux used CID: 1\n") {
		t.Errorf("active:\n%s", got)
	}
}
