package relay

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/pktio"
)

// controlFiles are the files of the control side. Every other one is on the packet's way.
var controlFiles = []string{"config.go", "plane.go", "endpoint.go", "userspace.go"}

func TestPacketPathImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || slices.Contains(controlFiles, file) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		checked++
		for _, imp := range parsed.Imports {
			switch path, _ := strconv.Unquote(imp.Path.Value); path {
			case "sync", "fmt", "log", "log/slog":
				t.Errorf("%s is on the packet's way and imports %s", file, path)
			}
		}
	}
	if checked < 10 {
		t.Fatalf("only %d files found on the packet's way", checked)
	}
}

// way is one packet's way through the gateway, for the tests that measure it.
type way struct {
	name  string
	run   func() // sends one packet in and works it off
	check func() // makes sure that packets came out
}

// ways sets up calls of every kind.
func ways(t testing.TB) []way {
	gsmIn := packet(make([]byte, 33)...)
	amrIn := packet(unhex(t, "2014e959f35fdfe5e9667ffbc088818088")...)
	report := unhex(t, "81c9000722222222 11111111 00000000 00000000 00000000 00000000 00000000")
	amr := func(pt uint8, align OctetAlign) ConnConfig {
		cfg := plain(ModeSendRecv, Codec{PayloadType: pt, Name: "AMR", Rate: 8000, OctetAlign: align}, event(101))
		cfg.ConstantSSRC, cfg.AlignTiming = true, true
		return cfg
	}
	return []way{
		packetWay(t, "plain RTP", gsmIn, false, plain(ModeSendRecv, pcmu), plain(ModeSendRecv, gsm)),
		packetWay(t, "AMR patched and converted", amrIn, false, amr(96, OctetAlignOn), amr(97, OctetAlignOff)),
		packetWay(t, "RTCP rewritten", report, true, amr(96, OctetAlignOn), amr(97, OctetAlignOff)),
		packetWay(t, "conference of five", gsmIn, false, plain(ModeConfEcho, gsm), plain(ModeSendRecv, gsm),
			plain(ModeSendRecv, gsm), plain(ModeSendRecv, gsm), plain(ModeSendRecv, gsm)),
		packetWay(t, "Iu UP to AMR", packet(unhex(t, "0000001e4f28959ffeb80181f5c4e83d176c897b4a4e333298333419a493ca63ded6e0")...), false,
			iufp(ModeSendRecv), plain(ModeSendRecv, amrCodec(112, OctetAlignOff))),
		packetWay(t, "AMR to Iu UP", packet(unhex(t, "503c469571368f57f6391d16fa8874f5987c175c41bb6d718e0f7059c7011b2f30")...), false,
			plain(ModeSendRecv, amrCodec(112, OctetAlignOn)), iufp(ModeSendRecv)),
		packetWay(t, "RTP to Osmux", packet(speech590(1)...), false,
			plain(ModeSendRecv, amrCodec(112, OctetAlignOn)), osmuxConn(ModeSendRecv, 3, 7)),
		chunkWay(t, "Osmux to RTP", unhex(t, "2d010380 1011121314 2021222324 3031323334 4041424344")),
		packetWay(t, "dropped by mode", gsmIn, false, plain(ModeSendOnly, gsm)),
	}
}

// packetWay is the way of a datagram into the first of some connections.
func packetWay(t testing.TB, name string, in []byte, rtcp bool, conns ...ConnConfig) way {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	b.openOsmux()
	first := b.leg(e, conns[0])
	last := first
	for _, cfg := range conns[1:] {
		last = b.leg(e, cfg)
		if cfg.Kind == KindIuUP {
			last.initialise()
		}
	}
	if conns[0].Kind == KindIuUP {
		first.initialise()
	}
	net.run(time.Second)
	net.Record(false)
	from, to := pktio.AddrFrom(first.phone.addr), first.local
	if rtcp {
		to = rtcpPort(to)
	}
	fd := net.fds[to]
	return way{name,
		func() {
			net.DeliverFrom(fd, from, in)
			for net.engine.Step() {
			}
		},
		func() {
			t.Helper()
			received, sent := first.Stats().PacketsReceived, net.Count()
			if last.Config().Kind == KindOsmux {
				sent = last.Stats().Osmux.PacketsSent
			}
			if received == 0 || len(conns) > 1 && sent < received {
				t.Fatalf("%s: %d packets in, %d out", name, received, sent)
			}
		},
	}
}

// chunkWay is the way of an Osmux datagram to RTP, to the last of its frames.
func chunkWay(t testing.TB, name string, in []byte) way {
	b := onFake(t)
	net := b.net.(*fakeNetwork)
	h := b.openOsmux()
	e := b.trunk.NewEndpoint("rtpbridge/1@mgw")
	a, peer := b.leg(e, plain(ModeSendRecv, amrCodec(112, OctetAlignOff))), b.leg(e, osmuxConn(ModeSendRecv, 3, 7))
	net.run(time.Second)
	net.Record(false)
	from, fd := pktio.AddrFrom(peer.phone.addr), net.fds[h.four]
	return way{name,
		func() {
			net.DeliverFrom(fd, from, in)
			net.Run(net.engine, 80*time.Millisecond)
		},
		func() {
			t.Helper()
			if sent := a.Stats().PacketsSent; sent == 0 || sent != 4*peer.Stats().Osmux.ChunksReceived {
				t.Fatalf("%s: %d packets out", name, sent)
			}
		},
	}
}

func TestPacketPathDoesNotAllocate(t *testing.T) {
	for _, w := range ways(t) {
		if n := testing.AllocsPerRun(500, w.run); n != 0 {
			t.Errorf("%s: %v allocations per packet", w.name, n)
		}
		w.check()
	}
}

func BenchmarkPacketPath(b *testing.B) {
	for _, w := range ways(b) {
		b.Run(w.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.run()
			}
			w.check()
		})
	}
}
