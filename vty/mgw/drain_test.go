package mgw

import (
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"
)

// `shutdown when-idle` refuses new connections and ends the program with the last call.
func TestShutdownWhenIdle(t *testing.T) {
	b := newStartedBed(t, diagnosisConfig)
	ended := make(chan struct{})
	b.onShutdown = func() { close(ended) }
	c := b.call(1, "sendrecv")

	if got := b.run("shutdown when-idle"); !strings.HasPrefix(got, "No new connections are made from now on") {
		t.Errorf("answer: %q", got)
	}
	ask := func(request string) string {
		return string(b.gateway.HandleDatagram(netip.MustParseAddrPort("127.0.0.1:2727"), []byte(request)))
	}
	if got := ask("CRCX 2 rtpbridge/*@mgw MGCP 1.0\r\nC: 2b\r\nM: sendrecv\r\n"); !strings.HasPrefix(got, "403 2 ") {
		t.Errorf("new call: %q", got)
	}
	select {
	case <-ended:
		t.Error("ended with a call on")
	case <-time.After(50 * time.Millisecond):
	}
	id := regexp.MustCompile(`I: (\w+)`).FindStringSubmatch(c.answer)[1]
	if got := ask(fmt.Sprintf("DLCX 3 rtpbridge/1@mgw MGCP 1.0\r\nC: 2a\r\nI: %s\r\n", id)); !strings.HasPrefix(got, "250 3 ") {
		t.Errorf("last call: %q", got)
	}
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("did not end")
	}
}
