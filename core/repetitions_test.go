package core

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

const newCall = "CRCX 2 rtpbridge/*@mgw MGCP 1.0\nC: a1\nM: recvonly\n"

// MENDS 1: a repeated CRCX gets the first answer again.
func TestRepeatedCRCX(t *testing.T) {
	b := newBed(t)
	first := b.want(200, newCall, "Z: rtpbridge/1@mgw\n")
	if got := b.ask(newCall); got != first {
		t.Errorf("repeated: got %q, want %q", got, first)
	}
	if got := b.count(b.general, mgcpRepeated); got != 1 {
		t.Errorf("rx_msgs_retransmitted is %d, want 1", got)
	}

	// Other octets, another address, another port: other requests.
	b.want(200, strings.Replace(newCall, "a1", "a2", 1), "Z: rtpbridge/2@mgw\n")
	for i, agent := range []string{"127.0.0.1:2728", "127.0.0.2:2727"} {
		home := b.agent
		b.agent = netip.MustParseAddrPort(agent)
		b.want(200, newCall, fmt.Sprintf("Z: rtpbridge/%d@mgw\n", i+3))
		b.agent = home
	}

	// The connection is gone: carried out.
	b.want(250, "DLCX 3 rtpbridge/1@mgw MGCP 1.0\nI: "+field(first, "I: ")+"\n")
	second := b.want(200, newCall, "Z: rtpbridge/1@mgw\n")
	if second == first {
		t.Error("a deleted connection was answered again")
	}
	// And counts as the first from now on.
	if got := b.ask(newCall); got != second {
		t.Errorf("repeated: got %q, want %q", got, second)
	}
	// A later request has named the endpoint: carried out.
	b.want(200, "AUEP 4 rtpbridge/1@mgw MGCP 1.0")
	b.want(200, newCall, "Z: rtpbridge/5@mgw\n")
	// 30 s are over.
	b.pass(31 * time.Second)
	b.want(200, newCall, "Z: rtpbridge/6@mgw\n")
	b.pass(29 * time.Second)
	b.want(200, newCall, "Z: rtpbridge/6@mgw\n")
	b.pass(2 * time.Second)
	b.want(403, newCall)
}

// MENDS 1: also without a wildcard; one that failed is carried out.
func TestRepeatedCRCXOfOneEndpoint(t *testing.T) {
	b := newBed(t)
	const create = "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a1\nM: recvonly\n"
	const other = "CRCX 2 rtpbridge/1@mgw MGCP 1.0\nC: b1\nM: recvonly\n"
	first := b.want(200, create)
	if got := b.ask(create); got != first {
		t.Errorf("repeated: got %q, want %q", got, first)
	}
	b.want(400, other)
	b.want(200, "DLCX 3 rtpbridge/1@mgw MGCP 1.0\n")
	b.want(200, other)
}

// MENDS 1: a repeated MDCX gets the first answer again, a DLCX only if it would find nothing.
func TestRepeatedMDCXAndDLCX(t *testing.T) {
	b := newBed(t)
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a1\nM: recvonly\n"), "I: ")
	modify := "MDCX 2 rtpbridge/1@mgw MGCP 1.0\nI: " + id + "\nM: sendrecv\n\nc=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 0\n"
	first := b.want(200, modify, "m=audio 12602 ")
	b.want(200, "MDCX 3 rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\nM: recvonly\n")
	if got := b.ask(modify); got != first {
		t.Errorf("repeated: got %q, want %q", got, first)
	}
	if mode := b.conn("rtpbridge/1@mgw").cfg.Mode.String(); mode != "recvonly" {
		t.Errorf("a repeated MDCX changed the mode to %s", mode)
	}

	remove := "DLCX 4 rtpbridge/1@mgw MGCP 1.0\nI: " + id + "\n"
	gone := b.want(250, remove)
	if got := b.ask(remove); got != gone {
		t.Errorf("repeated: got %q, want %q", got, gone)
	}
	all := "DLCX 5 rtpbridge/1@mgw MGCP 1.0\n"
	b.want(515, all)
	b.want(200, "CRCX 6 rtpbridge/1@mgw MGCP 1.0\nC: a1\nM: recvonly\n")
	b.want(200, all) // finds something now
	b.want(200, all) // and that was the answer
	b.pass(31 * time.Second)
	b.want(515, all)
}

