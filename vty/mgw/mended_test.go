package mgw

import (
	"strings"
	"testing"
)

// What osmo-mgw does wrong when it writes its configuration (the recordings oddity-…) is right here: what is shown holds
// all settings and reads back. The numbers are those of the recordings.
func TestMendedOddities(t *testing.T) {
	for _, tt := range []struct {
		name  string
		typed string // behind what the recording's file says
		want  string
	}{
		{"oddity-01-ctrl-port", "", "\nctrl\n bind 127.0.0.1 24267\nmgcp\n"},
		{"oddity-02-not-written", "", "\n force-realloc 1\n rtp-accept-all 1\n"},
		{"oddity-03-local-ip", "configure terminal|mgcp|local ip 10.1.2.3|", "\n domain mgw\n local ip 10.1.2.3\n bind ip 127.0.0.1\n"},
		{"oddity-04-trunk-line", "", "\n trunk 1\n  line 0\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBed(t, transcript(t, tt.name+".cfg"))
			shown := b.run(typed(tt.typed + "show running-config")...)
			if !strings.Contains(shown, tt.want) {
				t.Errorf("written:\n%s\nlacks%s", shown, tt.want)
			}
			written, _ := b.engine.Configuration()
			if again, _ := newBed(t, written).engine.Configuration(); again != written {
				t.Errorf("reads back differently:\n%s\nwas\n%s", again, written)
			}
		})
	}
}

// Osmo-mgw takes addresses that are none, and fails with them later (oddity-05). They are refused, and nothing changes.
func TestMendedAddresses(t *testing.T) {
	b := newBed(t, transcript(t, "oddity-05-addresses.cfg"))
	before, _ := b.engine.Configuration()
	for _, line := range []string{
		"rtp bind-ip 10.0.0", "rtp bind-ip-v6 foo", "call-agent ip foo", "bind ip 1.2.3.400", "osmux bind-ip-v6 1.2.3.4",
		"local ip 999.1.1.1", "osmux bind-ip ::1", "rtp bind-ip-v6 fe80::1%lo",
	} {
		if got, err := b.try(typed("configure terminal|mgcp|" + line)...); err == nil || !strings.HasPrefix(got, "% ") {
			t.Errorf("%s: %q", line, got)
		}
	}
	b.run(typed("configure terminal|mgcp|rtp bind-ip 010.0.0.1")...)
	if shown := b.run("show running-config"); !strings.Contains(shown, "\n rtp bind-ip 8.0.0.1\n") {
		t.Errorf("numbers with a zero in front are octal, as in the C library:\n%s", shown)
	}
	b.run(typed("configure terminal|mgcp|rtp bind-ip 127.0.0.1")...)
	if after, _ := b.engine.Configuration(); after != before {
		t.Errorf("something changed:\n%s", after)
	}
}

// Endpoints are found whatever the case of the configured domain.
func TestMendedDomain(t *testing.T) {
	b := newStartedBed(t, onLoopback+" domain MGW.Example\n number endpoints 1\n")
	want := "Virtual trunk 0 endpoint rtpbridge/1@MGW.Example:\n   Availability: available\n   No active connections\n"
	if got := b.run("show mgcp endpoint RTPBRIDGE/1@mgw.EXAMPLE"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Of Osmux, what differs from the default is written also while it is off.
func TestOsmuxDetailsAreKept(t *testing.T) {
	b := newBed(t, "mgcp\n osmux on\n osmux batch-factor 8\n osmux port 5000\n osmux dummy on\n osmux off\n")
	shown := b.run("show running-config")
	if !strings.HasSuffix(shown, " osmux off\n osmux batch-factor 8\n osmux port 5000\n osmux dummy on\nend\n") {
		t.Errorf("written:\n%s", shown)
	}
}
