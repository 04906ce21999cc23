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

// The model is a link that keeps whole packets and counts octets by making the datagram: slow, and written from the
// rules alone.
type model struct {
	factor, size int
	circuits     []*modelCircuit
	deadline     int64
	armed        bool
}

type modelCircuit struct {
	cid   byte
	seq   byte
	dummy bool
	last  int // -1: nothing sent yet
	queue []rtp.Packet
}

func (m *model) find(cid byte) *modelCircuit {
	for _, c := range m.circuits {
		if c.cid == cid {
			return c
		}
	}
	return nil
}

func (m *model) open(now int64, cid byte, dummy bool) {
	m.circuits = append(m.circuits, &modelCircuit{cid: cid, dummy: dummy, last: -1})
	if dummy && !m.armed {
		m.armed, m.deadline = true, now+int64(m.factor)*20*ms
	}
}

func (m *model) close(cid byte) {
	for i, c := range m.circuits {
		if c.cid == cid {
			m.circuits = append(m.circuits[:i:i], m.circuits[i+1:]...)
		}
	}
	if m.frames() == 0 && m.silent() == 0 {
		m.armed = false
	}
}

func (m *model) frames() (n int) {
	for _, c := range m.circuits {
		n += len(c.queue)
	}
	return n
}

func (m *model) silent() (n int) {
	for _, c := range m.circuits {
		if c.dummy {
			n++
		}
	}
	return n
}

func toc(p rtp.Packet) byte { return p[13] }

func frameType(p rtp.Packet) byte { return toc(p) >> 3 & 15 }

func speech(p rtp.Packet) []byte { return p[14:] }

// voice returns the octets of the circuit's chunks, as if they were sent now.
func (c *modelCircuit) voice() []byte {
	var out []byte
	last, seq := c.last, c.seq
	for i := 0; i < len(c.queue); {
		run := c.queue[i:]
		for n, p := range run {
			if frameType(p) != frameType(run[0]) {
				run = run[:n]
				break
			}
		}
		first, end := run[0], run[len(run)-1]
		flags := byte(1)<<5 | byte(len(run)-1)<<2
		if first.Marker() || last >= 0 && first.Sequence() != uint16(last+1) {
			flags |= 0x80
		}
		if toc(end)&0x80 != 0 {
			flags |= 2
		}
		if toc(end)&0x04 != 0 {
			flags |= 1
		}
		out = append(out, flags, seq, c.cid, frameType(first)<<4|end[12]>>4)
		for _, p := range run {
			out = append(out, speech(p)...)
			last = int(p.Sequence())
		}
		seq++
		i += len(run)
	}
	return out
}

func (m *model) used() (n int) {
	for _, c := range m.circuits {
		n += len(c.voice())
	}
	return n
}

// add appends to the queue, or says that the batch is full.
func (m *model) add(now int64, c *modelCircuit, p rtp.Packet) bool {
	if p.Marker() && len(c.queue) > 0 || len(c.queue) == m.factor {
		return false
	}
	was := c.queue
	before := m.frames()
	c.queue = append(c.queue[:len(c.queue):len(c.queue)], p)
	if m.used() > m.size {
		c.queue = was
		return false
	}
	if before == 0 {
		m.armed, m.deadline = true, now+int64(m.factor)*20*ms
	}
	return true
}

var errRefused = errors.New("refused")

