package pktio_test

import (
	"testing"
	"time"

	"osmo-mgw-go/iobackend/fake"
	"osmo-mgw-go/pktio"
)

// leg sends what it receives to the peer's remote address, as a call does.
type leg struct {
	flow   *pktio.Flow
	peer   *leg
	remote pktio.Addr
}

func (l *leg) HandlePacket(_ *pktio.Flow, p *pktio.Packet) { l.peer.flow.Send(p, &l.peer.remote) }

// newCall opens two legs on an engine.
func newCall(e *pktio.Engine, key uint64, fd1, fd2 int, remote1, remote2 pktio.Addr) (*pktio.Group, *leg, *leg) {
	g := e.NewGroup(key)
	a, b := &leg{remote: remote1}, &leg{remote: remote2}
	a.peer, b.peer = b, a
	a.flow, b.flow = g.NewFlow(fd1, a), g.NewFlow(fd2, b)
	a.flow.Start()
	b.flow.Start()
	return g, a, b
}

func newFake(t testing.TB, queues int) (*fake.Network, *pktio.Engine) {
	t.Helper()
	net := fake.New()
	e, err := pktio.New(pktio.Config{Factory: net, Clock: net.Now, Manual: true, Queues: queues})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return net, e
}

func TestRelayOnFakeNetwork(t *testing.T) {
	net, e := newFake(t, 1)
	fd1, fd2 := net.Socket("192.0.2.1:4000"), net.Socket("192.0.2.1:4002")
	g, _, _ := newCall(e, 0, fd1, fd2, addr("198.51.100.1:16000"), addr("198.51.100.2:16000"))
	net.Deliver(fd1, "198.51.100.1:16000", []byte("there"))
	net.Deliver(fd2, "198.51.100.2:16000", []byte("and back"))
	net.Run(e, time.Millisecond)

	sent := net.Sent()
	if len(sent) != 2 {
		t.Fatalf("%d datagrams sent, want 2: %v", len(sent), sent)
	}
	if d := sent[0]; d.From.String() != "192.0.2.1:4002" || d.To.String() != "198.51.100.2:16000" || string(d.Data) != "there" {
		t.Errorf("first datagram %v", d)
	}
	if d := sent[1]; d.From.String() != "192.0.2.1:4000" || d.To.String() != "198.51.100.1:16000" || string(d.Data) != "and back" {
		t.Errorf("second datagram %v", d)
	}

	g.Close()
	net.Run(e, time.Millisecond)
	if open := net.Open(); len(open) != 0 {
		t.Errorf("sockets still open after Close: %v", open)
	}
}

// tick is a timer that posts a message and starts itself again, a few times.
type tick struct {
	timer pktio.Timer
	group *pktio.Group
	left  int
	fired []int64
	got   []uint64
}

func (k *tick) HandleTimer(t *pktio.Timer, now int64) {
	k.fired = append(k.fired, now)
	k.group.Post(pktio.Message{To: k, A: uint64(k.left)})
	if k.left--; k.left > 0 {
		k.group.StartTimer(t, now+20e6)
	}
}

func (k *tick) HandleMessage(_ *pktio.Queue, m *pktio.Message) { k.got = append(k.got, m.A) }

func TestTimersAndMessages(t *testing.T) {
	net, e := newFake(t, 1)
	g := e.NewGroup(0)
	k := &tick{group: g, left: 3}
	k.timer.Handler = k
	start := net.Now()
	g.Do(func(*pktio.Queue) { g.StartTimer(&k.timer, start+20e6) })
	net.Run(e, 100*time.Millisecond)
	want := []int64{start + 20e6, start + 40e6, start + 60e6}
	if len(k.fired) != 3 || k.fired[0] != want[0] || k.fired[1] != want[1] || k.fired[2] != want[2] {
		t.Errorf("fired at %v, want %v", k.fired, want)
	}
	if len(k.got) != 3 || k.got[0] != 3 || k.got[2] != 1 {
		t.Errorf("messages %v, want 3 2 1", k.got)
	}
	if k.timer.Running() {
		t.Error("timer still running")
	}
}
