package mgw

import (
	"strings"
	"testing"

	"osmo-mgw-go/e1"
)

// A line that osmo-mgw would serve is kept to the letter; where a trunk stands on it, show says that calls are refused.
func TestLinesNotServed(t *testing.T) {
	config := `e1_input
 e1_line 3 driver dahdi
 e1_line 3 port 1
 e1_line 3 name north
 no e1_line 3 keepalive
 e1_line 4 driver ipa
 e1_line 4 port 0
 e1_line 4 connect-timeout 5
 e1_line 4 keepalive 30 3 10
 e1_line 4 ipa-keepalive 20 5
 e1_line 4 pcap /tmp/four.pcap
 e1_line 5 driver unixsocket
 e1_line 5 port 0
 e1_line 5 socket /run/five
 no e1_line 5 keepalive
mgcp
 bind port 0
 bind ip 127.0.0.1
 trunk 1
  line 3
`
	b := newBed(t, config)
	written := b.run("show running-config")
	block, _, _ := strings.Cut(config, "mgcp\n")
	if !strings.Contains(written, block) {
		t.Errorf("written:\n%s\nwant\n%s", written, block)
	}
	want := `E1 Line Number 3, Name north, Driver dahdi
 Not served: calls on trunk 1 are refused. Only lines of the driver virtual carry calls.
E1 Line Number 4, Name , Driver ipa
PCAP /tmp/four.pcap
E1 Line Number 5, Name , Driver unixsocket
`
	if got := b.run("show e1_line"); got != want {
		t.Errorf("show e1_line:\n%s\nwant\n%s", got, want)
	}
	counters := strings.Split(b.run("show e1_line 5 stats"), "\n")
	if len(counters) != 8 || counters[1] != " E1 Input subsystem:" || !strings.HasSuffix(counters[2], ":        0 (0/s 0/m 0/h 0/d)") {
		t.Errorf("show e1_line 5 stats: %q", counters)
	}
}

// The virtual line is a command of ours. Slots in use are shown, and given back.
func TestVirtualLine(t *testing.T) {
	b := newBed(t, "e1_input\n e1_line 0 driver virtual\n")
	if got := b.run("show running-config"); !strings.Contains(got, "e1_input\n e1_line 0 driver virtual\n e1_line 0 port 0\n no e1_line 0 keepalive\n") {
		t.Errorf("written:\n%s", got)
	}
	var err error
	b.gateway.Do(func() { err = b.lines.Claim(0, e1.Slot{Timeslot: 7, Subslot: e1.Subslot{Rate: 16, Offset: 2}}) })
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ line, want string }{
		{"show e1_timeslot", "E1 Timeslot 07 of Line 0 is Type I460\n"},
		{"show e1_timeslot 0 7", "E1 Timeslot 07 of Line 0 is Type I460\n"},
		{"show e1_timeslot 0 8", ""},
		{"show e1_timeslot 1", "E1 line 1 is invalid\n"},
		{"show e1_driver", "E1 Input Driver virtual\n"},
	} {
		if got, _ := b.try(tt.line); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.line, got, tt.want)
		}
	}
}
