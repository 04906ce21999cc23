package core

import (
	"fmt"
	"strings"
	"testing"

	"osmo-mgw-go/relay"
)

// §17: what the packets' side gets to know of a circuit, from CRCX to MDCX.
func TestOsmuxNegotiation(t *testing.T) {
	b := newBed(t, func(c *Config) {
		c.Osmux.BatchFactor, c.Osmux.BatchSize, c.Osmux.Dummy, c.Osmux.PeerBehindNAT = 2, 500, true, true
	})
	reply := b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nX-OSMUX: *\n", "\nX-Osmux: 0\n", "m=audio 12984 RTP/AVP 0\n")
	id := field(reply, "I: ")
	c := b.conn("rtpbridge/1@mgw")
	want := relay.OsmuxConfig{BatchFactor: 2, BatchSize: 500, Dummy: true, PeerBehindNAT: true}
	if c.cfg.Kind != relay.KindOsmux || c.cfg.Osmux != want {
		t.Errorf("after CRCX: %s, %+v, want %+v", c.cfg.Kind, c.cfg.Osmux, want)
	}
	b.want(200, "MDCX 2 rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\nX-Osmux: 41\n", "\nX-Osmux: 0\n")
	want.RemoteCID, want.RemoteCIDKnown = 41, true
	if c.cfg.Osmux != want {
		t.Errorf("after MDCX: %+v, want %+v", c.cfg.Osmux, want)
	}
	// The codec is not looked at, and Osmux does not become IuUP.
	b.want(200, "MDCX 3 rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\nX-Osmux: 41\n\nm=audio 1 RTP/AVP 96\na=rtpmap:96 VND.3GPP.IUFP/16000\n")
	if c.cfg.Kind != relay.KindOsmux {
		t.Errorf("kind is %s", c.cfg.Kind)
	}
}

// §17: 256 circuits, and what is given back can be had again.
func TestCircuitsRunOut(t *testing.T) {
	b := newBed(t, func(c *Config) { c.Endpoints = 300; c.RTP.PortStart, c.RTP.PortEnd = 12600, 13999 })
	var seen [cidCount]bool
	for i := range cidCount {
		reply := b.want(200, fmt.Sprintf("CRCX %d rtpbridge/*@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: *\n", i))
		var cid int
		if _, err := fmt.Sscan(field(reply, "X-Osmux: "), &cid); err != nil || seen[cid] {
			t.Fatalf("circuit %d comes twice, %v", cid, err)
		}
		seen[cid] = true
	}
	if n := b.UsedCircuits(); n != cidCount {
		t.Errorf("%d circuits in use", n)
	}
	b.play(b.virtual.counters.crcx, []step{{"CRCX 300 rtpbridge/*@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: *\n", 400, crcxNoOsmux}})
	b.want(200, "DLCX 301 rtpbridge/21@mgw MGCP 1.0\n")
	b.want(200, "CRCX 302 rtpbridge/*@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: 7\n", "\nX-Osmux: 32\n")
}

// §17: sockets are opened with the first circuit and then stay; a port in use is 400.
func TestOsmuxSockets(t *testing.T) {
	b := newBed(t, func(c *Config) { c.Osmux.BindIPv6 = "" })
	if n := len(b.ports.bound); n != 0 {
		t.Errorf("%d sockets before the first circuit", n)
	}
	taken := b.ports.occupy(t, "127.0.0.1", 12984)
	const create = " rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: *\n"
	b.play(b.virtual.counters.crcx, []step{{"CRCX 1" + create, 400, crcxNoOsmux}})
	b.ports.close(taken...)
	b.want(200, "CRCX 2"+create, "c=IN IP4 127.0.0.1\n", "m=audio 12984 ")
	if err := b.Configure(func(c *Config) { c.Osmux.Port, c.Osmux.BindIP, c.Osmux.BindIPv6 = 13000, "127.0.0.2", "::1" }); err != nil {
		t.Fatal(err)
	}
	// What is open stays as it is; a family that is new opens beside it.
	b.want(200, "CRCX 3"+create+"\nc=IN IP4 127.0.0.1\n", "c=IN IP4 127.0.0.1\n", "m=audio 12984 ")
	b.want(200, "CRCX 4"+create+"\nc=IN IP6 ::1\n", "c=IN IP6 ::1\n", "m=audio 12984 ")

	b = newBed(t, func(c *Config) { c.Osmux.BindIP, c.Osmux.BindIPv6 = "", "" })
	b.play(b.virtual.counters.crcx, []step{{"CRCX 1" + create, 500, crcxBind}})
	if n := b.UsedCircuits(); n != 0 {
		t.Errorf("%d circuits in use after a failure", n)
	}
}

// §9.2 step 21: a circuit that the packets' side refuses is 500 without a counter, and nothing stays open.
func TestRefusedCircuit(t *testing.T) {
	b := newBed(t)
	b.plane.refuse = true
	b.play(b.virtual.counters.crcx, []step{{"CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: 3\n\nc=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 112\n", 500, uncounted}})
	b.Do(func() {
		if n := len(b.Gateway.ports.ours); b.virtual.connections != 0 || b.virtual.claimed.count != 0 || n != 0 {
			t.Errorf("%d connections, %d endpoints, ports on %d addresses in use", b.virtual.connections, b.virtual.claimed.count, n)
		}
	})
	b.plane.refuse = false
	id := field(b.want(200, "CRCX 2 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: 3\n"), "I: ")
	b.plane.refuse = true
	modify := "MDCX 3 rtpbridge/1@mgw MGCP 1.0\nI: " + id + "\nX-Osmux: 3\n\nc=IN IP6 ::1\nm=audio 4000 RTP/AVP 112\n"
	b.play(b.virtual.counters.mdcx, []step{{modify, 500, uncounted}})
	b.plane.refuse = false
	b.want(200, strings.Replace(modify, "3", "4", 1))
}

// MENDS and §17: what comes in while Osmux is off is dropped.
func TestOsmuxIsSwitchedOff(t *testing.T) {
	b := newBed(t)
	for _, use := range []OsmuxUse{OsmuxOff, OsmuxOnly, OsmuxOff} {
		if err := b.Configure(func(c *Config) { c.Osmux.Use = use }); err != nil {
			t.Fatal(err)
		}
		if b.plane.osmuxOff != (use == OsmuxOff) {
			t.Errorf("osmux %s: off is %v", use, b.plane.osmuxOff)
		}
	}
}
