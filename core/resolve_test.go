package core

import (
	"strings"
	"testing"
)

// §6.1 to §6.3: what names stand for. Wants: the endpoint; "*" a wildcard with nothing free; "" none.
func TestResolve(t *testing.T) {
	for _, tt := range []struct{ domain, name, want string }{
		{"mgw", "rtpbridge/3@mgw", "rtpbridge/3"},
		{"mgw", "RTPBRIDGE/3@MGW", "rtpbridge/3"},
		{"mgw", "3@mgw", "rtpbridge/3"},
		{"mgw", "A@mgw", "rtpbridge/a"},
		{"mgw", "rtpbridge/03@mgw", ""},
		{"mgw", "rtpbridge/b@mgw", ""},
		{"mgw", "rtpbridge/0@mgw", ""},
		{"mgw", "rtpbridge/3@mgw.example", ""},
		{"mgw", "rtpbridge/3", ""},
		{"mgw", "rtpbridge/3@mgw@mgw", ""},
		{"mgw", "*@mgw", ""},
		{"mgw", "gg*@mgw", ""},
		{"mgw", "rtpbridge*@mgw", ""},
		{"mgw", "foo*@mgw", ""}, // §25
		{"mgw", "ds/e1-65/*@mgw", ""},
		{"mgw", "rtpbridge/*@mgw", "rtpbridge/1"},
		{"mgw", "rtpbridge/1*@mgw", "rtpbridge/1"},
		{"mgw", "rtpbridge/zz*@mgw", "rtpbridge/1"},
		{"mgw", "3*@mgw", "rtpbridge/1"},
		{"mgw", "rtpbridge/3@*", ""},
		{"mgw", "ds/e1-1/s-4/su8-5@mgw", "ds/e1-1/s-4/su8-5"},
		{"mgw", "DS/E1-1/S-31/SU16-6@mgw", "ds/e1-1/s-31/su16-6"},
		{"mgw", "ds/e1-1/s-4/su16-1@mgw", ""},
		{"mgw", "ds/e1-1/s-04/su16-2@mgw", ""},
		{"mgw", "ds/e1-01/s-4/su16-2@mgw", ""},
		{"mgw", "ds/e1-01/*@mgw", "ds/e1-1/s-1/su64-0"},
		{"mgw", "ds/e1-1/*@mgw", "ds/e1-1/s-1/su64-0"},
		{"mgw", "ds/e1-2/*@mgw", ""},
		{"mgw", "rtpbridge/" + strings.Repeat("1", 600) + "@mgw", ""},
		{"mgw", "", ""},
		{"mgw", "@", ""},
		{"Gw.Example", "rtpbridge/3@gw.EXAMPLE", "rtpbridge/3"}, // §25: capitals match
		{"Gw.Example", "ds/e1-1/s-4/su8-5@gw.example", "ds/e1-1/s-4/su8-5"},
		{"*", "rtpbridge/3@anything", "rtpbridge/3"},
		{"*", "rtpbridge/3@*", "rtpbridge/3"}, // §25: the endpoint's own name
		{"*", "rtpbridge/*@*", "rtpbridge/1"},
		{"*", "ds/e1-1/s-4/su8-5@*", "ds/e1-1/s-4/su8-5"},
		{"*", "ds/e1-1/s-4/su8-5@x", "ds/e1-1/s-4/su8-5"},
	} {
		b := newBed(t, func(c *Config) { c.Domain, c.Endpoints = tt.domain, 10 })
		got := ""
		b.Do(func() {
			if e := b.resolve(tt.name).endpoint; e != nil {
				got = e.local
			}
		})
		if got != tt.want {
			t.Errorf("domain %q, name %q: got %q, want %q", tt.domain, tt.name, got, tt.want)
		}
		b.Close()
	}
}

// §6.4 and §9: the null endpoint and names that nothing answers to.
func TestNullEndpoint(t *testing.T) {
	b := newBed(t)
	b.want(200, "AUEP 1 null@mgw MGCP 1.0")
	b.want(200, "AUEP 2 NULL@ MGCP 1.0")
	b.want(500, "AUEP 3 null MGCP 1.0")
	b.want(500, "AUEP 4 null@* MGCP 1.0")
	for _, verb := range []string{"CRCX", "MDCX", "DLCX", "RQNT", "RSIP"} {
		b.want(502, verb+" 5 null@x MGCP 1.0\nC: 1\nM: recvonly\n")
	}
	if got := b.count(b.general, mgcpNoEndpoint); got != 9 {
		t.Errorf("err_rx_no_endpoint is %d, want 9", got)
	}
	if got := b.count(b.general, mgcpHandled); got != 7 {
		t.Errorf("rx_msgs_handled is %d, want 7", got)
	}
}

// A trunk made at run time has no endpoints; the domain of requests changes at once, that of names does not.
func TestNamesAreMadeAtStart(t *testing.T) {
	b := newBed(t)
	if err := b.Configure(func(c *Config) { c.AddTrunk(2); c.Domain = "other" }); err != nil {
		t.Fatal(err)
	}
	b.want(500, "AUEP 1 rtpbridge/1@mgw MGCP 1.0")
	b.want(200, "CRCX 2 rtpbridge/*@other MGCP 1.0\nC: 1\nM: recvonly\n", "Z: rtpbridge/1@mgw\n")
	b.want(500, "AUEP 3 ds/e1-2/s-1/su16-0@other MGCP 1.0")
	b.want(403, "CRCX 4 ds/e1-2/*@other MGCP 1.0\nC: 1\nM: recvonly\n")
	b.want(200, "DLCX 5 ds/e1-2/*@other MGCP 1.0")
}
