package core

import (
	"strings"
	"testing"

	"osmo-mgw-go/e1"
	"osmo-mgw-go/relay"
)

// step is a request, its answer and the counter that it moves.
type step struct {
	request string
	code    int
	item    int // uncounted: none of the group moves
}

// play sends requests and watches a group of counters.
func (b *bed) play(group counterGroup, steps []step) {
	b.Helper()
	for _, s := range steps {
		before := totals(group)
		b.want(s.code, s.request)
		for i, n := range totals(group) {
			if want := map[bool]uint64{true: 1}[i == s.item]; n-before[i] != want {
				b.Errorf("%q: item %d moved by %d, want %d", s.request, i, n-before[i], want)
			}
		}
	}
}

func totals(group counterGroup) (values []uint64) {
	for _, f := range group.Figures() {
		values = append(values, f.Value)
	}
	return values
}

// §9.2: the checks of CRCX in their order: each request is wrong in one more way than the one before.
func TestCRCXChecks(t *testing.T) {
	b := newBed(t, func(c *Config) { c.Osmux.Use = OsmuxOff })
	b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	head := func(id string) string { return "CRCX " + id + " rtpbridge/1@mgw MGCP 1.0\n" }
	b.play(b.virtual.counters.crcx, []step{
		{head("10") + "C: b\nM: recvonly\n", 400, crcxOtherCall},
		{head("11") + "C: b\nM: recvonly\nX-Osmux: *\n", 511, crcxNoOsmux},
		{head("12") + "C: b\nM: recvonly\nX-Osmux: *\nI: 1\n", 523, crcxBadAction},
		{head("13") + "C: b\nM: inactive\nX-Osmux: *\nI: 1\n", 517, crcxBadMode},
		{head("14") + "X-Osmux: *\nI: 1\n", 516, crcxNoCallID},
		{head("15") + "X-Osmux: *\nI: 1\n\nc=x", 510, uncounted},
		{head("16") + "X-Osmux: *\nN: 1\n\nc=x", 539, crcxUnknownParameter},
		{head("17") + "X-Osmux: *\nL: x\nN: 1\n\nc=x", 524, crcxBadOption},
		{head("18") + "L: p:10\nN: 1\n\nc=x", 535, crcxBadOption},
		{head("19") + "C: a\nM: recvonly\nL: a:PCMA/8000/2\n", 534, crcxCodec},
		{head("20") + "C: a\nM: recvonly\n", 200, crcxSuccess},
		{head("21") + "C:\nM: recvonly\n", 400, crcxOtherCall},
	})
	if err := b.Configure(func(c *Config) { c.Osmux.Use = OsmuxOnly }); err != nil {
		t.Fatal(err)
	}
	b.play(b.virtual.counters.crcx, []step{
		{head("30") + "C: a\nM: recvonly\n", 517, uncounted},
		{head("31") + "C: a\nM: recvonly\nX-Osmux: 256\n", 517, uncounted},
		{head("32") + "C: a\nM: recvonly\nX-Osmux: 3\n", 200, crcxSuccess},
	})
}

// §9.2: what fails behind the claim releases the endpoint with all that was on it.
func TestFailedCRCXReleasesTheEndpoint(t *testing.T) {
	b := newBed(t)
	b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	c := b.conn("rtpbridge/1@mgw")
	b.want(534, "CRCX 2 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nL: a:X/8000/2\n")
	if !c.closed || len(b.ports.bound) != 0 {
		t.Errorf("first connection closed is %v, %d sockets are open", c.closed, len(b.ports.bound))
	}
	b.want(200, "CRCX 3 rtpbridge/*@mgw MGCP 1.0\nC: b\nM: recvonly\n", "Z: rtpbridge/1@mgw\n")
	if used := b.virtual.counters.gauges.Value(endpointsUsed); used != 1 {
		t.Errorf("endpoints:used is %d, want 1", used)
	}
}

