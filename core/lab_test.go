package core

import (
	"errors"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/relay"
)

type nobody struct{}

func (*nobody) Packet(relay.TapEvent, []byte) {}

const amrOffer = "c=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 112\na=rtpmap:112 AMR/8000\n"

// A tap on an endpoint also shows the leg that comes later, and ends on all.
func TestTapFollowsTheCall(t *testing.T) {
	b := newBed(t)
	open := func(ConnectionSnapshot) relay.Tap { return &nobody{} }
	stop, err := b.Tap("rtpbridge/1@mgw", "", "a test", open)
	if err != nil {
		t.Fatal(err)
	}
	b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n\n"+amrOffer)
	leg := b.conn("rtpbridge/1@mgw")
	if leg.tap == nil {
		t.Error("a leg that came later is not tapped")
	}
	stop()
	if leg.tap != nil {
		t.Error("still tapped")
	}
	if _, err := b.Tap("rtpbridge/77@mgw", "", "a test", open); !errors.Is(err, ErrNoEndpoint) {
		t.Error(err)
	}
	if _, err := b.Tap("rtpbridge/1@mgw", "12AB", "a test", open); !errors.Is(err, ErrNoConnection) {
		t.Error(err)
	}
}

func TestToneAndLoopOfOneLeg(t *testing.T) {
	b := newBed(t)
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: sendrecv\n\n"+amrOffer), "I: ")
	leg := b.conn("rtpbridge/1@mgw")
	if err := b.PlayTone("rtpbridge/1@mgw", id, "AMR", 3*time.Second); err != nil || leg.played != 3*time.Second || leg.clip.PayloadType != 112 {
		t.Errorf("%v: %v of payload type %d", err, leg.played, leg.clip.PayloadType)
	}
	if err := b.PlayTone("rtpbridge/1@mgw", id, "PCMA", time.Second); err == nil || !strings.Contains(err.Error(), "did not name PCMA") {
		t.Error(err)
	}
	if err := b.PlayTone("rtpbridge/1@mgw", "12AB", "AMR", time.Second); !errors.Is(err, ErrNoConnection) {
		t.Error(err)
	}
	for _, on := range []bool{true, false} {
		if err := b.LoopConnection("rtpbridge/1@mgw", id, on); err != nil || (leg.cfg.Mode == relay.ModeLoopback) != on {
			t.Errorf("loop %v: %v, mode %v", on, err, leg.cfg.Mode)
		}
	}
}
