package mgw

import (
	"strings"
	"testing"

	"osmo-mgw-go/stats"
)

// `show mgcp stats` has the counters of each trunk behind it, in its own order, and then those of all.
func TestShowMGCPStats(t *testing.T) {
	b := newStartedBed(t, onLoopback+" number endpoints 1\n")
	for _, g := range []struct{ group, name string }{{"crcx", "virtual-0:crcx"}, {"mdcx", "virtual-0:mdcx"}, {"dlcx", "virtual-0:dlcx"}, {"mgcp", "mgw:general"}} {
		group := b.stats.NewGroup(&stats.GroupDesc{Name: g.group, Title: g.group + " title", Counters: []stats.Desc{{Name: g.group + ":success", Description: "ends"}}}, g.name)
		group.Add(0, 7)
	}
	got := b.run("show mgcp stats")
	want := `No endpoints in use.

Rate counters (trunk):
   crcx title:
                crcx:success:          7 (0/s 0/m 0/h 0/d) ends
   dlcx title:
                dlcx:success:          7 (0/s 0/m 0/h 0/d) ends
   mdcx title:
                mdcx:success:          7 (0/s 0/m 0/h 0/d) ends

Rate counters (global):
   mgcp title:
                mgcp:success:          7 (0/s 0/m 0/h 0/d) ends
`
	if !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant it to end in\n%s", got, want)
	}
}
