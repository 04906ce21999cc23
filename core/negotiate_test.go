package core

import (
	"strings"
	"testing"

	"osmo-mgw-go/mgcp"
)

// set reads "98 AMR oa=1, 112 AMR".
func set(t *testing.T, text string) (list []mgcp.Codec) {
	t.Helper()
	sdp := "m=audio 1 RTP/AVP"
	lines := ""
	for _, item := range strings.Split(text, ", ") {
		words := strings.Fields(item)
		sdp += " " + words[0]
		if len(words) > 1 {
			lines += "\na=rtpmap:" + words[0] + " " + words[1]
		}
		if len(words) > 2 {
			lines += "\na=fmtp:" + words[0] + " octet-align=" + strings.TrimPrefix(words[2], "oa=")
		}
	}
	d, err := mgcp.ParseSDP(sdp + lines)
	if err != nil || len(d.Codecs) != strings.Count(text, ",")+1 {
		t.Fatalf("%q: %v, %v", text, d.Codecs, err)
	}
	return d.Codecs
}

// §11.3: the examples, and the rules behind them.
func TestDecide(t *testing.T) {
	for _, tt := range []struct {
		x, y       string
		ptX, ptY   uint8
		matchingly string
	}{
		{"98 AMR oa=1", "112 AMR oa=0", 98, 112, "by conversion"},
		{"98 AMR oa=1", "112 AMR oa=0, 113 AMR oa=1", 98, 113, "the same framing goes first"},
		{"98 AMR oa=0", "112 AMR", 98, 112, "not stated is bandwidth-efficient"},
		{"98 AMR", "98 amr", 98, 98, "no match"},
		{"98 AMR/8000", "98 AMR", 98, 98, "the same"},
		{"96 VND.3GPP.IUFP/16000, 112 AMR", "112 AMR", 112, 112, "the same goes before conversion"},
		{"96 VND.3GPP.IUFP/16000", "112 AMR/8000", 96, 112, "by conversion"},
		{"112 AMR/8000", "3, 96 VND.3GPP.IUFP/16000", 112, 96, "by conversion"},
		{"111 GSM-HR", "112 GSM-HR-08", 111, 112, "no match"},
		{"8, 3, 0", "0, 3", 3, 3, "X's order decides"},
		{"0, 3", "8, 3, 0", 0, 0, "X's order decides"},
		{"18, 0, 8", "8, 0", 0, 0, "X's order decides"},
		{"3, 8", "18, 0", 3, 18, "no match: the first of each"},
		{"98 AMR/16000", "98 AMR/8000", 98, 98, "no match"},
	} {
		x, y := set(t, tt.x), set(t, tt.y)
		i, j := decide(x, y)
		if x[i].PayloadType != tt.ptX || y[j].PayloadType != tt.ptY {
			t.Errorf("%s / %s: %d/%d, want %d/%d (%s)", tt.x, tt.y, x[i].PayloadType, y[j].PayloadType, tt.ptX, tt.ptY, tt.matchingly)
		}
	}
}

// §11.2 and §11.3: the partner is the most recent other connection, and its selected codec changes at once.
func TestPartnerChangesItsCodec(t *testing.T) {
	b := newBed(t)
	create := func(id, types string) *fakeConn {
		t.Helper()
		b.want(200, "CRCX "+id+" rtpbridge/1@mgw MGCP 1.0\nC: a\nM: sendrecv\n\nc=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP "+types+"\n")
		return b.conn("rtpbridge/1@mgw")
	}
	selected := func(c *fakeConn) int {
		codec, ok := c.cfg.Codecs.Codec()
		if !ok {
			return -1
		}
		return int(codec.PayloadType)
	}
	x := create("1", "8 3 0")
	y := create("2", "0 3")
	if selected(x) != 0 || selected(y) != 0 {
		t.Errorf("selected %d and %d, want 0 and 0", selected(x), selected(y))
	}
	id := ""
	b.Do(func() { id = b.virtual.endpoints[0].connections[0].id })
	b.want(200, "MDCX 3 rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\n", "m=audio 12600 RTP/AVP 3\n")
	if selected(x) != 3 || selected(y) != 3 {
		t.Errorf("selected %d and %d, want 3 and 3", selected(x), selected(y))
	}
	z := create("4", "8")
	if selected(z) != 8 || selected(y) != 0 || selected(x) != 3 {
		t.Errorf("selected %d, %d, %d, want 3, 0, 8: the most recent is the partner", selected(x), selected(y), selected(z))
	}
}

// §10: what a later SDP leaves out stays.
func TestSDPIsAddedUp(t *testing.T) {
	b := newBed(t)
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: sendrecv\n\nm=audio 4000 RTP/AVP 8\na=ptime:20-40\n"), "I: ")
	c := b.conn("rtpbridge/1@mgw")
	if c.cfg.Remote.IsValid() {
		t.Errorf("a port without an address makes %v", c.cfg.Remote)
	}
	for i, tt := range []struct{ sdp, remote string }{
		{"c=IN IP4 127.0.0.1\n", "127.0.0.1:0"}, // the port was lost
		{"m=audio 4002 RTP/AVP 8\n", "127.0.0.1:4002"},
		{"m=audio 0 RTP/AVP 8\n", "127.0.0.1:4002"},
		{"c=IN IP4 127.0.0.2\n", "127.0.0.2:4002"},
	} {
		reply := b.want(200, "MDCX 2"+strings.Repeat("0", i)+" rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\n\n"+tt.sdp)
		if got := c.cfg.Remote.String(); got != tt.remote {
			t.Errorf("%q: remote %s, want %s", tt.sdp, got, tt.remote)
		}
		if strings.Contains(reply, "a=ptime") {
			t.Errorf("%q: unknown packet time is told: %q", tt.sdp, reply)
		}
	}
	if codec, _ := c.cfg.Codecs.Codec(); codec.Name != "PCMU" {
		t.Errorf("SDP that lists nothing leads to %s, want PCMU", codec.Name)
	}
}
