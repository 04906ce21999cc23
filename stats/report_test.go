package stats_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/stats"
)

// newStatsdServer makes a server and a reporter that sends to it.
func newStatsdServer(t *testing.T, r *stats.Registry) (*stats.Reporter, *net.UDPConn) {
	t.Helper()
	server, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	p := r.AddReporter(stats.Statsd, "")
	for _, err := range []error{
		p.SetRemoteIP("127.0.0.1"), p.SetRemotePort(server.LocalAddr().(*net.UDPAddr).AddrPort().Port()), p.Enable(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return p, server
}

// report makes a report and returns the datagrams that came of it, a blank between them. A last datagram from here
// marks their end.
func report(t *testing.T, r *stats.Registry, server *net.UDPConn) string {
	t.Helper()
	r.Report()
	me, err := net.DialUDP("udp4", nil, server.LocalAddr().(*net.UDPAddr))
	if err != nil {
		t.Fatal(err)
	}
	defer me.Close()
	if _, err := me.Write([]byte("end")); err != nil {
		t.Fatal(err)
	}
	var all []string
	buf := make([]byte, 65536)
	for {
		server.SetReadDeadline(time.Now().Add(10 * time.Second))
		n, err := server.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		if string(buf[:n]) == "end" {
			return strings.Join(all, " ")
		}
		all = append(all, string(buf[:n]))
	}
}

const everything = "lines.0.lines.up:0|c calls.virtual-0.calls.calls.made:0|c calls.virtual-0.calls.calls.lost:0|c " +
	"rooms.virtual-0.rooms.rooms.total:3|g rooms.virtual-0.rooms.rooms.used:0|g"

func TestStatsdTellsChanges(t *testing.T) {
	r := newRegistry(t)
	g := r.NewGroup(&calls, "virtual-0:calls")
	r.NewGroup(&lines, "")
	r.NewGroup(&ours, "hidden")
	gauges := r.NewGauges(&rooms, "virtual-0:rooms")
	gauges.Set(0, 3)
	p, server := newStatsdServer(t, r)

	want(t, report(t, r, server), everything)
	want(t, report(t, r, server), "")

	g.Add(0, 2)
	gauges.Set(1, 5)
	gauges.Set(1, 1)
	want(t, report(t, r, server), "calls.virtual-0.calls.calls.made:2|c rooms.virtual-0.rooms.rooms.used:5|g")
	want(t, report(t, r, server), "rooms.virtual-0.rooms.rooms.used:1|g")
	gauges.Set(1, -4)
	want(t, report(t, r, server), "")
	want(t, report(t, r, server), "rooms.virtual-0.rooms.rooms.used:0|g")
	gauges.Set(1, 0)
	report(t, r, server)

	p.SetPrefix("TTT")
	want(t, report(t, r, server), "TTT."+strings.ReplaceAll(everything, " ", " TTT."))
	want(t, report(t, r, server), "")

	p.Disable()
	g.Add(0, 1)
	want(t, report(t, r, server), "")
	p.SetPrefix("")
	p.Enable()
	want(t, report(t, r, server), everything)
}

// As on osmo-mgw: all values right after the setting, then with every third report.
func TestFlushPeriod(t *testing.T) {
	r := newRegistry(t)
	r.NewGroup(&lines, "")
	p, server := newStatsdServer(t, r)
	report(t, r, server)
	p.SetFlushPeriod(3)
	var got []string
	for range 7 {
		got = append(got, report(t, r, server))
	}
	const all = "lines.0.lines.up:0|c"
	want(t, strings.Join(got, ","), all+",,,"+all+",,,"+all)
}

func TestMTUJoinsValues(t *testing.T) {
	r := newRegistry(t)
	r.NewGroup(&calls, "a")
	r.NewGroup(&calls, "b")
	p, server := newStatsdServer(t, r)
	p.SetMTU(28 + 2*len("calls.b.calls.made:0|c") + 1)
	want(t, report(t, r, server), "calls.b.calls.made:0|c\ncalls.b.calls.lost:0|c calls.a.calls.made:0|c\ncalls.a.calls.lost:0|c")
	p.SetMTU(100)
	want(t, report(t, r, server), "calls.b.calls.made:0|c\ncalls.b.calls.lost:0|c\ncalls.a.calls.made:0|c calls.a.calls.lost:0|c")
	p.SetMTU(30) // no room for any
	want(t, report(t, r, server), "calls.b.calls.made:0|c calls.b.calls.lost:0|c calls.a.calls.made:0|c calls.a.calls.lost:0|c")
}

func TestSettingsThatAReporterDoesNotHave(t *testing.T) {
	r := newRegistry(t)
	l, s := r.AddReporter(stats.Log, "x"), r.AddReporter(stats.Statsd, "")
	for i, c := range []struct{ got, want error }{
		{l.SetRemoteIP("1.2.3.4"), stats.ErrNotSupported},
		{l.SetRemotePort(1), stats.ErrNotSupported},
		{l.SetLocalIP(""), stats.ErrNotSupported},
		{l.SetMTU(0), stats.ErrNotSupported},
		{s.SetBind(stats.DefaultBind), stats.ErrNotSupported},
		{s.SetRemoteIP("::1"), stats.ErrInvalid},
		{s.SetRemoteIP("localhost"), stats.ErrInvalid},
		{s.SetLocalIP("1.2.3"), stats.ErrInvalid},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%d: %v, want %v", i, c.got, c.want)
		}
	}
}

// The address is kept, for the operator to see what is wrong with it.
func TestLocalAddressOfAnotherMachineDisables(t *testing.T) {
	p := newRegistry(t).AddReporter(stats.Statsd, "")
	p.Enable()
	if err := p.SetLocalIP("192.0.2.1"); err == nil || err.Error() != "cannot assign requested address" {
		t.Errorf("error %v", err)
	}
	if s := p.Settings(); s.Enabled || s.LocalIP != netip.MustParseAddr("192.0.2.1") {
		t.Errorf("%+v", s)
	}
	if err := p.SetLocalIP(""); err != nil {
		t.Error(err)
	}
	if err := p.Enable(); err != nil {
		t.Error(err)
	}
}

func TestReportersAreKnownByKindAndName(t *testing.T) {
	r := newRegistry(t)
	a, b := r.AddReporter(stats.Statsd, ""), r.AddReporter(stats.Log, "")
	if r.AddReporter(stats.Statsd, "") != a || r.FindReporter(stats.Log, "") != b || r.FindReporter(stats.Log, "x") != nil {
		t.Error("not found again")
	}
	r.RemoveReporter(a)
	if r.FindReporter(stats.Statsd, "") != nil || len(r.Reporters()) != 1 {
		t.Error("still there")
	}
}

func TestLogReporter(t *testing.T) {
	logs := logging.New("test")
	defer logs.Close(10 * time.Second)
	var out strings.Builder
	target := logs.OpenSession(&out)
	target.Change(func(s *logging.Settings) {
		s.Colour, s.CategoryHex, s.File = false, false, logging.NoFile
		s.SetAll(logging.Info)
	})
	r := stats.NewRegistry(logs.Logger())
	defer r.Close()
	g := r.NewGroup(&lines, "")
	g.Add(0, 4)
	r.NewGauges(&rooms, "virtual-0:rooms")
	p := r.AddReporter(stats.Log, "")
	p.SetPrefix("PFX")
	p.Enable()
	r.Report()
	g.Add(0, 1)
	r.Report()
	target.Sync()
	want(t, out.String(), `stats t=c p=PFX g=lines i=0 n=lines:up v=4 u=
stats t=i p=PFX g=rooms i=0 n=rooms:total v=0 u=
stats t=i p=PFX g=rooms i=0 n=rooms:used v=0 u=
stats t=c p=PFX g=lines i=0 n=lines:up v=5 u=
`)
}

// A change of the interval reports at once.
func TestIntervalReportsAtOnce(t *testing.T) {
	r := newRegistry(t)
	r.NewGroup(&lines, "")
	_, server := newStatsdServer(t, r)
	r.Start()
	r.SetInterval(3600)
	server.SetReadDeadline(time.Now().Add(10 * time.Second))
	buf := make([]byte, 1500)
	n, err := server.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	want(t, string(buf[:n]), "lines.0.lines.up:0|c")
}

// scrape returns the lines about our groups.
func scrape(t *testing.T, address string) string {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status, err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(body)) {
		if strings.HasPrefix(line, "osmo_mgw_") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// freePort returns an address that nobody listens on.
func freePort(t *testing.T) netip.AddrPort {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).AddrPort()
}

var perConnection = stats.GroupDesc{Name: "conn_rtp", Title: "rtp connection statistics", PerConnection: true, Counters: []stats.Desc{
	{Name: "rtp:packets_rx", Description: "packets received"},
}}

func TestPrometheus(t *testing.T) {
	r := newRegistry(t)
	for _, trunk := range []string{"virtual-0", "e1-1"} {
		r.NewGroup(&calls, trunk+":calls", stats.OfTrunk(trunk)).Add(0, 3)
		r.NewGroup(&perConnection, "", stats.OfTrunk(trunk)).Add(0, 7)
	}
	r.NewGroup(&ours, "").Add(0, 1)
	r.NewGauges(&rooms, "virtual-0:rooms", stats.OfTrunk("virtual-0")).Set(0, 3)
	p, bind := r.AddReporter(stats.Prometheus, ""), freePort(t)
	p.SetBind(bind)
	if err := p.Enable(); err != nil {
		t.Fatal(err)
	}
	if conn, err := net.Dial("tcp", bind.String()); err == nil {
		conn.Close()
		t.Fatal("it listens before the registry was started: while a file was read")
	}
	r.Start()
	r.Reset() // by the operator, not by the program
	global := `osmo_mgw_calls_calls_lost{trunk="e1-1"} 0
osmo_mgw_calls_calls_lost{trunk="virtual-0"} 0
osmo_mgw_calls_calls_made{trunk="e1-1"} 3
osmo_mgw_calls_calls_made{trunk="virtual-0"} 3
osmo_mgw_ours_ours_seen 1
osmo_mgw_rooms_rooms_total{trunk="virtual-0"} 3
osmo_mgw_rooms_rooms_used{trunk="virtual-0"} 0
`
	want(t, scrape(t, bind.String()), global)
	p.SetLevel(stats.Peer)
	connections := `osmo_mgw_conn_rtp_rtp_packets_rx{connection="0",trunk="virtual-0"} 7
osmo_mgw_conn_rtp_rtp_packets_rx{connection="1",trunk="e1-1"} 7
`
	want(t, scrape(t, bind.String()), strings.Replace(global, "osmo_mgw_ours", connections+"osmo_mgw_ours", 1))

	if err := p.SetBind(netip.MustParseAddrPort("192.0.2.1:9")); err == nil || err.Error() != "cannot assign requested address" {
		t.Errorf("bound to another machine's address: %v", err)
	}
	if p.Settings().Enabled {
		t.Error("enabled without a port")
	}
	p.Disable()
}

// A session may be in the node of a reporter that another session removes; what it sets there opens nothing.
func TestRemovedReporterOpensNothing(t *testing.T) {
	r := newRegistry(t)
	r.Start()
	p, bind := r.AddReporter(stats.Prometheus, ""), freePort(t)
	r.RemoveReporter(p)
	p.SetBind(bind)
	p.Enable()
	if conn, err := net.Dial("tcp", bind.String()); err == nil {
		conn.Close()
		t.Error("a removed reporter listens")
	}
}
