package core

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"osmo-mgw-go/e1"
	"osmo-mgw-go/mgcp"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/relay"
)

// onLine is a bed whose E1 trunk 1 stands on a line that can be used, with a connection on endpoint 3.
func onLine(t *testing.T) (b *bed, id string) {
	t.Helper()
	b = newBed(t)
	b.Do(func() {
		if _, err := b.lines.Add(0, e1.Virtual); err != nil {
			t.Error(err)
		}
	})
	reply := b.want(200, "CRCX 1 ds/e1-1/s-1/su16-0@mgw MGCP 1.0\nC: a\nM: recvonly\n\nc=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 3\n")
	return b, field(reply, "I: ")
}

// §22: the commands reach E1 endpoints by position only.
func TestOperatorsErrors(t *testing.T) {
	b, _ := onLine(t)
	if err := b.Configure(func(c *Config) { c.AddTrunk(9) }); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		trunk, index int
		want         error
	}{
		{0, 3, ErrNoTrunk}, {9, 3, ErrNoEndpoints}, {1, 0, ErrNoEndpoint}, {1, 465, ErrNoEndpoint}, {1, -1, ErrNoEndpoint}, {1, 464, nil},
	} {
		for name, err := range map[string]error{
			"free": b.FreeEndpoint(tt.trunk, tt.index),
			"loop": b.LoopEndpoint(tt.trunk, tt.index, true),
		} {
			if !errors.Is(err, tt.want) {
				t.Errorf("%s %d/%d: %v, want %v", name, tt.trunk, tt.index, err, tt.want)
			}
		}
	}
	if err := b.TapConnection(1, 3, "12AB", relay.TapIn, netip.MustParseAddrPort("127.0.0.1:9")); !errors.Is(err, ErrNoConnection) {
		t.Errorf("tap of an unknown connection: %v", err)
	}
	if err := b.ResetAllEndpoints(); !errors.Is(err, ErrNoCallAgent) {
		t.Errorf("reset without a call agent: %v", err)
	}
	if err := b.ResetEndpoint(1, 3); !errors.Is(err, ErrNoCallAgent) {
		t.Errorf("reset without a call agent: %v", err)
	}
}

func TestLoopAndFree(t *testing.T) {
	b, id := onLine(t)
	c := b.conn("ds/e1-1/s-1/su16-0@mgw")
	check := func(when string, mode relay.Mode, output bool) {
		t.Helper()
		if c.cfg.Mode != mode || c.cfg.OutputEnabled != output {
			t.Errorf("%s: mode %s, output %v, want %s, %v", when, c.cfg.Mode, c.cfg.OutputEnabled, mode, output)
		}
	}
	loop := func(on bool) {
		t.Helper()
		if err := b.LoopEndpoint(1, 3, on); err != nil {
			t.Fatal(err)
		}
	}
	loop(true)
	check("looped", relay.ModeLoopback, false) // output follows what MGCP said
	if !c.cfg.ConstantSSRC {
		t.Error("the SSRC is not patched")
	}
	loop(false)
	check("loop ended", relay.ModeRecvOnly, false)
	loop(true)
	b.want(200, "MDCX 2 ds/e1-1/s-1/su16-0@mgw MGCP 1.0\nI: "+id+"\n")
	check("MDCX without a mode", relay.ModeRecvOnly, false)

	if err := b.FreeEndpoint(1, 3); err != nil {
		t.Fatal(err)
	}
	b.want(515, "DLCX 3 ds/e1-1/s-1/su16-0@mgw MGCP 1.0\n")
	if !c.closed {
		t.Error("the connection of a freed endpoint lives")
	}
}

func TestTap(t *testing.T) {
	b, id := onLine(t)
	listen := func() (*net.UDPConn, netip.AddrPort) {
		conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn, conn.LocalAddr().(*net.UDPAddr).AddrPort()
	}
	in, inAddr := listen()
	out, outAddr := listen()
	for direction, to := range map[relay.TapDirection]netip.AddrPort{relay.TapIn: inAddr, relay.TapOut: outAddr} {
		if err := b.TapConnection(1, 3, strings.ToLower(id), direction, to); err != nil {
			t.Fatal(err)
		}
	}
	tap := b.conn("ds/e1-1/s-1/su16-0@mgw").tap
	tap.Packet(relay.TapEvent{Direction: relay.TapIn, Addr: &pktio.Addr{}}, []byte("came"))
	tap.Packet(relay.TapEvent{Direction: relay.TapSent, Addr: &pktio.Addr{}}, []byte("nobody asked"))
	tap.Packet(relay.TapEvent{Direction: relay.TapOut, Addr: &pktio.Addr{}}, []byte("went"))
	for conn, want := range map[*net.UDPConn]string{in: "came", out: "went"} {
		buffer := make([]byte, 100)
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		n, err := conn.Read(buffer)
		if string(buffer[:n]) != want {
			t.Errorf("got %q, %v, want %q", buffer[:n], err, want)
		}
	}
}

