package mgw

import (
	"net/netip"
	"strings"
	"testing"
)

// TestLabCommands proves a leg by tone and loop, and reads what a wrong one is answered.
func TestLabCommands(t *testing.T) {
	b := newStartedBed(t, "mgcp\n bind ip 127.0.0.1\n bind port 0\n rtp bind-ip 127.0.0.1\n")
	reply := string(b.gateway.HandleDatagram(netip.MustParseAddrPort("127.0.0.1:2727"), []byte("CRCX 1 rtpbridge/1@mgw MGCP 1.0\r\nC: a\r\nM: recvonly\r\n\r\nc=IN IP4 127.0.0.1\r\nm=audio 4000 RTP/AVP 3\r\n")))
	_, rest, _ := strings.Cut(reply, "\r\nI: ")
	id, _, _ := strings.Cut(rest, "\r\n")
	b.run("test tone rtpbridge/1@mgw "+id+" gsm 1", "test loop rtpbridge/1@mgw "+id+" on")
	if s, _ := b.gateway.EndpointSnapshot("rtpbridge/1@mgw"); s.Connections[0].Mode.String() != "loopback" {
		t.Errorf("mode %v", s.Connections[0].Mode)
	}
	b.run("test loop rtpbridge/1@mgw " + id + " off")
	for line, want := range map[string]string{
		"test tone rtpbridge/1@mgw " + id + " amr 1":  "% The peer of " + id + " did not name AMR in its SDP\n",
		"test tone rtpbridge/1@mgw 12AB gsm 1":        "% No such connection: 12AB on rtpbridge/1@mgw\n",
		"test loop rtpbridge/9999@mgw " + id + " on":  "% No such endpoint: rtpbridge/9999@mgw\n",
		"test tone rtpbridge/1@mgw " + id + " gsm 0":  "% Unknown command.\n",
		"test tone rtpbridge/1@mgw " + id + " opus 1": "% Unknown command.\n",
	} {
		if answer, err := b.try(line); err == nil || answer != want {
			t.Errorf("%s: %q, want %q", line, answer, want)
		}
	}
}
