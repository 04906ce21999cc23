package testnet

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/pion/rtp"
)

// Phone is one end of a call: a pair of sockets, RTP on an even port and RTCP on the next.
type Phone struct {
	RTP, RTCP *net.UDPConn
	Peer      netip.AddrPort // the gateway's RTP port for this phone

	ssrc      uint32
	seq       uint16
	timestamp uint32
	sent      int // packets sent, the number inside the next one
}

// The payload is GSM-EFR as far as anyone looks: 31 octets, 20 ms, payload type 110, signature 0xC in front. The number
// of the packet stands behind it.
const (
	payloadType    = 110
	payloadLength  = 31
	samplesPerPace = 160
)

// NewPhone returns a phone at a local address.
func NewPhone(t testing.TB, ip string) *Phone {
	t.Helper()
	for range 100 {
		first, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.ParseIP(ip)})
		if err != nil {
			t.Fatal(err)
		}
		port := first.LocalAddr().(*net.UDPAddr).Port
		if port%2 != 0 {
			first.Close()
			continue
		}
		second, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.ParseIP(ip), Port: port + 1})
		if err != nil {
			first.Close()
			continue
		}
		t.Cleanup(func() { first.Close(); second.Close() })
		// A test on a busy machine may be late to read; the kernel gives what it allows.
		_ = first.SetReadBuffer(4 << 20)
		return &Phone{RTP: first, RTCP: second, ssrc: 0x10000 + uint32(port)}
	}
	t.Fatalf("no pair of ports is free on %s", ip)
	return nil
}

// Addr is the phone's RTP address.
func (p *Phone) Addr() netip.AddrPort { return p.RTP.LocalAddr().(*net.UDPAddr).AddrPort() }

// SDP describes the phone.
func (p *Phone) SDP() string {
	a, family := p.Addr(), "IP4"
	if a.Addr().Is6() {
		family = "IP6"
	}
	return strings.Join([]string{
		"v=0",
		fmt.Sprintf("o=- 1 1 IN %s %s", family, a.Addr()),
		"s=-",
		fmt.Sprintf("c=IN %s %s", family, a.Addr()),
		"t=0 0",
		fmt.Sprintf("m=audio %d RTP/AVP %d", a.Port(), payloadType),
		fmt.Sprintf("a=rtpmap:%d GSM-EFR/8000", payloadType),
		"a=ptime:20",
	}, "\n")
}

// Send sends the next RTP packet to the gateway.
func (p *Phone) Send(t testing.TB) {
	t.Helper()
	payload := make([]byte, payloadLength)
	payload[0] = 0xc0
	binary.BigEndian.PutUint32(payload[1:], uint32(p.sent))
	packet := rtp.Packet{
		Header:  rtp.Header{Version: 2, PayloadType: payloadType, SequenceNumber: p.seq, Timestamp: p.timestamp, SSRC: p.ssrc},
		Payload: payload,
	}
	raw, err := packet.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	p.sent++
	p.seq++
	p.timestamp += samplesPerPace
	if _, err := p.RTP.WriteToUDPAddrPort(raw, p.Peer); err != nil {
		t.Fatal(err)
	}
}

// Receive reads the next RTP packet and returns it with the number that its sender gave it. Dummy packets, which
// gateways send to open a way through a NAT, are passed over.
func (p *Phone) Receive() (packet *rtp.Packet, number int, err error) {
	buf := make([]byte, 2048)
	for {
		if err := p.RTP.SetReadDeadline(time.Now().Add(patience)); err != nil {
			return nil, 0, err
		}
		n, from, err := p.RTP.ReadFromUDPAddrPort(buf)
		if err != nil {
			return nil, 0, err
		}
		if n < 12 {
			continue
		}
		if from != p.Peer && from.Addr().Unmap() != p.Peer.Addr() {
			return nil, 0, fmt.Errorf("packet from %v, want one from %v", from, p.Peer)
		}
		packet = new(rtp.Packet)
		if err := packet.Unmarshal(buf[:n]); err != nil {
			return nil, 0, err
		}
		if len(packet.Payload) != payloadLength || packet.Payload[0] != 0xc0 {
			return nil, 0, fmt.Errorf("payload changed: % x", packet.Payload)
		}
		return packet, int(binary.BigEndian.Uint32(packet.Payload[1:])), nil
	}
}