func TestSnapshot(t *testing.T) {
	b := newBed(t, func(c *Config) { c.Endpoints = 600; c.ConnTimeout = 10 })
	b.want(200, "CRCX 1 rtpbridge/12c@mgw MGCP 1.0\nC: first\nM: recvonly\n\nc=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 112 0\na=rtpmap:112 AMR/8000\n")
	first := b.conn("rtpbridge/12c@mgw")
	first.stats.PacketsSent = 7
	b.pass(4 * time.Second)
	first.receive()
	b.want(200, "CRCX 2 rtpbridge/12c@mgw MGCP 1.0\nC: first\nM: sendrecv\nL: a:AMR\nX-Osmux: 9\n")
	b.pass(2 * time.Second)

	all, active := b.Snapshot(false), b.Snapshot(true)
	if len(all) != 2 || all[0].Size != 600 || len(all[0].Endpoints) != 600 || all[1].Kind != E1Trunk || len(all[1].Endpoints) != 465 {
		t.Fatalf("trunks: %d", len(all))
	}
	if len(active[0].Endpoints) != 1 || len(active[1].Endpoints) != 0 || active[0].Used != 1 || active[0].Connections != 2 {
		t.Fatalf("active: %+v", active)
	}
	one, ok := b.EndpointSnapshot("RTPBRIDGE/12C@mgw")
	if !ok {
		t.Fatal("endpoint not found")
	}
	if diff := cmp.Diff(one, active[0].Endpoints[0], cmpopts.EquateComparable(netip.Addr{}, netip.AddrPort{})); diff != "" {
		t.Error(diff)
	}
	amr, _ := mgcp.NewCodec(112, "AMR/8000")
	if one.Name != "rtpbridge/12c@mgw" || !one.Available || one.CallID != "first" || len(one.Connections) != 2 {
		t.Fatalf("endpoint: %+v", one)
	}
	newest, oldest := one.Connections[0], one.Connections[1]
	if newest.Kind != relay.KindOsmux || newest.OsmuxLocal != 9 || newest.OsmuxRemote != 9 || !newest.OsmuxRemoteKnown || newest.Remote.IsValid() || newest.Remaining != 8*time.Second {
		t.Errorf("newest: %+v", newest)
	}
	if oldest.Codec != amr || !oldest.HasCodec || len(oldest.Codecs) != 2 || oldest.FrameDuration != 20 || oldest.Local != "127.0.0.1" || oldest.LocalPort != 12600 ||
		oldest.Remote.String() != "127.0.0.1" || oldest.RemotePort != 4000 || oldest.Mode != relay.ModeRecvOnly || oldest.OutputEnabled ||
		oldest.Stats.PacketsSent != 7 || !oldest.Timed || oldest.Remaining != 8*time.Second {
		t.Errorf("oldest: %+v", oldest)
	}

	if free, ok := b.EndpointSnapshot("rtpbridge/*@mgw"); !ok || free.Name != "rtpbridge/1@mgw" {
		t.Errorf("a star stands for %s, want the first free", free.Name)
	}
	for name, want := range map[string]error{
		"ds/e1-1/s-4/su8-5@mgw": nil, "DS/E1-1/S-4/SU8-5@MGW": nil, "*": nil,
		"ds/e1-1/s-4/su8-5": ErrNoEndpoint, "ds/e1-1/s-4/su8-5@other": ErrNoEndpoint, "rtpbridge/1@mgw": ErrNoEndpoint, "ds/e1-2/s-4/su8-5@mgw": ErrNoEndpoint,
	} {
		if _, err := b.TrunkEndpointSnapshot(1, name); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if _, err := b.TrunkEndpointSnapshot(5, "*"); !errors.Is(err, ErrNoTrunk) {
		t.Errorf("trunk 5: %v", err)
	}
	ports := b.Ports()
	if ports.Start != 12600 || ports.End != 12699 || ports.Next != 12604 || len(ports.InUse) != 2 || ports.InUse[0] != (AddressPorts{"127.0.0.1", 1}) {
		t.Errorf("ports: %+v", ports)
	}
}

// MENDS 23: draining refuses new connections and tells when the last call is over.
func TestDrain(t *testing.T) {
	b := newBed(t)
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n"), "I: ")
	idle := make(chan struct{})
	b.Drain(func() { close(idle) })
	b.want(403, "CRCX 2 rtpbridge/*@mgw MGCP 1.0\nC: b\nM: recvonly\n")
	b.want(403, "CRCX 3 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.want(200, "MDCX 4 rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\nM: sendrecv\n")
	b.want(200, "AUEP 5 null@mgw MGCP 1.0\n")
	select {
	case <-idle:
		t.Fatal("idle while a call is up")
	default:
	}
	b.want(250, "DLCX 6 rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\n")
	<-idle
	if !b.Draining() {
		t.Error("new connections are let in after the last call")
	}
	b.StopDraining()
	b.want(200, "CRCX 7 rtpbridge/*@mgw MGCP 1.0\nC: b\nM: recvonly\n")

	again := make(chan struct{})
	b.want(200, "DLCX 8 rtpbridge/*@mgw MGCP 1.0\n")
	b.Drain(func() { close(again) }) // nothing is up: at once
	<-again
}

// A setting that is out of bounds leaves all settings as they were.
func TestConfigureIsAllOrNothing(t *testing.T) {
	b := newBed(t)
	before := b.Config()
	err := b.Configure(func(c *Config) {
		c.ConnTimeout = 7
		c.RTP.BindIP = "::1"
		c.AddTrunk(3).KeepAlive = 500
	})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{"rtp bind-ip: ::1 is not an IPv4 address", "trunk 3: rtp keep-alive: 500"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
	if diff := cmp.Diff(before, b.Config()); diff != "" {
		t.Errorf("changed: %s", diff)
	}
}
