package relay

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/internal/needs"
	"osmo-mgw-go/iobackend"
	"osmo-mgw-go/pktio"
)

// Two gateways joined by Osmux carry a hundred calls between their phones; nothing gets lost and nothing changes order.
func TestOsmuxJoinsTwoGateways(t *testing.T) {
	onEach(t, func(t *testing.T, left *bed) {
		if _, fake := left.net.(*fakeNetwork); !fake { // which runs one engine
			joinByOsmux(t, left, 100, 12, func(int) {})
		}
	})
}

// The same while the operator changes backend and number of queues of one of the gateways under way.
func TestOsmuxSurvivesLiveChange(t *testing.T) {
	left := onKernel(t, "epoll", 1)
	if _, err := iobackend.Choose("io_uring"); err != nil {
		needs.Missing(t, err.Error())
	}
	changes := map[int]func(e *pktio.Engine) error{
		3:  func(e *pktio.Engine) error { return e.Resize(3) },
		6:  func(e *pktio.Engine) error { return e.SetBackend("io_uring") },
		9:  func(e *pktio.Engine) error { return e.Resize(2) },
		12: func(e *pktio.Engine) error { return e.SetBackend("epoll") },
		15: func(e *pktio.Engine) error { return e.Resize(1) },
	}
	joinByOsmux(t, left, 20, 20, func(frame int) {
		if change := changes[frame]; change != nil {
			if err := change(left.plane.engine); err != nil {
				t.Error(err)
			}
		}
	})
}

// joinByOsmux joins left to a second gateway by Osmux, lets phones send frames both ways, at 20 ms, and
// expects each to arrive once and in order. during is called with each frame.
func joinByOsmux(t *testing.T, left *bed, calls, frames int, during func(frame int)) {
	right := onKernel(t, left.backend, left.queues)
	right.net.(*kernelNetwork).nested = true
	hubs := []hub{left.openOsmux(), right.openOsmux()}
	var phones [2][]*leg
	for i := range calls {
		mirror := calls - 1 - i
		// What is our number for the call is the peer's number at the other gateway, and not the same.
		for side, b := range []*bed{left, right} {
			own, theirs := i, mirror
			if side == 1 {
				own, theirs = mirror, i
			}
			e := b.trunk.NewEndpoint(fmt.Sprintf("rtpbridge/%x@mgw", i+1))
			phones[side] = append(phones[side], b.leg(e, plain(ModeSendRecv, amrCodec(96, OctetAlignOff))))
			cfg := osmuxConn(ModeSendRecv, uint8(own), theirs)
			cfg.Remote = hubs[1-side].four
			b.connect(&leg{bed: b}, e, cfg, "127.0.0.1")
		}
	}
	frame := func(side, call, n int) []byte {
		p, err := codec.Reframe(speech590(byte(side<<7|call+n)), codec.BandwidthEfficient)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	left.net.settle(left) // the queues know of the calls
	right.net.settle(right)
	for n := range frames {
		during(n)
		for i := range calls {
			for side := range phones {
				phones[side][i].sendRTP(voice(uint16(n+1), frame(side, i, n)))
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		left.net.settle(left)
		right.net.settle(right)
		complete := true
		for side := range phones {
			for _, l := range phones[side] {
				complete = complete && len(l.phone.got) >= frames
			}
		}
		if complete || time.Now().After(deadline) {
			break
		}
	}
	for side := range phones {
		for i, l := range phones[side] {
			if len(l.phone.got) != frames {
				t.Errorf("side %d, call %d: %d frames, want %d", side, i, len(l.phone.got), frames)
				continue
			}
			for n, d := range l.phone.got {
				if !bytes.Equal(d.data[12:], frame(1-side, i, n)) {
					t.Errorf("side %d, call %d, frame %d: %x", side, i, n, d.data[12:])
				}
			}
		}
	}
	if t.Failed() {
		left.explain(t)
		right.explain(t)
	}
}

// explain prints where packets can have got lost.
func (b *bed) explain(t *testing.T) {
	var drops [DropReasons]uint64
	var total ConnStats
	for _, c := range b.conns {
		for i, n := range c.Diagnosis().Drops {
			drops[i] += n
		}
		s := c.Stats()
		total.PacketsReceived += s.PacketsReceived
		total.PacketsSent += s.PacketsSent
		total.Osmux.ChunksReceived += s.Osmux.ChunksReceived
		total.Osmux.PacketsSent += s.Osmux.PacketsSent
		total.Osmux.PacketsDropped += s.Osmux.PacketsDropped
	}
	t.Logf("%d RTP in, %d out; Osmux %d chunks in, %d packets out, %d dropped; %+v", total.PacketsReceived, total.PacketsSent,
		total.Osmux.ChunksReceived, total.Osmux.PacketsSent, total.Osmux.PacketsDropped, b.plane.OsmuxReception())
	for i, n := range drops {
		if n != 0 {
			t.Logf("%d dropped: %v", n, DropReason(i))
		}
	}
	snapshot := b.plane.engine.Snapshot()
	for _, q := range snapshot.Queues {
		t.Logf("queue %d: %v", q.Index, q.Counters)
	}
}