func (m *model) feed(now int64, cid byte, p rtp.Packet) error {
	c := m.find(cid)
	if c == nil || len(p) < 14 || p.Version() != 2 || len(p) > m.size-4 {
		return errRefused
	}
	if p.PayloadType() == 72 {
		return nil
	}
	ft := codec.FrameType(frameType(p))
	if !ft.Valid() || len(speech(p)) != ft.Octets() {
		return errRefused
	}
	c.dummy = false
	for i, q := range c.queue {
		if q.Sequence() == p.Sequence() {
			if len(q) != len(p) {
				return errRefused
			}
			c.queue[i] = p
			if m.used() > m.size {
				c.queue[i] = q
				return errRefused
			}
			return nil
		}
	}
	if !p.Marker() && (len(c.queue) > 0 || c.last >= 0) {
		ref, source := uint16(c.last), p
		if n := len(c.queue); n > 0 {
			ref, source = c.queue[n-1].Sequence(), c.queue[n-1]
		}
		lost := int(int16(p.Sequence()-ref)) - 1
		if room := m.factor - len(c.queue); lost > room {
			lost = room
			if len(c.queue) == 0 {
				lost = 0
			}
		}
		for k := 1; k <= lost; k++ {
			clone := rtp.Packet(bytes.Clone(source))
			clone.SetMarker(false)
			clone.SetSequence(ref + uint16(k))
			if !m.add(now, c, clone) {
				return osmux.ErrFull
			}
		}
	}
	if !m.add(now, c, p) {
		return osmux.ErrFull
	}
	return nil
}

func (m *model) deliver(now int64) []byte {
	room := m.size - m.used()
	var out []byte
	for _, c := range m.circuits {
		if c.dummy {
			if n := 4 + 17*m.factor; n <= room {
				room -= n
				out = append(out, 0x40|byte(m.factor-1)<<2, 0, c.cid, 0x30)
				out = append(out, bytes.Repeat([]byte{0xff}, 17*m.factor)...)
			}
			continue
		}
		v := c.voice()
		out = append(out, v...)
		for i, p := range c.queue {
			if i == 0 || frameType(p) != frameType(c.queue[i-1]) {
				c.seq++
			}
			c.last = int(p.Sequence())
		}
		c.queue = nil
	}
	m.armed = m.silent() > 0
	m.deadline = now + int64(m.factor)*20*ms
	return out
}

// amrPacket is an RTP packet with one octet-aligned frame.
func amrPacket(seq uint16, marker bool, ft codec.FrameType, fill byte) rtp.Packet {
	p := rtp.Packet(make([]byte, rtp.HeaderLen+2+ft.Octets()))
	rtp.PutHeader(p, rtp.Header{Marker: marker, PayloadType: 112, Sequence: seq, Timestamp: uint32(seq) * 160, SSRC: 0x11223344})
	p[12], p[13] = fill<<4, byte(ft)<<3|fill&1<<2
	for i := range p[14:] {
		p[14+i] = fill + byte(i)
	}
	return p
}

// pair is a link and its model, held side by side.
type pair struct {
	t    testing.TB
	link *osmux.Link
	m    *model
	now  int64
}

