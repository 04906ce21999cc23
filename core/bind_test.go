package core

import (
	"testing"
	"time"
)

// §13.1: the choice of the local address.
func TestLocalAddress(t *testing.T) {
	const (
		none   = ""
		v4     = "\n\nc=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 0\n"
		v6     = "\n\nc=IN IP6 ::1\nm=audio 4000 RTP/AVP 0\n"
		far4   = "\n\nc=IN IP4 192.0.2.9\nm=audio 4000 RTP/AVP 0\n" // probing fails
		far6   = "\n\nc=IN IP6 2001:db8::9\nm=audio 4000 RTP/AVP 0\n"
		any4   = "\n\nc=IN IP4 0.0.0.0\nm=audio 4000 RTP/AVP 0\n"
		osmux  = "\nX-Osmux: *"
		own4   = "192.0.2.4"
		own6   = "2001:db8::6"
		osmux4 = "192.0.2.14"
		osmux6 = "2001:db8::16"
	)
	all := func(c *Config) {
		c.RTP.BindIP, c.RTP.BindIPv6, c.RTP.Probing = own4, own6, false
		c.Osmux.BindIP, c.Osmux.BindIPv6 = osmux4, osmux6
	}
	only4 := func(c *Config) { all(c); c.RTP.BindIPv6, c.Osmux.BindIPv6 = "", "" }
	only6 := func(c *Config) { all(c); c.RTP.BindIP, c.Osmux.BindIP = "", "" }
	probing := func(c *Config) { all(c); c.RTP.Probing = true }
	told := func(c *Config) { all(c); c.LocalIP = "198.51.100.1" }
	for _, tt := range []struct {
		name   string
		config func(c *Config)
		body   string
		want   string // "" is 500
	}{
		{"no peer: IPv6 first", all, none, "IP6 " + own6},
		{"no peer, no IPv6", only4, none, "IP4 " + own4},
		{"IPv4 peer", all, v4, "IP4 " + own4},
		{"IPv6 peer", all, v6, "IP6 " + own6},
		{"any-address is no peer", all, any4, "IP6 " + own6},
		{"IPv6 peer, none of that family", only4, v6, "IP4 127.0.0.1"},
		{"IPv4 peer, none of that family", only6, v4, "IP4 127.0.0.1"},
		{"probing", probing, v4, "IP4 127.0.0.1"},
		{"probing IPv6", probing, v6, "IP6 ::1"},
		{"probing without a peer", probing, none, "IP6 " + own6},
		{"probing fails", probing, far4, "IP4 " + own4},
		{"probing fails for IPv6", probing, far6, "IP6 " + own6},
		{"another address is announced", told, v6, "IP4 198.51.100.1"},
		{"Osmux, no peer", all, osmux, "IP6 " + osmux6},
		{"Osmux, IPv4 peer", all, osmux + v4, "IP4 " + osmux4},
		{"Osmux, no peer, no IPv6", only4, osmux, "IP4 " + osmux4},
		{"Osmux, IPv6 peer, none of that family", only4, osmux + v6, ""},
		{"Osmux never probes", probing, osmux + v4, "IP4 " + osmux4},
	} {
		b := newBed(t, tt.config)
		request := "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly" + tt.body + "\n"
		if tt.want == "" {
			b.want(500, request)
			if got := b.count(b.virtual.counters.crcx, crcxBind); got != 1 {
				t.Errorf("%s: crcx:bind_port is %d", tt.name, got)
			}
		} else {
			b.want(200, request, "\nc=IN "+tt.want+"\n", " 23 IN "+tt.want+"\n")
		}
		b.Close()
	}
}

// MENDS 3: a pair whose sockets are about to be closed is waited for when there is no other.
func TestPairsThatAreBeingClosedAreWaitedFor(t *testing.T) {
	b := newBed(t, func(c *Config) { c.RTP.PortStart, c.RTP.PortEnd = 12600, 12601 })
	b.plane.lazy = true
	b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n", "m=audio 12600 ")
	b.want(200, "DLCX 2 rtpbridge/1@mgw MGCP 1.0\n")
	if p := b.Ports(); len(p.InUse) != 1 || p.InUse[0].Pairs != 1 {
		t.Errorf("ports %+v, want the pair that is being closed", p)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		time.Sleep(10 * time.Millisecond)
		for _, f := range b.plane.slow {
			f()
		}
	}()
	b.want(200, "CRCX 3 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n", "m=audio 12600 ")
	<-closed
	b.want(500, "CRCX 4 rtpbridge/2@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.plane.lazy = false
}