// MENDS 1: audits are carried out, whatever was answered before.
func TestRepeatedAudit(t *testing.T) {
	b := newBed(t, func(c *Config) { c.Endpoints = 1 })
	const audit = "AUEP 1 rtpbridge/*@mgw MGCP 1.0\n"
	b.want(200, audit)
	b.want(200, newCall)
	b.want(501, audit)
}

// §7 and MENDS 1: the endpoint remembers one reply, for its source, for 30 s.
func TestRememberedReply(t *testing.T) {
	b := newBed(t)
	first := b.want(200, "CRCX 7 rtpbridge/1@mgw MGCP 1.0\nC: a1\nM: recvonly\n")
	if got := b.ask("DLCX 7 rtpbridge/1@mgw MGCP 1.0\n"); got != first {
		t.Errorf("same id: got %q, want %q", got, first)
	}
	b.want(200, "AUEP 07 rtpbridge/1@mgw MGCP 1.0") // another id
	b.want(200, "DLCX 7 rtpbridge/1@mgw MGCP 1.0\nC: a1\n")

	b.want(200, "CRCX 8 rtpbridge/1@mgw MGCP 1.0\nC: a1\nM: recvonly\n")
	home := b.agent
	b.agent = netip.MustParseAddrPort("127.0.0.1:2728")
	b.want(516, "MDCX 8 rtpbridge/1@mgw MGCP 1.0\nC: other\n") // another source
	b.agent = home
	b.pass(31 * time.Second)
	b.want(516, "MDCX 8 rtpbridge/1@mgw MGCP 1.0\nC: other\n") // too late
}

// §7: which replies are remembered.
func TestWhatIsRemembered(t *testing.T) {
	for _, tt := range []struct {
		request    string
		code       int
		remembered bool
	}{
		{"AUEP 9 rtpbridge/1@mgw MGCP 1.0\n", 200, true},
		{"RQNT 9 rtpbridge/1@mgw MGCP 1.0\n", 200, true},
		{"CRCX 9 rtpbridge/1@mgw MGCP 1.0\nC: b\nM: recvonly\n", 400, true},
		{"CRCX 9 rtpbridge/1@mgw MGCP 1.0\nM: recvonly\n", 516, true},
		{"CRCX 9 rtpbridge/1@mgw MGCP 1.0\nC: a\n", 517, true},
		{"CRCX 9 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nI: 1\n", 523, true},
		{"CRCX 9 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n\nc=x", 510, true},
		{"CRCX 9 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nL: x\n", 524, false},
		{"CRCX 9 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nL: p:10\n", 535, false},
		{"CRCX 9 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nN: 1\n", 539, false},
		{"MDCX 9 rtpbridge/1@mgw MGCP 1.0\n", 515, false},
		{"MDCX 9 rtpbridge/1@mgw MGCP 1.0\nC: b\n", 516, false},
		{"MDCX 9 rtpbridge/1@mgw MGCP 1.0\nI: \n", 510, false},
		{"MDCX 9 rtpbridge/1@mgw MGCP 1.0\nI: 1\n\nc=x", 510, true},
		{"MDCX 9 rtpbridge/1@mgw MGCP 1.0\nI: ID\nL: a:FOO/8000/2\n", 534, true},
		{"MDCX 9 rtpbridge/1@mgw MGCP 1.0\nI: ID\n", 200, true},
		{"DLCX 9 rtpbridge/1@mgw MGCP 1.0\nC: b\n", 516, false},
		{"DLCX 9 rtpbridge/1@mgw MGCP 1.0\nI: 1\n", 515, false},
		{"DLCX 9 rtpbridge/1@mgw MGCP 1.0\nI: \n", 510, false},
		{"DLCX 9 rtpbridge/1@mgw MGCP 1.0\nN: 1\n", 539, false},
		{"DLCX 9 rtpbridge/1@mgw MGCP 1.0\nI: ID\n", 250, true},
	} {
		b := newBed(t)
		id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n"), "I: ")
		reply := b.want(tt.code, strings.Replace(tt.request, "ID", id, 1))
		probe := b.ask("AUEP 9 rtpbridge/1@mgw MGCP 1.0\r\n\r\n")
		if remembered := probe == reply && b.count(b.general, mgcpRepeated) == 1; remembered != tt.remembered {
			t.Errorf("%q: remembered is %v, want %v", tt.request, remembered, tt.remembered)
		}
		b.Close()
	}
}

