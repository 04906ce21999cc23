package mgw

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var caller = netip.MustParseAddrPort("127.0.0.1:2727")

// `show mgcp stats` has the counters of each trunk behind it, in its own order, and then those of all.
func TestShowMGCPStats(t *testing.T) {
	b := newStartedBed(t, onLoopback+" number endpoints 1\n")
	b.gateway.HandleDatagram(caller, []byte("DLCX 1 rtpbridge/1@mgw MGCP 1.0\r\n"))
	_, counters, _ := strings.Cut(b.run("show mgcp stats"), "No endpoints in use.\n")
	got := regexp.MustCompile(`(?m)^(|Rate counters.*|   [^ ].*:)\n`).FindAllString(counters, -1)
	want := strings.SplitAfter(`
Rate counters (trunk):
   crxc statistics:
   dlcx statistics:
   mdcx statistics:
   aggregated statistics for all rtp connections:
   aggregated statistics for all osmux connections:

Rate counters (global):
   mgcp general statistics:
`, "\n")
	if want = want[:len(want)-1]; !slices.Equal(got, want) {
		t.Errorf("headings are\n%q\nwant\n%q", got, want)
	}
	for _, line := range []string{
		"                mgcp:rx_msgs:          1 (0/s 0/m 0/h 0/d) ",
		"                dlcx:no_conn:          1 (0/s 0/m 0/h 0/d) ",
		"                dlcx:success:          0 (0/s 0/m 0/h 0/d) ",
	} {
		if !strings.Contains(counters, "\n"+line) {
			t.Errorf("no line %q in\n%s", line, counters)
		}
	}
}
