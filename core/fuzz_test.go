package core

import (
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/internal/exchanges"
)

// check looks for contradictions in what the gateway believes.
func (b *bed) check() {
	b.Helper()
	b.Do(func() {
		connections, circuits := 0, 0
		for _, t := range b.trunks {
			n, claimed := 0, 0
			for _, e := range t.endpoints {
				n += len(e.connections)
				if e.claimed {
					claimed++
				}
				if t.claimed.has(e.index) != e.claimed || (len(e.connections) > 0) != e.claimed {
					b.Errorf("%s: claimed %v, %d connections", e.name, e.claimed, len(e.connections))
				}
				for _, c := range e.connections {
					if c.plane == nil || c.fresh != nil || !b.ports.isBound(c.plane.(*fakeConn).rtp) {
						b.Errorf("%s %s has no sockets", e.name, c.id)
					}
					if c.plane.(*fakeConn).cfg.Osmux.LocalCID != 0 || c.plane.(*fakeConn).cfg.Kind.String() == "osmux" {
						circuits++
					}
				}
			}
			if n != t.connections || claimed != t.claimed.count || int64(claimed) != t.counters.gauges.Value(endpointsUsed) {
				b.Errorf("%s: %d connections, counted %d; %d endpoints claimed, counted %d", t.name(), n, t.connections, claimed, t.claimed.count)
			}
			connections += n
		}
		if len(b.ports.bound) != 2*connections && b.osmux.ip4+b.osmux.ip6 == "" {
			b.Errorf("%d sockets for %d connections", len(b.ports.bound), connections)
		}
		if circuits != b.cids.used.count {
			b.Errorf("%d circuits, counted %d", circuits, b.cids.used.count)
		}
	})
}

// FuzzGateway sends any datagrams, separated by a line "----", and looks at what is left.
func FuzzGateway(f *testing.F) {
	var all []string
	for _, e := range exchanges.All() {
		all = append(all, e.Request)
	}
	const separator = "----\r\n"
	for len(all) > 0 {
		n := min(len(all), 12)
		f.Add(strings.Join(all[:n], separator))
		all = all[n:]
	}
	f.Add("CRCX 1 rtpbridge/*@mgw MGCP 1.0\r\nC: a\r\nM: recvonly\r\nX-Osmux: *\r\n" + separator + "DLCX 2 rtpbridge/*@mgw MGCP 1.0\r\n")
	f.Fuzz(func(t *testing.T, datagrams string) {
		b := newBed(t, func(c *Config) { c.ConnTimeout = 5; c.Endpoints = 3 })
		defer b.Close()
		for _, d := range strings.Split(datagrams, separator) {
			reply := b.HandleDatagram(b.agent, []byte(d))
			if len(reply) > 2047 || len(d) < 2000 && reply != nil && !strings.HasSuffix(string(reply), "\r\n") {
				t.Errorf("%q got %q", d, reply)
			}
		}
		b.check()
		b.pass(6 * time.Second)
		b.check()
		if n := b.virtual.connections; n != 0 {
			t.Errorf("%d connections have outlived their time", n)
		}
	})
}