// MENDS 1: a call agent that begins with id 1 in every life and is started again at once is never answered from the
// memory of its former life.
func TestCallAgentStartsAgain(t *testing.T) {
	for name, reset := range map[string]string{
		"DLCX": "DLCX 1 rtpbridge/*@mgw MGCP 1.0\n",
		"RSIP": "RSIP 1 rtpbridge/*@mgw MGCP 1.0\nRM: restart\n",
	} {
		b := newBed(t)
		b.want(200, "AUEP 1 rtpbridge/*@mgw MGCP 1.0\n") // the first free endpoint remembers id 1
		life := func() (ids []string) {
			t.Helper()
			handled := b.count(b.general, mgcpHandled)
			if reply := b.ask(reset); name == "DLCX" && reply != "200 1 OK\n" || name == "RSIP" && reply != "" {
				t.Errorf("%s: the reset got %q", name, reply)
			}
			if n := b.virtual.connections; n != 0 {
				t.Errorf("%s: %d connections after the reset", name, n)
			}
			for i := range 5 {
				reply := b.want(200, fmt.Sprintf("CRCX %d rtpbridge/*@mgw MGCP 1.0\nC: %d\nM: recvonly\n", i+2, i+1), fmt.Sprintf("Z: rtpbridge/%d@mgw\n", i+1))
				ids = append(ids, field(reply, "I: "))
			}
			if n := b.count(b.general, mgcpHandled) - handled; n != 6 {
				t.Errorf("%s: %d of 6 requests were carried out", name, n)
			}
			return ids
		}
		first := life()
		second := life()
		for _, id := range second {
			if slices.Contains(first, id) {
				t.Errorf("%s: connection %s of the former life was answered", name, id)
			}
		}
		b.Close()
	}
}

// MENDS 1: a reset that finds nothing to delete still begins a new life.
func TestResetOfAnEmptyTrunk(t *testing.T) {
	b := newBed(t)
	const reset = "DLCX 1 rtpbridge/*@mgw MGCP 1.0\n"
	b.want(200, reset)
	b.want(200, "AUEP 2 rtpbridge/*@mgw MGCP 1.0\n")
	b.want(200, reset)
	b.want(200, newCall, "Z: rtpbridge/1@mgw\n")
}

// MENDS 1: at most 65,536 entries, 4,096 a source, the oldest out first.
func TestRepetitionsAreBounded(t *testing.T) {
	rs := newRepetitions()
	put := func(source, n int) *answered {
		a := &answered{at: int64(n)}
		a.key.source = netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(source)}), 2727)
		a.key.octets = digest{byte(n), byte(n >> 8), byte(n >> 16), byte(source)}
		rs.add(a)
		return a
	}
	first := put(0, 0)
	for n := 1; n < maxRepetitionsPerSource; n++ {
		put(0, n)
	}
	if rs.byKey[first.key] != first {
		t.Fatal("the first is out too early")
	}
	put(0, maxRepetitionsPerSource)
	if rs.byKey[first.key] != nil || rs.bySource[first.key.source].Len() != maxRepetitionsPerSource {
		t.Errorf("the first of a full source is still in, %d are", rs.bySource[first.key.source].Len())
	}
	for source := 1; source < 20; source++ {
		for n := range maxRepetitionsPerSource {
			put(source, n)
		}
	}
	total := 0
	for _, list := range rs.bySource {
		total += list.Len()
	}
	if len(rs.byKey) != maxRepetitions || rs.all.Len() != maxRepetitions || total != maxRepetitions {
		t.Errorf("%d, %d, %d entries, want %d", len(rs.byKey), rs.all.Len(), total, maxRepetitions)
	}
	put(1, int(2*repetitionTime))
	if len(rs.byKey) != 1 || rs.all.Len() != 1 || len(rs.bySource) != 1 {
		t.Errorf("%d entries of %d sources outlive 30 s", len(rs.byKey), len(rs.bySource))
	}
}
