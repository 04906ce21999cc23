package mgcp

import (
	"strings"
	"testing"
)

// §5.0, §5.2 to §5.4, and §9.0: an empty line makes a request "with SDP".
func TestParseParameters(t *testing.T) {
	tests := []struct {
		name, body string
		want       Parameters
	}{
		{"nothing", "", Parameters{}},
		{"as osmo-bsc writes them", "C: 7f3a9\r\nI: 12ab\r\nM: sendrecv\r\nL: p:20, a:AMR, nt:IN\r\n", Parameters{
			CallID: Text{true, "7f3a9"}, ConnectionID: Text{true, "12ab"}, Mode: SendRecv,
			Options: LocalOptions{true, "AMR", 20, 20},
		}},
		{"lower case, CR and LF mixed", "c: a\rm: RECVonly\ni: B", Parameters{
			CallID: Text{true, "a"}, ConnectionID: Text{true, "B"}, Mode: RecvOnly,
		}},
		{"the value starts at the fourth character", "C:1\nMxyloopback\nI:  A ", Parameters{
			CallID: Text{true, ""}, ConnectionID: Text{true, " A "}, Mode: Loopback,
		}},
		{"M:recvonly is ecvonly", "M:recvonly", Parameters{}},
		{"two characters are an empty value", "C:\nI:\nM:\nL:\n", Parameters{CallID: Text{true, ""}, ConnectionID: Text{true, ""}}},
		{"one character is skipped", ".\nQ\nM: confecho", Parameters{Mode: ConfEcho}},
		{"unknown mode", "M: sendonly\nM: inactive", Parameters{}},
		{"the last one counts", "C: 1\nC: 2", Parameters{CallID: Text{true, "2"}}},
		{"empty line and nothing more", "C: 1\r\n\r\n", Parameters{CallID: Text{true, "1"}, SDP: Text{Given: true}}},
		{"SDP", "M: sendonly\n\nv=0\nZ: 1\n", Parameters{Mode: SendOnly, SDP: Text{true, "v=0\nZ: 1\n"}}},
		{"LF CR is an empty line", "C: 1\n\rv=0", Parameters{CallID: Text{true, "1"}, SDP: Text{true, "v=0"}}},
		{"options accumulate", "L: p:20\nL: a:gsm", Parameters{Options: LocalOptions{true, "GSM", 20, 20}}},
		{"empty options are absent", "L: \n", Parameters{}},
		{"unknown X lines", "X: 4f\nX-Foo: 1\nX-Osmux:3\n", Parameters{}},
		{"Osmux wildcard", "X-Osmux: *", Parameters{Osmux: OsmuxRequest{Given: true, Wildcard: true}}},
		{"Osmux circuit", "x-OSMUX: 41", Parameters{Osmux: OsmuxRequest{Given: true, CID: 41}}},
		{"Osmux circuit with garbage", "X-Osmux:   255foo", Parameters{Osmux: OsmuxRequest{Given: true, CID: 255}}},
		{"Osmux out of range", "X-Osmux: 256\n", Parameters{}},
		{"Osmux minus one is no wildcard (MENDS 18)", "X-Osmux: -1\n", Parameters{}},
		{"Osmux with other stars", "X-Osmux:  *\nX-Osmux: * \nX-Osmux: \n", Parameters{}},
		{"ignore the call id", "x-osmo-ign:X c", Parameters{IgnoreCallID: true}},
		{"ignore something else", "X-Osmo-IGN: CC D", Parameters{}},
	}
	for _, tt := range tests {
		got, code, _ := ParseParameters(tt.body)
		if code != 0 || got != tt.want {
			t.Errorf("%s: got %+v, code %d, want %+v", tt.name, got, code, tt.want)
		}
	}
}

// §5.2: the first faulty line decides.
func TestFaultyParameters(t *testing.T) {
	for _, tt := range []struct {
		body string
		code Code
		line string
	}{
		{"C: 1\nN: ca@127.0.0.1\nL: x", CodeUnknownParameter, "N: ca@127.0.0.1"},
		{"L: x\nN: 1", CodeBadLocalOption, "L: x"},
		{"L: p:111\nL: x", CodeBadPacketization, "L: p:111"},
		{"K: 1", CodeUnknownParameter, "K: 1"},
		{" C: 1", CodeUnknownParameter, " C: 1"},
		{"AUEP 5610 null@mgw MGCP 1.0", CodeUnknownParameter, "AUEP 5610 null@mgw MGCP 1.0"},
		{"Z:", CodeUnknownParameter, "Z:"},
	} {
		_, code, line := ParseParameters(tt.body)
		if code != tt.code || line != tt.line {
			t.Errorf("%q: got %d at %q, want %d at %q", tt.body, code, line, tt.code, tt.line)
		}
	}
}

