package osmux_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/osmux"
	"osmo-mgw-go/rtp"
)

func chunk(seq uint8, frames int) *osmux.Chunk {
	c := &osmux.Chunk{Header: osmux.Header{Kind: osmux.Voice, Seq: seq, CID: 7, Frames: frames, Type: codec.AMRSID}}
	c.Speech = make([]byte, c.SpeechLen())
	return c
}

// fetched are the times in ms at which packets come out up to a time.
func fetched(gen *osmux.Regenerator, until int64) (at []int64) {
	for {
		due, armed := gen.Deadline()
		if !armed || due > until {
			return at
		}
		for {
			if _, ok := gen.Next(due, nil); !ok {
				break
			}
			at = append(at, due/ms)
		}
	}
}

func expectTimes(t *testing.T, got []int64, want ...int64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("packets at %v ms, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("packets at %v ms, want %v", got, want)
		}
	}
}

// A batch that comes while the last one is still being played pushes that out.
func TestNewDataPushesOutTheOld(t *testing.T) {
	gen := osmux.NewRegenerator(rtp.Header{})
	gen.Input(1000*ms, chunk(1, 4))
	expectTimes(t, fetched(gen, 1030*ms-1), 1000, 1020)
	gen.Input(1030*ms, chunk(2, 4))
	expectTimes(t, fetched(gen, 2000*ms), 1030, 1030, 1030, 1050, 1070, 1090)
}

// A timer that fires late does not shift the packets behind.
func TestLateFetchKeepsTheRhythm(t *testing.T) {
	gen := osmux.NewRegenerator(rtp.Header{})
	gen.Input(0, chunk(1, 4))
	n := 0
	for {
		if _, ok := gen.Next(45*ms, nil); !ok {
			break
		}
		n++
	}
	if at, _ := gen.Deadline(); n != 3 || at != 60*ms {
		t.Errorf("%d packets by 45 ms, the next at %d ms", n, at/ms)
	}
}

func TestBacklogIsRefused(t *testing.T) {
	gen := osmux.NewRegenerator(rtp.Header{Sequence: 100})
	for seq := range uint8(2) {
		if err := gen.Input(0, chunk(seq+1, 8)); err != nil {
			t.Fatal(err)
		}
	}
	if err := gen.Input(0, chunk(3, 1)); !errors.Is(err, osmux.ErrBacklog) {
		t.Errorf("a third chunk: %v", err)
	}
	expectTimes(t, fetched(gen, 0), 0, 0, 0, 0, 0, 0, 0, 0, 0)
	gen.Discard()
	if _, armed := gen.Deadline(); armed {
		t.Error("something is left after discarding")
	}
	gen.SetPayloadType(98)
	gen.Input(0, chunk(3, 1))
	if p, ok := gen.Next(0, nil); !ok || rtp.Packet(p).Sequence() != 116 || rtp.Packet(p).PayloadType() != 98 {
		t.Errorf("after discarding: %x, %v", p, ok)
	}
}

func TestSSRCsOfCircuitsDoNotMeet(t *testing.T) {
	for _, random := range []uint32{0, 1, 1<<24 - 2, 1<<24 - 1, 1<<32 - 1} {
		for cid := range uint32(256) {
			if got := osmux.SSRC(uint8(cid), random); got/(1<<24-1) != cid {
				t.Fatalf("SSRC(%d, %d) = %d", cid, random, got)
			}
		}
	}
}

// What goes into a link comes out of the regenerators at its other end: every frame, in order, 20 ms apart.
func TestLinkToRegenerator(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 3))
		factor := 1 + r.IntN(8)
		link, err := osmux.NewLink(osmux.LinkConfig{Factor: factor, InitialSeq: 1})
		if err != nil {
			t.Fatal(err)
		}
		const circuits = 5
		var gens [circuits]*osmux.Regenerator
		var sent, got [circuits][]byte
		for cid := range gens {
			link.Open(0, uint8(cid), false)
			gens[cid] = osmux.NewRegenerator(rtp.Header{})
		}
		fetch := func(cid int, now int64) {
			for {
				p, ok := gens[cid].Next(now, nil)
				if !ok {
					return
				}
				if rtp.Packet(p).Marker() {
					t.Fatalf("circuit %d: marker although nothing was lost", cid)
				}
				got[cid] = append(got[cid], p[12:]...)
			}
		}
		deliver := func(now int64) {
			for out := link.Deliver(now, nil); len(out) > 0; {
				c, rest, err := osmux.ParseChunk(out)
				if err != nil {
					t.Fatal(err)
				}
				if err := gens[c.CID].Input(now, &c); err != nil {
					t.Fatal(err)
				}
				fetch(int(c.CID), now)
				out = rest
			}
		}
		ft := validTypes[r.IntN(len(validTypes))]
		for now := int64(0); now < 2000*ms; now += ms {
			if at, armed := link.Deadline(); armed && at <= now {
				deliver(now)
			}
			for cid := range gens {
				fetch(cid, now)
				if now%(20*ms) == int64(cid)*4*ms {
					// One CMR and Q for all: a chunk has room for one.
					p := amrPacket(uint16(now/(20*ms)), false, ft, 5)
					for i := range p[14:] {
						p[14+i] = byte(r.Uint32())
					}
					sent[cid] = append(sent[cid], p[12:]...)
					for errors.Is(link.Feed(now, uint8(cid), p), osmux.ErrFull) {
						deliver(now)
					}
				}
			}
		}
		deliver(2000 * ms)
		for cid := range gens {
			fetch(cid, 3000*ms)
			if !bytes.Equal(sent[cid], got[cid]) {
				t.Fatalf("seed %d, factor %d, %v: circuit %d lost or changed something", seed, factor, ft, cid)
			}
		}
	}
}
