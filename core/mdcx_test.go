package core

import (
	"strings"
	"testing"

	"osmo-mgw-go/relay"
)

// §9.3: the checks of MDCX in their order.
func TestMDCXChecks(t *testing.T) {
	b := newBed(t)
	head := func(id string) string { return "MDCX " + id + " rtpbridge/1@mgw MGCP 1.0\n" }
	b.play(b.virtual.counters.mdcx, []step{
		{"MDCX 1 rtpbridge/*@mgw MGCP 1.0\nN: 1\n", 507, mdcxWildcard},
		{head("2"), 400, mdcxNoConnection},
	})
	id := field(b.want(200, "CRCX 3 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n"), "I: ")
	b.play(b.virtual.counters.mdcx, []step{
		{head("10") + "I: 1\n", 515, mdcxConnectionID},
		{head("11") + "I: \n", 510, mdcxConnectionID},
		{head("12") + "I: " + strings.Repeat("0", 33) + "\n", 510, mdcxConnectionID},
		{head("13"), 515, mdcxNoConnectionID},
		{head("14") + "C: b\n", 516, mdcxCallID},
		{head("15") + "C: b\nX-Osmo-IGN: C\n", 516, mdcxCallID},
		{head("16") + "C: b\n\nc=x", 510, uncounted},
		{head("17") + "N: b\n\nc=x", 539, mdcxUnknownParameter},
		{head("18") + "L: b\nN: 1", 524, mdcxBadOption},
		{head("19") + "I: " + id + "\nL: a:X/8000/2\n", 534, uncounted},
		{head("20") + "I: " + id + "\n", 534, uncounted}, // the bad codec stays with the endpoint
		{head("21") + "I: " + id + "\nL: p:20\n", 200, mdcxSuccess},
		{head("22") + "I: " + strings.ToLower(id) + "\nX-Osmux: 3\n", 200, mdcxSuccess},
	})
}

// §9.3 step 17 and §25: ports move with the address; if that fails the old ones stay in use.
func TestMDCXMovesPorts(t *testing.T) {
	b := newBed(t, func(c *Config) { c.RTP.PortStart, c.RTP.PortEnd = 12600, 12603 })
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n", "c=IN IP6 ::1\n", "m=audio 12600 "), "I: ")
	c := b.conn("rtpbridge/1@mgw")
	modify := "MDCX %s rtpbridge/1@mgw MGCP 1.0\nI: " + id + "\nM: sendrecv\n\nc=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 0\n"

	other := b.ports.occupy(t, "127.0.0.1", 12600, 12602)
	b.want(500, strings.Replace(modify, "%s", "2", 1))
	if got := b.count(b.virtual.counters.mdcx, mdcxBind); got != 1 {
		t.Errorf("mdcx:bind_port is %d, want 1", got)
	}
	if c.cfg.Mode != relay.ModeSendRecv || c.closed || !b.ports.isBound(c.rtp) {
		t.Errorf("after a failed move: mode %s, closed %v, socket open %v", c.cfg.Mode, c.closed, b.ports.isBound(c.rtp))
	}
	old := c.rtp
	b.ports.close(other...)
	b.want(200, strings.Replace(modify, "%s", "3", 1), "c=IN IP4 127.0.0.1\n", "m=audio 12602 ")
	if b.ports.isBound(old) || !b.ports.isBound(c.rtp) || len(b.ports.bound) != 2 {
		t.Errorf("old socket open %v, %d sockets in all", b.ports.isBound(old), len(b.ports.bound))
	}
	b.want(200, strings.Replace(modify, "%s", "4", 1), "m=audio 12602 ") // stays where it is
}

// §9.4: the checks of DLCX in their order.
func TestDLCXChecks(t *testing.T) {
	b := newBed(t)
	head := func(id string) string { return "DLCX " + id + " rtpbridge/1@mgw MGCP 1.0\n" }
	b.play(b.virtual.counters.dlcx, []step{{head("1") + "N: 1\n", 515, dlcxNoConnection}})
	id := field(b.want(200, "CRCX 2 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n"), "I: ")
	b.want(200, "CRCX 3 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.play(b.virtual.counters.dlcx, []step{
		{head("10") + "I: 1\n", 515, dlcxConnectionID},
		{head("11") + "I: \n", 510, dlcxConnectionID},
		{head("12") + "C: b\nI: \n", 516, dlcxCallID},
		{head("13") + "C: b\nZ: 1\n", 539, dlcxUnknownParameter},
		{head("14") + "L: x\nZ: 1\n", 524, uncounted},
		{head("15") + "M: x\nL: p:20\nX: 1\nI: " + id + "\n", 250, dlcxSuccess},
	})
	if n := b.virtual.connections; n != 1 {
		t.Errorf("%d connections left, want 1", n)
	}
	b.want(200, "CRCX 20 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	before := b.count(b.virtual.counters.dlcx, dlcxSuccess)
	b.want(200, head("21"))
	b.want(200, "CRCX 22 rtpbridge/2@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.want(200, "DLCX 23 rtpbridge/*@mgw MGCP 1.0\nN: not read\n")
	if got := b.count(b.virtual.counters.dlcx, dlcxSuccess) - before; got != 3 {
		t.Errorf("dlcx:success moved by %d, want the 3 connections", got)
	}
	if n := len(b.ports.bound); n != 0 {
		t.Errorf("%d sockets are open", n)
	}
}

// §21.
func TestDLCXStatistics(t *testing.T) {
	b := newBed(t)
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: 3\n", "X-Osmux: 3\n"), "I: ")
	c := b.conn("rtpbridge/1@mgw")
	c.stats = relay.ConnStats{
		PacketsSent: 1, OctetsSent: 2, PacketsReceived: 3, OctetsReceived: 4, PacketsLost: -5, Jitter: 6,
		TimestampErrorsIn: 7, TimestampErrorsOut: 8,
		Osmux: relay.OsmuxStats{State: relay.OsmuxEnabled, ChunksReceived: 9, OctetsReceived: 10},
	}
	b.want(250, "DLCX 2 rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\n",
		"\nP: PS=1, OS=2, PR=3, OR=4, PL=-5, JI=6\nX-Osmo-CP: EC TI=7, TO=8\nX-Osmux-ST: CR=9, BR=10\n")
}

// §9.5 and §25: RSIP empties the trunk of the endpoint it names, also if that is a star and nothing is free.
func TestRSIP(t *testing.T) {
	b := newBed(t, func(c *Config) { c.Endpoints = 2 })
	for i, rsip := range []string{"RSIP 9 rtpbridge/2@mgw MGCP 1.0\n", "RSIP 9 rtpbridge/*@mgw MGCP 1.0\n"} {
		for range 2 {
			i += 10
			b.want(200, strings.Replace("CRCX 1% rtpbridge/*@mgw MGCP 1.0\nC: a\nM: recvonly\n", "%", strings.Repeat("0", i), 1))
		}
		if reply := b.ask(rsip); reply != "" {
			t.Errorf("RSIP got %q", reply)
		}
		if n := b.virtual.connections; n != 0 {
			t.Errorf("%d connections after %q", n, rsip)
		}
	}
	b.want(500, "RSIP 3 rtpbridge/9@mgw MGCP 1.0\n")
	b.want(200, "CRCX 4 rtpbridge/*@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.want(200, "CRCX 5 rtpbridge/*@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.want(501, "RQNT 6 rtpbridge/*@mgw MGCP 1.0\n")
}