// §5.3.
func TestLocalOptions(t *testing.T) {
	for _, tt := range []struct {
		value string
		want  LocalOptions
		code  Code
	}{
		{"p:20, a:AMR, nt:IN", LocalOptions{true, "AMR", 20, 20}, 0},
		{"a:gsm-efr", LocalOptions{true, "GSM-EFR", 0, 0}, 0},
		{"a:AMR;GSM", LocalOptions{true, "AMR", 0, 0}, 0},
		{"a:pcma/8000/2,p:20-30", LocalOptions{true, "PCMA/8000/2", 20, 30}, 0},
		{"a:ABCDEFGHIJKLMNOPQRS", LocalOptions{true, "ABCDEFGHIJKLMNOP", 0, 0}, 0},
		{"p:20, foo, a:AMR", LocalOptions{true, "AMR", 20, 20}, 0},
		{"p:20,,a:AMR", LocalOptions{true, "AMR", 20, 20}, 0},
		{"p:abc", LocalOptions{true, "", 0, 0}, 0},
		{"p:10-20", LocalOptions{true, "", 10, 20}, 0},
		{"b:64, e:on, gc:5, s:off, t:b8, r:g, k:clear:x, fmtp:x", LocalOptions{Given: true}, 0},

		{"p:10", LocalOptions{}, CodeBadPacketization},
		{"p:10-30", LocalOptions{}, CodeBadPacketization},
		{"a:AMR, p:20, A:GSM", LocalOptions{}, CodeBadLocalOption},
		{"foo", LocalOptions{}, CodeBadLocalOption},
		{" p:20", LocalOptions{}, CodeBadLocalOption},
		{",p:20", LocalOptions{}, CodeBadLocalOption},
		{"foo, p:20", LocalOptions{}, CodeBadLocalOption},
		{"p:20, foo", LocalOptions{}, CodeBadLocalOption},
		{"p:20,", LocalOptions{}, CodeBadLocalOption},
		{"p:20, ", LocalOptions{}, CodeBadLocalOption},
		{":x", LocalOptions{}, CodeBadLocalOption},
		{"p:20, :x", LocalOptions{}, CodeBadLocalOption},
		{"a :x", LocalOptions{}, CodeBadLocalOption},
		{"a:", LocalOptions{}, CodeBadLocalOption},
		{"a: AMR", LocalOptions{}, CodeBadLocalOption},
		{"a:,p:20", LocalOptions{}, CodeBadLocalOption},
		{"p:20, nt:", LocalOptions{}, CodeBadLocalOption},
	} {
		var got LocalOptions
		code := got.add(tt.value)
		if code != tt.code || code == 0 && got != tt.want {
			t.Errorf("%q: got %+v, code %d, want %+v, code %d", tt.value, got, code, tt.want, tt.code)
		}
	}
}

// §5.5.
func TestConnectionID(t *testing.T) {
	for id, want := range map[string]Code{
		"": CodeProtocolError, "0": 0, "12AB": 0,
		strings.Repeat("0", 32): 0, strings.Repeat("0", 33): CodeProtocolError,
	} {
		if got := CheckConnectionID(id); got != want {
			t.Errorf("%q: %d, want %d", id, got, want)
		}
	}
	if a, b := CanonicalConnectionID("0ee28f15f"), CanonicalConnectionID("EE28F15F"); a != b {
		t.Errorf("%q and %q differ", a, b)
	}
}

func FuzzParams(f *testing.F) {
	f.Add("C: 7f3a9\r\nM: sendrecv\r\nL: p:20, a:AMR, nt:IN\r\nX-Osmux: 41\r\nX-Osmo-IGN: C\r\n\r\nv=0\r\n")
	f.Add("I: \nC:\n.\n\n")
	f.Add("M: x\n\rN: 1")
	f.Fuzz(func(t *testing.T, body string) {
		p, code, line := ParseParameters(body)
		switch {
		case code != 0 && line == "":
			t.Errorf("code %d, but no line to blame", code)
		case code == 0 && line != "":
			t.Errorf("line %q, but no code", line)
		case p.Osmux.Wildcard && !p.Osmux.Given || len(p.Options.Codec) > maxCodecOption:
			t.Errorf("impossible %+v", p)
		}
	})
}

func FuzzLCO(f *testing.F) {
	for _, seed := range []string{"p:20, a:AMR, nt:IN", "p:10-20,a:amr;gsm", "p:20, foo, a:X", "a :x", "p:-20--40", "fmtp:\"a b:c,d\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		items, ok := splitOptions(value)
		for _, item := range items {
			if item.name == "" || strings.ContainsAny(item.name, " ,:") || item.value == "" || strings.Contains(item.value, ",") {
				t.Errorf("%q has the option %+v", value, item)
			}
		}
		var o LocalOptions
		code := o.add(value)
		if value != "" && ok != (code != CodeBadLocalOption) {
			t.Errorf("%q: code %d, but syntax is %v", value, code, ok)
		}
		if len(o.Codec) > maxCodecOption || strings.ContainsAny(o.Codec, ";,") {
			t.Errorf("%q: codec %q", value, o.Codec)
		}
	})
}
