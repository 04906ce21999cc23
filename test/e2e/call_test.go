package e2e

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pion/rtcp"

	"osmo-mgw-go/internal/testnet"
)

// A call over MGCP, RTP and RTCP both ways, and nothing left behind when it is over.
func TestCall(t *testing.T) {
	onEachBackend(t, func(t *testing.T, config testnet.Config) {
		g := testnet.Start(t, config)
		a := testnet.NewAgent(t, g)
		for i, legs := range [][2]string{{"127.0.0.1", "127.0.0.2"}, {"::1", "::1"}, {"127.0.0.1", "::1"}} {
			t.Run(legs[0]+" to "+legs[1], func(t *testing.T) {
				before := g.Files(t)
				c := testnet.NewCall(t, a, fmt.Sprintf("c%d", i), legs[0], legs[1])
				c.Talk(t, load(200), 5*time.Millisecond)
				exchangeRTCP(t, c)
				c.Hangup(t)
				testnet.Eventually(t, "the call's descriptors to be closed", func() error {
					if now := g.Files(t); now != before {
						return fmt.Errorf("%d open, %d before the call", now, before)
					}
					return nil
				})
				for _, p := range c.Phones {
					requireFree(t, p)
				}
			})
		}
	})
}

// requireFree binds the gateway's ports of a phone, which works only when the gateway has closed them.
func requireFree(t *testing.T, p *testnet.Phone) {
	t.Helper()
	for _, port := range []int{int(p.Peer.Port()), int(p.Peer.Port()) + 1} {
		conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IP(p.Peer.Addr().AsSlice()), Port: port})
		if err != nil {
			t.Errorf("port %d is still taken: %v", port, err)
			continue
		}
		conn.Close()
	}
}

// exchangeRTCP sends a receiver report each way; with rtp-patch off it arrives as it was sent.
func exchangeRTCP(t *testing.T, c *testnet.Call) {
	t.Helper()
	for i, from := range c.Phones {
		to := c.Phones[1-i]
		report, err := (&rtcp.ReceiverReport{SSRC: uint32(7 + i), Reports: []rtcp.ReceptionReport{{SSRC: 99, Jitter: 5}}}).Marshal()
		if err != nil {
			t.Fatal(err)
		}
		peer := net.UDPAddrFromAddrPort(from.Peer)
		peer.Port++
		if _, err := from.RTCP.WriteToUDP(report, peer); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 2048)
		_ = to.RTCP.SetReadDeadline(time.Now().Add(10 * time.Second))
		n := 0
		for n < 8 { // dummy packets open the way through a NAT, for RTCP too
			if n, err = to.RTCP.Read(buf); err != nil {
				t.Fatalf("receiver report of phone %d: %v", i, err)
			}
		}
		if diff := cmp.Diff(report, buf[:n]); diff != "" {
			t.Errorf("receiver report of phone %d changed: %s", i, diff)
		}
	}
}

// Many calls at once lose, repeat and reorder nothing.
func TestManyCalls(t *testing.T) {
	onEachBackend(t, func(t *testing.T, config testnet.Config) {
		config.Endpoints = 100
		talkOnManyCalls(t, testnet.Start(t, config))
	})
}

func talkOnManyCalls(t *testing.T, g *testnet.Gateway) {
	t.Helper()
	a := testnet.NewAgent(t, g)
	var calls []*testnet.Call
	for i := range load(50) {
		calls = append(calls, testnet.NewCall(t, a, fmt.Sprintf("m%d", i), "127.0.0.1", "127.0.0.2"))
	}
	testnet.Talk(t, calls, load(150), 20*time.Millisecond)
	for _, c := range calls {
		c.Hangup(t)
	}
}

// The engine works without what newer kernels offer, on four queues too.
func TestManyCallsOnAnOldKernel(t *testing.T) {
	config := testnet.NewConfig(t).Backend("io_uring")
	config.Endpoints = 100
	config.Top = append(config.Top, " queues 4")
	talkOnManyCalls(t, testnet.Start(t, config, testnet.Env("MGW_IO_WITHOUT=min_wait,msg_ring_sync,recv_multishot")))
}

// A wildcard call gets the lowest free endpoint, and a trunk without one says so.
func TestWildcardTakesTheLowestFreeEndpoint(t *testing.T) {
	config := testnet.NewConfig(t)
	config.Endpoints = 3
	g := testnet.Start(t, config)
	a := testnet.NewAgent(t, g)
	crcx := func() testnet.Reply { return a.Request(t, "CRCX", "rtpbridge/*@mgw", "C: 1\nM: recvonly", "") }
	for _, want := range []string{"rtpbridge/1@mgw", "rtpbridge/2@mgw", "rtpbridge/3@mgw"} {
		if r := crcx(); r.Code != 200 || r.Fields["Z"] != want {
			t.Errorf("got %q, want %s", r.Text, want)
		}
	}
	if r := crcx(); r.Code != 403 {
		t.Errorf("on a full trunk: %s", r.Text)
	}
	if r := a.Request(t, "DLCX", "rtpbridge/2@mgw", "C: 1", ""); r.Code != 200 {
		t.Errorf("DLCX: %s", r.Text)
	}
	if r := crcx(); r.Fields["Z"] != "rtpbridge/2@mgw" {
		t.Errorf("got %q, want rtpbridge/2@mgw", r.Text)
	}
}

// What the call looked like can be read in the VTY and from the statistics of its end.
func TestCallIsSeen(t *testing.T) {
	g := testnet.Start(t, testnet.NewConfig(t))
	c := testnet.NewCall(t, testnet.NewAgent(t, g), "5ee", "127.0.0.1", "127.0.0.2")
	n := load(50)
	c.Talk(t, n, 5*time.Millisecond)
	v := testnet.NewVTY(t, g)
	screen := v.Commands(t, "enable", "show mgcp active")
	for _, want := range []string{c.Endpoint, strings.ToUpper(c.Connections[0]), strings.ToUpper(c.Connections[1])} {
		if !strings.Contains(strings.ToUpper(screen), strings.ToUpper(want)) {
			t.Errorf("show mgcp active does not name %s:\n%s", want, screen)
		}
	}
	r := c.Agent.Request(t, "DLCX", c.Endpoint, "C: 5ee\nI: "+c.Connections[0], "")
	want := fmt.Sprintf("PS=%d, OS=%d, PR=%d, OR=%d, PL=0, ", n, n*43, n, n*43) // octets with the RTP header
	if r.Code != 250 || !strings.HasPrefix(r.Fields["P"], want) {
		t.Errorf("statistics of the call: %q, want P: %s…", r.Text, want)
	}
}
