package mgcp

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// codecs is a short form of a codec list: "112 AMR/8000/1 oa=1".
func codecs(list []Codec) string {
	var words []string
	for _, c := range list {
		word := fmt.Sprintf("%d %s", c.PayloadType, c.FullName)
		if c.OctetAlign != OctetAlignNotStated {
			word += fmt.Sprintf(" oa=%d", c.OctetAlign-OctetAlignOff)
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// §10 and §11.1: payload types and names.
func TestSDPCodecs(t *testing.T) {
	for _, tt := range []struct{ sdp, want string }{
		{"", ""},
		{"v=0\r\ns=-\r\n", ""},
		{"m=audio 40710 RTP/AVP 101 3\na=rtpmap:101 GSM-EFR/8000", "101 GSM-EFR/8000, 3 GSM/8000/1"},
		{"m=audio 1 RTP/AVP 99 8", "8 PCMA/8000/1"},
		{"m=audio 1 RTP/AVP 18 0 8", "18 G729/8000/1, 0 PCMU/8000/1, 8 PCMA/8000/1"},
		{"m=audio 1 RTP/AVP 0\na=rtpmap:0 FOO/16000", "0 FOO/16000"},
		{"a=rtpmap:98 AMR\nm=audio 1 RTP/AVP 98", ""},
		{"m=video 1 RTP/AVP 98\na=rtpmap:98 AMR extra", "98 AMR"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 /8000", ""},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98", ""},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR/8000/2", ""},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR/0", "98 AMR/0"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 " + strings.Repeat("n", 70), "98 " + strings.Repeat("n", 63)},
		{"m=audio 1 RTP/AVPF 0\nm=audio 1 RTP/SAVP 0\nm=audio 1 RTP/AVP", ""},
		{"m=audio 1 RTP/AVP 0x62 8", ""},
		{"m=audio 1 RTP/AVP 0; 8!", "0 PCMU/8000/1, 8 PCMA/8000/1"},
		{"m=audio 1 RTP/AVP 0 a", ""},
		{"m=audio 1 RTP/AVP 0 128", ""},
		{"m=audio 1 RTP/AVP 0 -1", ""},
		{"m=audio 1 RTP/AVP 0 0", ""},
		{"m=audio 1 RTP/AVP 010", ""}, // decimal 10, which has no name
		{"m=audio 1 RTP/AVP 1 2 19 72 76 127 0\na=rtpmap:1 A\na=rtpmap:2 A\na=rtpmap:19 A\na=rtpmap:72 A\na=rtpmap:76 A\na=rtpmap:127 A", "0 PCMU/8000/1"},
		{"m=audio 1 RTP/AVP 100 101 102 103 104 105 106 107 8 0", "8 PCMA/8000/1, 0 PCMU/8000/1"},
		{"m=audio 1 RTP/AVP 100 101 102 103 104 105 106 107 108 8 0", ""}, // eleven
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\nm=audio 2 RTP/AVP 8", "8 PCMA/8000/1"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\nm=audio 2 RTP/AVP x", "98 AMR"},

		// a=fmtp
		{"a=fmtp:98 octet-align=1\nm=audio 1 RTP/AVP 98\na=rtpmap:98 AMR", "98 AMR oa=1"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\na=fmtp:98 octet-align=1;mode-set=0", "98 AMR oa=1"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\na=fmtp:98 mode-set=0; octet-align=1", "98 AMR oa=1"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\na=fmtp:98 mode-set=0;octet-align=1", "98 AMR"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\na=fmtp:98 OCTET-ALIGN=1", "98 AMR"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\na=fmtp:98 octet-align=7", "98 AMR oa=0"},
		{"m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\na=fmtp:98 mode-set=1\na=fmtp:98 octet-align=1", "98 AMR"},
		{strings.Repeat("a=fmtp:1 x\n", 10) + "m=audio 1 RTP/AVP 98\na=rtpmap:98 AMR\na=fmtp:98 octet-align=1", "98 AMR"},
	} {
		d, err := ParseSDP(tt.sdp)
		if got := codecs(d.Codecs); err != nil || got != tt.want {
			t.Errorf("%q: got %q, %v, want %q", tt.sdp, got, err, tt.want)
		}
	}
}

// §10: address, port and packet time.
func TestSDPConnection(t *testing.T) {
	loopback := netip.MustParseAddr("127.0.0.1")
	for _, tt := range []struct {
		sdp  string
		want Description
	}{
		{"c=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP x", Description{Addr: loopback, Port: 4000}},
		{"c=IN IP6 ::1\nc=IN IP4   127.0.0.1 more words", Description{Addr: loopback}},
		{"c=IN IP6 2001:db8::1", Description{Addr: netip.MustParseAddr("2001:db8::1")}},
		{"c=IN IP4 255.255.255.2551", Description{Addr: netip.MustParseAddr("255.255.255.255")}},
		{"m=audio 4000/2 RTP/AVP x", Description{Port: 4000}},
		{"m=audio 0 RTP/AVP x", Description{}},
		{"m=audio 65537 RTP/AVP x", Description{Port: 1}},
		{"m=audio x\nm=video 4000\nM=audio 4000\nm=audio -4", Description{}},
		{"a=ptime:20\na=ptime:40", Description{PacketTimeGiven: true, PacketTime: 40}},
		{"a=ptime:20-20", Description{PacketTimeGiven: true, PacketTime: 20}},
		{"a=ptime:20-40", Description{PacketTimeGiven: true}},
		{"a=ptime:0", Description{PacketTimeGiven: true}},
		{"a=maxptime:40\na=ptime:20", Description{PacketTimeGiven: true, PacketTime: 20}}, // §25
		{"a=ptime:-20\na=ptime:x", Description{}},                                         // §25
	} {
		got, err := ParseSDP(tt.sdp)
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateComparable(netip.Addr{})); err != nil || diff != "" {
			t.Errorf("%q: %v %s", tt.sdp, err, diff)
		}
	}
	for _, bad := range []string{
		"c=IN IP4 media.example", "c=IN IP4 127.1", "c=IN IP4 224.2.1.1/127", "c=IN IP4 ::1", "c=IN IP6 127.0.0.1",
		"c=IN IP5 127.0.0.1", "c=", "c=IN IP4", "c=IN IP4 ", "c=IN IP6 fe80::1%eth0", "c=in ip4 127.0.0.1",
		"c=IN IP4 x\nc=IN IP4 127.0.0.1",
	} {
		if _, err := ParseSDP(bad); !errors.Is(err, ErrAddress) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// §11.1: codecs of local connection options get their payload type by name.
func TestCodecByName(t *testing.T) {
	for name, want := range map[string]int{
		"GSM": 3, "PCMA": 8, "PCMU": 0, "G729": 18, "GSM-EFR": 110, "GSM-HR-08": 111, "AMR": 112, "AMR-WB": 113,
		"AMR/8000/1": 112, "AMR-WB/16000": 96, "CLEARMODE": 96, "amr": 96, "AMR/16000": 96,
		"": -1, "PCMA/8000/2": -1, "AMR/8000/0": -1, "/8000": -1,
	} {
		c, ok := NewCodec(NoPayloadType, name)
		if ok != (want >= 0) || ok && int(c.PayloadType) != want {
			t.Errorf("%q: got %+v, %v, want %d", name, c, ok, want)
		}
	}
	if c := DefaultCodec(); c.PayloadType != 0 || c.Name != "PCMU" || c.Rate != 8000 {
		t.Errorf("default codec is %+v", c)
	}
}

// §8.1, §8.2, §12 and §21.
func TestReplies(t *testing.T) {
	amr, _ := NewCodec(112, "AMR/8000/1")
	amr.OctetAlign = OctetAlignOn
	pcma, _ := NewCodec(8, "FOO")
	for _, tt := range []struct {
		got  []byte
		want string
	}{
		{OK("5001"), "200 5001 OK\n"},
		{Fail(CodeUnknownParameter, "x"), "539 x FAIL\n"},
		{
			ConnectionReply{"1", "rtpbridge/1@mgw", "10CA8241", 3, Session{"10CA8241", "127.0.0.1", 12600, amr, 40, true, true}}.Text(),
			"200 1 OK\nZ: rtpbridge/1@mgw\nI: 10CA8241\nX-Osmux: 3\n\nv=0\no=- 10CA8241 23 IN IP4 127.0.0.1\ns=-\nc=IN IP4 127.0.0.1\n" +
				"t=0 0\nm=audio 12600 RTP/AVP 112\na=rtpmap:112 AMR/8000/1\na=fmtp:112 octet-align=1\na=ptime:40\n",
		},
		{
			ConnectionReply{"1", "", "", NoCID, Session{"10CA8241", "::1", 12600, amr, 40, false, false}}.Text(),
			"200 1 OK\n\nv=0\no=- 10CA8241 23 IN IP6 ::1\ns=-\nc=IN IP6 ::1\nt=0 0\nm=audio 12600 RTP/AVP 112\na=fmtp:112 octet-align=1\n",
		},
		{
			ConnectionReply{"1", "", "", NoCID, Session{"A", "::1", 1, pcma, 0, true, true}}.Text(),
			"200 1 OK\n\nv=0\no=- A 23 IN IP6 ::1\ns=-\nc=IN IP6 ::1\nt=0 0\nm=audio 1 RTP/AVP 8\n",
		},
		{
			DeletionReply("7", Statistics{PacketsSent: 3, OctetsSent: 98, PacketsReceived: 3, OctetsReceived: 98, PacketsLost: -1, Jitter: 5}),
			"250 7 OK\nP: PS=3, OS=98, PR=3, OR=98, PL=-1, JI=5\n",
		},
		{
			DeletionReply("7", Statistics{TellErrors: true, TimestampErrorsIn: 1, TimestampErrorsOut: 2, TellOsmux: true, OsmuxChunksReceived: 3, OsmuxOctetsReceived: 4}),
			"250 7 OK\nP: PS=0, OS=0, PR=0, OR=0, PL=0, JI=0\nX-Osmo-CP: EC TI=1, TO=2\nX-Osmux-ST: CR=3, BR=4\n",
		},
	} {
		if want := strings.ReplaceAll(tt.want, "\n", "\r\n"); string(tt.got) != want {
			t.Errorf("got\n%q, want\n%q", tt.got, want)
		}
	}
}

func FuzzSDP(f *testing.F) {
	for _, seed := range []string{
		"v=0\r\no=- 77 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 40710 RTP/AVP 101 3\r\na=rtpmap:101 GSM-EFR/8000\r\na=ptime:20\r\n",
		"c=IN IP6 ::1\nm=audio 40730 RTP/AVP 112 113\na=rtpmap:112 AMR/8000/1\na=fmtp:112 mode-change-capability=2; octet-align=1\na=ptime:20-40\n",
		"m=audio 0 RTP/AVP 96\na=rtpmap:96 VND.3GPP.IUFP/16000",
		"c=IN IP4 127.1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseSDP(text)
		if err != nil {
			return
		}
		if len(d.Codecs) > MaxCodecs || d.PacketTime < 0 {
			t.Fatalf("impossible %+v", d)
		}
		for _, c := range d.Codecs {
			if c.PayloadType >= maxPayloadType || c.Name == "" || len(c.FullName) > maxName || c.Rate <= 0 || c.Channels != 1 {
				t.Fatalf("impossible codec %+v", c)
			}
			if c.PayloadType < firstDynamic && staticNames[int(c.PayloadType)] == "" {
				continue // a reply does not tell its name (§12)
			}
			// What we would answer describes the same codec.
			s := Session{"A", "::1", d.Port, c, d.PacketTime, true, true}
			back, err := ParseSDP(string(s.append(nil)))
			if err != nil || back.Port != d.Port || back.PacketTime != d.PacketTime || len(back.Codecs) != 1 {
				t.Fatalf("%+v became %+v, %v", s, back, err)
			}
			if c.PayloadType >= firstDynamic && back.Codecs[0] != c {
				t.Fatalf("%+v became %+v", c, back.Codecs[0])
			}
		}
	})
}