// §9.2 step 13: force-realloc throws out another call, but not connections of the same one.
func TestForceRealloc(t *testing.T) {
	b := newBed(t, func(c *Config) { c.Virtual.ForceRealloc = true })
	b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.want(200, "CRCX 2 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	if n := b.virtual.connections; n != 2 {
		t.Errorf("%d connections, want 2", n)
	}
	b.want(200, "CRCX 3 rtpbridge/1@mgw MGCP 1.0\nC: b\nM: recvonly\n")
	if n := b.virtual.connections; n != 1 {
		t.Errorf("%d connections, want that of the new call", n)
	}
	b.want(200, "CRCX 4 rtpbridge/1@mgw MGCP 1.0\nC: c\nM: recvonly\nX-Osmo-IGN: C\n")
	if n := b.virtual.connections; n != 2 {
		t.Errorf("%d connections, want both", n)
	}
}

// §1: X-Osmo-IGN stays with the endpoint, also beyond its release.
func TestIgnoreCallID(t *testing.T) {
	b := newBed(t)
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmo-IGN: C\n"), "I: ")
	b.want(200, "CRCX 2 rtpbridge/1@mgw MGCP 1.0\nC: b\nM: recvonly\n")
	b.want(200, "MDCX 3 rtpbridge/1@mgw MGCP 1.0\nC: c\nI: "+id+"\n")
	b.want(200, "DLCX 4 rtpbridge/1@mgw MGCP 1.0\nC: d\n")
	b.want(200, "CRCX 5 rtpbridge/1@mgw MGCP 1.0\nC: e\nM: recvonly\n")
	b.want(200, "CRCX 6 rtpbridge/1@mgw MGCP 1.0\nC: f\nM: recvonly\n")
}

// §1, §11.4 and §14: what the packets' side gets to know.
func TestPublishedConfiguration(t *testing.T) {
	b := newBed(t, func(c *Config) {
		c.Virtual.PatchSSRC, c.Virtual.PatchHR = true, true
		c.RTP.ForcePacketTime = 40
	})
	for mode, want := range map[string]relay.Mode{
		"recvonly": relay.ModeRecvOnly, "sendonly": relay.ModeSendOnly, "sendrecv": relay.ModeSendRecv,
		"loopback": relay.ModeLoopback, "confecho": relay.ModeConfEcho,
	} {
		reply := b.want(200, "CRCX "+mode+" rtpbridge/1@mgw MGCP 1.0\nC: a\nM: "+strings.ToUpper(mode)+"\n\n"+
			"c=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 112 101\na=rtpmap:112 AMR/8000\na=rtpmap:101 telephone-event/8000\na=fmtp:112 octet-align=1\na=ptime:20\n")
		cfg := b.conn("rtpbridge/1@mgw").cfg
		if cfg.Mode != want || cfg.OutputEnabled != (mode != "recvonly") || cfg.Remote.String() != "127.0.0.1:4000" ||
			!cfg.ConstantSSRC || cfg.AlignTiming || !cfg.ConvertHR || cfg.PacketDuration != 40 || cfg.Codecs.Count != 2 {
			t.Errorf("%s: %+v", mode, cfg)
		}
		if codec, _ := cfg.Codecs.Codec(); codec.Name != "AMR" || codec.PayloadType != 112 || codec.Rate != 8000 || codec.OctetAlign != relay.OctetAlignOn {
			t.Errorf("%s: codec %+v", mode, codec)
		}
		if !strings.Contains(reply, "a=ptime:40\n") {
			t.Errorf("%s: forced packet time is not told: %q", mode, reply)
		}
		b.want(200, "DLCX "+mode+"2 rtpbridge/1@mgw MGCP 1.0\n")
	}
}

