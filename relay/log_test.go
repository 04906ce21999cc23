package relay

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/logging"
)

func TestLogNamesEachReasonOnce(t *testing.T) {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	system := logging.New("test")
	defer system.Close(time.Second)
	var out bytes.Buffer
	target := system.OpenSession(&out)
	target.Change(func(s *logging.Settings) { s.SetAll(logging.Debug) })
	b.plane.SetLogger(system.Logger())
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	cfg := plain(ModeSendRecv, gsm)
	cfg.Object = "rtpbridge/1@mgw C:10CA8241"
	l := b.leg(e, cfg)
	stranger := net.phone("127.0.0.2")
	for range 5 {
		stranger.send(stranger.addr, l.local, packet('x'))
		l.sendRTP(packet('x'))
		l.sendRTP([]byte{0x23})
	}
	net.run(0)
	target.Sync()
	for _, want := range []string{"from " + stranger.addr.String() + " dropped: from a wrong address", "dropped: no other connection"} {
		if n := strings.Count(out.String(), want); n != 1 {
			t.Errorf("%q stands %d times in\n%s", want, n, &out)
		}
	}
	if n := strings.Count(out.String(), "C:10CA8241"); n != 2 {
		t.Errorf("%d lines name the connection, want 2:\n%s", n, &out)
	}
}
