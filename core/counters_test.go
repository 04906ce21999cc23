package core

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"osmo-mgw-go/relay"
	"osmo-mgw-go/stats"
)

// §20: names, numbers and order of the groups, as `show rate-counters` lists them: the newest first.
func TestCounterGroups(t *testing.T) {
	b := newBed(t, func(c *Config) { c.AddTrunk(7) })
	first := b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.want(534, "CRCX 2 rtpbridge/2@mgw MGCP 1.0\nC: a\nM: recvonly\nL: a:X/8000/2\n") // takes a number, too
	b.want(200, "CRCX 3 rtpbridge/3@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: 1\n")
	headings := func() (list []string) {
		var text bytes.Buffer
		b.stats.ShowRateCounters(&text, true)
		for _, line := range strings.Split(text.String(), "\n") {
			if line != "" && line[0] != ' ' {
				list = append(list, line)
			}
		}
		return list
	}
	trunk := func(name string, index, e1Index int) (list []string) {
		if e1Index > 0 {
			list = append(list, fmt.Sprintf("e1 statistics %d (%s:e1):", e1Index, name))
		}
		return append(list,
			fmt.Sprintf("aggregated statistics for all osmux connections %d (%s:osmux_conn):", index, name),
			fmt.Sprintf("aggregated statistics for all rtp connections %d (%s:rtp_conn):", index, name),
			fmt.Sprintf("dlcx statistics %d (%s:dlcx):", index, name),
			fmt.Sprintf("mdcx statistics %d (%s:mdcx):", max(index, e1Index-1), name),
			fmt.Sprintf("crxc statistics %d (%s:crcx):", index, name),
		)
	}
	want := slices.Concat(
		[]string{"Osmux connection statistics 2:", "rtp connection statistics 2:", "rtp connection statistics 0:"},
		trunk("e1-7", 2, 4), trunk("e1-1", 1, 2),
		[]string{"mgcp general statistics 0 (mgw:general):"},
		trunk("virtual-0", 0, 0),
	)
	if got := headings(); !slices.Equal(got, want) {
		t.Errorf("groups\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	b.want(250, "DLCX 4 rtpbridge/1@mgw MGCP 1.0\nI: "+field(first, "I: ")+"\n")
	if got := headings(); got[2] != want[3] {
		t.Errorf("after DLCX the third group is %q, want %q", got[2], want[3])
	}
}

// §20: what the groups of the packets' side show, and what is left of a connection that has ended.
func TestMediaCounters(t *testing.T) {
	b := newBed(t)
	figures := func(name string) (values []uint64) {
		t.Helper()
		var text bytes.Buffer
		b.stats.ShowRateCounters(&text, false)
		_, section, ok := strings.Cut(text.String(), name+":\n")
		if !ok {
			t.Fatalf("no group %q", name)
		}
		for _, line := range strings.Split(section, "\n") {
			var item string
			var value uint64
			if _, err := fmt.Sscan(line, &item, &value); err != nil {
				break
			}
			values = append(values, value)
		}
		return values
	}
	check := func(name string, want ...uint64) {
		t.Helper()
		if got := figures(name); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	b.virtual.plane.(*fakeTrunk).stats = relay.TrunkStats{
		PacketsSent: 1, OctetsSent: 2, PacketsReceived: 3, OctetsReceived: 4, Dropped: 5,
		Osmux: relay.TrunkOsmuxStats{
			ChunksReceived: 11, OctetsReceived: 12, PacketsSent: 13, PacketsDropped: 14, SpeechOctetsSent: 15,
			DatagramsReceived: 16, DatagramsSent: 17, DatagramsDropped: 18,
		},
	}
	b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: 1\n")
	b.conn("rtpbridge/1@mgw").stats = relay.ConnStats{
		PacketsSent: 21, OctetsSent: 22, PacketsReceived: 23, OctetsReceived: 24, Dropped: 25, TimestampErrorsIn: 26, TimestampErrorsOut: 27,
		Osmux: relay.OsmuxStats{ChunksReceived: 31, OctetsReceived: 32, PacketsSent: 33, PacketsDropped: 34, SpeechOctetsSent: 35},
	}
	const aggregate, circuits = "aggregated statistics for all rtp connections 0 (virtual-0:rtp_conn)", "aggregated statistics for all osmux connections 0 (virtual-0:osmux_conn)"
	check("rtp connection statistics 0", 26, 27, 23, 24, 21, 22, 25)
	check("Osmux connection statistics 0", 31, 32, 33, 34, 35)
	check(aggregate, 0, 0, 3, 4, 1, 2, 5, 0)
	check(circuits, 11, 12, 13, 14, 15, 0, 16, 17, 18)
	b.want(200, "DLCX 2 rtpbridge/1@mgw MGCP 1.0\n")
	b.want(534, "CRCX 3 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nL: a:X/8000/2\n") // a connection that ends at once
	check(aggregate, 26, 27, 3, 4, 1, 2, 5, 2)
	check(circuits, 11, 12, 13, 14, 15, 1, 16, 17, 18)
}

// §20: every group has the reference's items in its order.
func TestCounterNames(t *testing.T) {
	for _, tt := range []struct {
		group *stats.GroupDesc
		names string
	}{
		{&generalGroup, "mgcp:rx_msgs mgcp:rx_msgs_retransmitted mgcp:rx_msgs_handled mgcp:rx_msgs_unhandled mgcp:err_rx_msg_parse mgcp:err_rx_no_endpoint"},
		{&crcxGroup, "crcx:success crcx:bad_action crcx:unhandled_param crcx:missing_callid crcx:invalid_mode crcx:limit_exceeded crcx:unkown_callid crcx:alloc_conn_fail crcx:no_remote_conn_desc crcx:start_rtp_failure crcx:no_osmux crcx:conn_opt crcx:codec_nego crcx:bind_port crcx:unavailable crcx:claim"},
		{&mdcxGroup, "mdcx:success mdcx:wildcard mdcx:no_conn mdcx:callid mdcx:connid crcx:unhandled_param mdcx:no_connid mdcx:conn_not_found mdcx:invalid_mode mdcx:conn_opt mdcx:no_remote_conn_desc mdcx:bind_port mdcx:unavailable"},
		{&dlcxGroup, "dlcx:success dlcx:no_conn dlcx:callid dlcx:connid dlcx:unhandled_param dlcx:unavailable"},
		{&e1Group, "e1:rx_fail e1:tx_fail e1:i460"},
		{&allConnectionsGroup, "all_rtp:err_tstmp_in all_rtp:err_tstmp_out all_rtp:packets_rx all_rtp:octets_rx all_rtp:packets_tx all_rtp:octets_tx all_rtp:dropped all_rtp:num_closed_conns"},
		{&connectionGroup, "stream_err_tstmp:in stream_err_tstmp:out rtp:packets_rx rtp:octets_rx rtp:packets_tx rtp:octets_tx rtp:dropped"},
		{&allCircuitsGroup, "all_osmux:chunks_rx all_osmux:octets_rx all_osmux:rtp_packets_tx all_osmux:rtp_packets_tx_dropped all_osmux:amr_octets_tx all_osmux:num_closed_conns all_osmux:packets_rx all_osmux:packets_tx all_osmux:dropped_packets"},
		{&circuitGroup, "osmux:chunks_rx osmux:octets_rx osmux:rtp_packets_tx osmux:rtp_packets_tx_dropped osmux:amr_octets_tx"},
	} {
		var names []string
		for _, c := range tt.group.Counters {
			names = append(names, c.Name)
			if c.Description == "" {
				t.Errorf("%s: no description", c.Name)
			}
		}
		if got := strings.Join(names, " "); got != tt.names {
			t.Errorf("%s: got %s", tt.group.Name, got)
		}
	}
	// The constants stand where the names do.
	for name, at := range map[string]int{"crcx:no_osmux": crcxNoOsmux, "crcx:bind_port": crcxBind, "crcx:claim": crcxClaim} {
		if crcxGroup.Counters[at].Name != name {
			t.Errorf("%s is %s", name, crcxGroup.Counters[at].Name)
		}
	}
	for name, at := range map[string]int{"mdcx:conn_opt": mdcxBadOption, "mdcx:bind_port": mdcxBind, "mdcx:unavailable": mdcxUnavailable} {
		if mdcxGroup.Counters[at].Name != name {
			t.Errorf("%s is %s", name, mdcxGroup.Counters[at].Name)
		}
	}
	if last := dlcxGroup.Counters[dlcxUnavailable].Name; last != "dlcx:unavailable" {
		t.Errorf("dlcx:unavailable is %s", last)
	}
}

// In Prometheus, figures of a connection carry the trunk that it is on.
func TestConnectionCountersNameTheirTrunk(t *testing.T) {
	b := newBed(t)
	b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: 1\n")
	b.stats.Start()
	t.Cleanup(b.stats.Close)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().(*net.TCPAddr).AddrPort()
	free.Close()
	p := b.stats.AddReporter(stats.Prometheus, "")
	for _, err := range []error{p.SetBind(at), p.SetLevel(stats.Peer), p.Enable()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	answer, err := http.Get("http://" + at.String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	http.DefaultClient.CloseIdleConnections()
	for _, series := range []string{
		`osmo_mgw_conn_rtp_rtp_packets_rx{connection="0",trunk="virtual-0"} 0`,
		`osmo_mgw_conn_osmux_osmux_chunks_rx{connection="0",trunk="virtual-0"} 0`,
		`osmo_mgw_all_rtp_conn_all_rtp_packets_rx{trunk="virtual-0"} 0`,
	} {
		if !strings.Contains(string(text), "\n"+series+"\n") {
			t.Errorf("no series %s", series)
		}
	}
}