func newPair(t testing.TB, factor, size int) *pair {
	link, err := osmux.NewLink(osmux.LinkConfig{Factor: factor, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	return &pair{t: t, link: link, m: &model{factor: factor, size: size}}
}

func (s *pair) open(cid byte, dummy bool) {
	err := s.link.Open(s.now, cid, dummy)
	if open := s.m.find(cid) != nil; open != errors.Is(err, osmux.ErrCircuitOpen) {
		s.t.Fatalf("opening circuit %d that is open (%v): %v", cid, open, err)
	} else if !open {
		s.m.open(s.now, cid, dummy)
	}
	s.compareTimers()
}

func (s *pair) close(cid byte) {
	s.link.Close(cid)
	s.m.close(cid)
	s.compareTimers()
}

func (s *pair) compareTimers() {
	at, armed := s.link.Deadline()
	if armed != s.m.armed || armed && at != s.m.deadline {
		s.t.Fatalf("at %d ms: timer %v for %d, want %v for %d", s.now/ms, armed, at/ms, s.m.armed, s.m.deadline/ms)
	}
}

func (s *pair) deliver() {
	want, got := s.m.deliver(s.now), s.link.Deliver(s.now, nil)
	if !bytes.Equal(want, got) {
		s.t.Fatalf("at %d ms: sent %x\nwant           %x", s.now/ms, got, want)
	}
	if len(got) > s.m.size {
		s.t.Fatalf("at %d ms: %d octets in a batch of %d", s.now/ms, len(got), s.m.size)
	}
	s.compareTimers()
}

// advance lets time pass, and timers fire.
func (s *pair) advance(d int64) {
	end := s.now + d
	for s.m.armed && s.m.deadline <= end {
		s.now = s.m.deadline
		s.deliver()
	}
	s.now = end
}

func (s *pair) feed(cid byte, p rtp.Packet) {
	for tries := 0; ; tries++ {
		want, got := s.m.feed(s.now, cid, bytes.Clone(p)), s.link.Feed(s.now, cid, p)
		if (want == nil) != (got == nil) || errors.Is(want, osmux.ErrFull) != errors.Is(got, osmux.ErrFull) {
			s.t.Fatalf("at %d ms: circuit %d, %x: %v, want %v", s.now/ms, cid, []byte(p), got, want)
		}
		s.compareTimers()
		if !errors.Is(got, osmux.ErrFull) {
			return
		}
		if tries > osmux.MaxFrames {
			s.t.Fatalf("at %d ms: %x is never taken", s.now/ms, []byte(p))
		}
		s.deliver()
	}
}

func TestLinkAgreesWithModel(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		s := newPair(t, 1+r.IntN(8), []int{20, 60, 100, 300, 1472}[r.IntN(5)])
		seqs := map[byte]uint16{}
		types := [][]codec.FrameType{{2, 7, 8, 10, 11, 15}, {8, 10, 11}, {7, 15}}[r.IntN(3)]
		for range 300 {
			cid := byte(r.IntN(4)) * 85
			switch n := r.IntN(100); {
			case n < 3:
				s.open(cid, r.IntN(2) == 1)
			case n < 4:
				s.close(cid)
			case n < 6:
				s.feed(cid, amrPacket(1, false, 2, 3)[:12+r.IntN(17)])
			case n < 30:
				s.advance(int64(r.IntN(60)) * ms)
			default:
				step := uint16(1)
				if r.IntN(5) == 0 {
					step = uint16(r.IntN(14)) - 3
				}
				seqs[cid] += step
				s.feed(cid, amrPacket(seqs[cid], r.IntN(20) == 0, types[r.IntN(len(types))], byte(r.IntN(256))))
			}
		}
	}
}

// FuzzBatcher reads its input as a list of things to do to a link and its model: two octets each, or three.
func FuzzBatcher(f *testing.F) {
	f.Add(byte(4), uint16(1472), []byte{0x00, 7, 0x82, 7, 1, 0x82, 7, 1, 0x40, 80})
	f.Add(byte(2), uint16(60), []byte{0x01, 0, 0x01, 1, 0x87, 0, 1, 0x40, 40, 0xc7, 0, 5, 0x40, 40})
	f.Add(byte(8), uint16(100), []byte{0x00, 3, 0x88, 3, 1, 0x8a, 3, 0, 0x88, 3, 9, 0x20, 3})
	f.Fuzz(func(t *testing.T, factor byte, size uint16, steps []byte) {
		if factor < 1 || factor > 8 || size == 0 || len(steps) > 600 {
			return
		}
		s := newPair(t, int(factor), int(size))
		seqs := map[byte]uint16{}
		for len(steps) >= 2 {
			op, arg := steps[0], steps[1]
			steps = steps[2:]
			switch {
			case op < 0x20:
				s.open(arg, op&1 == 1)
			case op < 0x40:
				s.close(arg)
			case op < 0x80:
				s.advance(int64(arg) * ms)
			default: // the type in the low four bits, bit 6 is the marker, the third octet the step in sequence
				if len(steps) == 0 {
					return
				}
				seqs[arg] += uint16(int8(steps[0]))
				s.feed(arg, amrPacket(seqs[arg], op&0x40 != 0, codec.FrameType(op&15), steps[0]))
				steps = steps[1:]
			}
		}
	})
}
