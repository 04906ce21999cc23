package media

import (
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/pion/rtp"

	"osmo-mgw-go/internal/testnet"
)

// phone is one end of a call with a payload format of its own.
type phone struct {
	*testnet.Phone
	payloadType uint8
	rtpmap      string // "AMR/8000"
	fmtp        string // "octet-align=1", "" for none
	sequence    uint16
}

func newPhone(t testing.TB, payloadType uint8, rtpmap, fmtp string) *phone {
	return &phone{Phone: testnet.NewPhone(t, "127.0.0.1"), payloadType: payloadType, rtpmap: rtpmap, fmtp: fmtp}
}

// description is the phone's SDP; at is where it says it is.
func (p *phone) description() string { return describe(p.Addr(), p.payloadType, p.rtpmap, p.fmtp) }

func describe(at netip.AddrPort, payloadType uint8, rtpmap, fmtp string) string {
	text := fmt.Sprintf("v=0\no=- 1 1 IN IP4 %[1]s\ns=-\nc=IN IP4 %[1]s\nt=0 0\nm=audio %[2]d RTP/AVP %[3]d\na=rtpmap:%[3]d %[4]s",
		at.Addr(), at.Port(), payloadType, rtpmap)
	if fmtp != "" {
		text += fmt.Sprintf("\na=fmtp:%d %s", payloadType, fmtp)
	}
	return text
}

// send sends the next packet to the gateway.
func (p *phone) send(t testing.TB, payload []byte) {
	t.Helper()
	raw, err := (&rtp.Packet{
		Header:  rtp.Header{Version: 2, PayloadType: p.payloadType, SequenceNumber: p.sequence, Timestamp: 160 * uint32(p.sequence), SSRC: 7},
		Payload: payload,
	}).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	p.sequence++
	if _, err := p.RTP.WriteToUDPAddrPort(raw, p.Peer); err != nil {
		t.Fatal(err)
	}
}

// receive waits for the next packet, dummies passed over.
func (p *phone) receive(wait time.Duration) (*rtp.Packet, error) {
	buf := make([]byte, 2048)
	if err := p.RTP.SetReadDeadline(time.Now().Add(wait)); err != nil {
		return nil, err
	}
	for {
		n, _, err := p.RTP.ReadFromUDPAddrPort(buf)
		if err != nil {
			return nil, err
		}
		if n >= 12 {
			packet := new(rtp.Packet)
			return packet, packet.Unmarshal(buf[:n])
		}
	}
}

// expect waits for a packet with a payload.
func (p *phone) expect(t testing.TB, payload []byte) {
	t.Helper()
	got, err := p.receive(20 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if string(got.Payload) != string(payload) || got.PayloadType != p.payloadType {
		t.Fatalf("payload type %d, payload %x, want %d, %x", got.PayloadType, got.Payload, p.payloadType, payload)
	}
}

// expectNone makes sure that nothing has arrived, by a packet that the phone sends to itself.
func (p *phone) expectNone(t testing.TB) {
	t.Helper()
	marker := make([]byte, 12)
	marker[0], marker[1] = 0x80, 127
	if _, err := p.RTP.WriteToUDP(marker, p.RTP.LocalAddr().(*net.UDPAddr)); err != nil {
		t.Fatal(err)
	}
	if got, err := p.receive(20 * time.Second); err != nil || got.PayloadType != 127 {
		t.Fatalf("arrived: %v, %v", got, err)
	}
}

// join adds the phone to an endpoint and returns the endpoint's name and the connection's id.
func (p *phone) join(t testing.TB, a *testnet.Agent, endpoint, call, mode string) (name, id string) {
	t.Helper()
	r := a.Request(t, "CRCX", endpoint, "C: "+call+"\nM: "+mode, p.description())
	if r.Code != 200 {
		t.Fatalf("CRCX: %s", r.Text)
	}
	p.Peer = r.RTP()
	if z := r.Fields["Z"]; z != "" {
		endpoint = z
	}
	return endpoint, r.Fields["I"]
}