// §18: IuUP follows from the selected codec, and stays.
func TestUpgradeToIuUP(t *testing.T) {
	b := newBed(t)
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: sendrecv\n"), "I: ")
	c := b.conn("rtpbridge/1@mgw")
	if c.cfg.Kind != relay.KindRTP {
		t.Errorf("kind is %s", c.cfg.Kind)
	}
	for i, sdp := range []string{"m=audio 4000 RTP/AVP 96\na=rtpmap:96 VND.3GPP.IUFP/16000\n", "m=audio 4000 RTP/AVP 0\n"} {
		b.want(200, "MDCX 2"+strings.Repeat("0", i)+" rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\n\nc=IN IP6 ::1\n"+sdp)
		if c.cfg.Kind != relay.KindIuUP {
			t.Errorf("kind is %s after %q", c.cfg.Kind, sdp)
		}
	}
}

// §9.1 to §9.6 on an endpoint that an overlapping subslot blocks, and on E1 in general (§19).
func TestE1(t *testing.T) {
	b := newBed(t)
	b.Do(func() {
		if _, err := b.lines.Add(0, e1.Virtual); err != nil {
			t.Error(err)
		}
	})
	trunk := b.Gateway.e1[1]
	b.want(200, "CRCX 1 ds/e1-1/s-2/su16-2@mgw MGCP 1.0\nC: a\nM: recvonly\n", "m=audio 12600 ")
	b.play(trunk.counters.crcx, []step{
		{"CRCX 2 ds/e1-1/s-2/su16-2@mgw MGCP 1.0\nC: a\nM: recvonly\n", 540, crcxLimit},
		{"CRCX 3 ds/e1-1/s-2/su8-3@mgw MGCP 1.0\nC: a\nM: recvonly\n", 501, crcxUnavailable},
		{"CRCX 4 ds/e1-1/s-2/su8-4@mgw MGCP 1.0\nC: a\nM: recvonly\nX-Osmux: *\n", 511, crcxNoOsmux}, // §25
		{"CRCX 5 ds/e1-1/*@mgw MGCP 1.0\nC: a\nM: recvonly\n", 502, crcxClaim},                       // 64k comes first
		{"CRCX 6 ds/e1-1/s-3/su32-0@mgw MGCP 1.0\nC: a\nM: recvonly\n", 502, crcxClaim},
	})
	b.want(501, "AUEP 7 ds/e1-1/s-2/su64-0@mgw MGCP 1.0\n")
	b.want(200, "AUEP 8 ds/e1-1/s-2/su16-2@mgw MGCP 1.0\n")
	b.want(200, "RQNT 9 ds/e1-1/s-2/su64-0@mgw MGCP 1.0\n")
	b.play(trunk.counters.mdcx, []step{{"MDCX 10 ds/e1-1/s-2/su64-0@mgw MGCP 1.0\n", 501, mdcxUnavailable}})
	b.play(trunk.counters.dlcx, []step{{"DLCX 11 ds/e1-1/s-2/su64-0@mgw MGCP 1.0\n", 501, dlcxUnavailable}})
	if used, total := trunk.counters.gauges.Value(endpointsUsed), trunk.counters.gauges.Value(endpointsTotal); used != 1 || total != 465 {
		t.Errorf("endpoints used %d, total %d", used, total)
	}

	if err := b.Configure(func(c *Config) { c.AddTrunk(1).ForceRealloc = true }); err != nil {
		t.Fatal(err)
	}
	b.want(200, "CRCX 12 ds/e1-1/s-2/su16-2@mgw MGCP 1.0\nC: b\nM: recvonly\n")
	if trunk.connections != 1 {
		t.Errorf("%d connections, want the new one alone", trunk.connections)
	}
	// Another line holds for later claims; what was claimed goes back to where it came from.
	if err := b.Configure(func(c *Config) { c.AddTrunk(1).Line = 5 }); err != nil {
		t.Fatal(err)
	}
	b.want(502, "CRCX 13 ds/e1-1/s-4/su16-0@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	b.want(200, "DLCX 14 ds/e1-1/*@mgw MGCP 1.0\n")
	b.Do(func() {
		if slots := b.lines.Get(0).Timeslots(); len(slots) != 0 {
			t.Errorf("still open: %v", slots)
		}
	})
	b.want(200, "AUEP 15 ds/e1-1/s-2/su64-0@mgw MGCP 1.0\n")
}
