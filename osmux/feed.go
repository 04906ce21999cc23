package osmux

import (
	"errors"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/rtp"
)

// What becomes of a packet that [Link.Feed] does not take. Packets with a broken layout get an error of package rtp.
var (
	// ErrFull is no fault of the packet: deliver the batch and feed the packet again.
	ErrFull = errors.New("osmux: batch is full")

	ErrNoCircuit = errors.New("osmux: circuit is not open on this link")
	ErrVersion   = errors.New("osmux: RTP version is not 2")
	ErrTooLong   = errors.New("osmux: RTP packet is longer than a batch may be")
	ErrNotAMR    = errors.New("osmux: payload is not one octet-aligned AMR frame")
	ErrDuplicate = errors.New("osmux: packet with a sequence number of the batch, but of another length")
)

const (
	// senderReportType is what stands where RTP has its payload type in an RTCP sender report.
	senderReportType = 72

	// The two octets in front of an octet-aligned AMR frame.
	amrHeaderLen = 2
	tocFollow    = 0x80
	tocTypeShift = 3
	tocTypeMask  = 0x0f
	tocQuality   = 0x04
)

// Feed puts the RTP packet p, with an octet-aligned AMR payload, into the batch of the circuit cid, at time now (ns).
//
// On [ErrFull] the batch may have got frames that stand for lost ones before p; call [Link.Deliver] and feed p again,
// until it is taken. Another error means that p is refused for what it is. A sender report that strayed here is
// taken and forgotten.
func (l *Link) Feed(now int64, cid uint8, p rtp.Packet) error {
	c := l.byCID[cid]
	if c == nil {
		return ErrNoCircuit
	}
	if len(p) < rtp.HeaderLen {
		return rtp.ErrShort
	}
	if p.Version() != rtp.Version {
		return ErrVersion
	}
	start, end, err := p.Payload()
	if err != nil {
		return err
	}
	if len(p) > l.size-HeaderLen {
		return ErrTooLong
	}
	if p.PayloadType() == senderReportType {
		return nil
	}
	in, ok := readFrame(p, p[start:end])
	if !ok {
		return ErrNotAMR
	}
	l.hush(c)
	if i := c.find(in.seq); i >= 0 {
		return l.replace(c, i, &in)
	}
	if !in.marker && !l.replayLost(now, c, &in) || !l.push(now, c, &in) {
		return ErrFull
	}
	return nil
}

// readFrame makes a frame of p, whose payload is given; false if that is not one octet-aligned AMR frame.
func readFrame(p rtp.Packet, payload []byte) (f frame, ok bool) {
	if len(payload) < amrHeaderLen {
		return frame{}, false
	}
	toc := payload[1]
	f = frame{
		seq:    p.Sequence(),
		length: len(p),
		marker: p.Marker(),
		follow: toc&tocFollow != 0,
		good:   toc&tocQuality != 0,
		cmr:    payload[0] >> 4,
		ft:     codec.FrameType(toc >> tocTypeShift & tocTypeMask),
	}
	if !f.ft.Valid() || len(payload) != amrHeaderLen+f.ft.Octets() {
		return frame{}, false
	}
	copy(f.speech[:], payload[amrHeaderLen:])
	return f, true
}

// replace puts in into the place of the queued frame i, which has the same sequence number.
func (l *Link) replace(c *circuit, i int, in *frame) error {
	before, old := c.octets(), c.queue[i]
	if old.length != in.length {
		return ErrDuplicate
	}
	c.queue[i] = *in
	// The SID types are equally long, so even now the type may differ, and break a chunk in two or three.
	grown := c.octets() - before
	if grown > l.remaining {
		c.queue[i] = old
		return ErrDuplicate
	}
	l.remaining -= grown
	return nil
}

// replayLost queues a frame for each packet lost in front of in: copies of the last queued one, or of in itself if
// it begins the batch. A gap that the batch has no room for is left open, if it is at the beginning, or else filled as far
// as the batch goes. It is false if a copy does not fit.
func (l *Link) replayLost(now int64, c *circuit, in *frame) bool {
	seq, ok := c.reference()
	if !ok {
		return true
	}
	lost, room := int(int16(in.seq-seq))-1, l.factor-c.n
	if lost > room {
		if c.n == 0 {
			return true
		}
		lost = room
	}
	copied := *in
	if c.n > 0 {
		copied = c.queue[c.n-1]
	}
	copied.marker = false
	for range lost {
		seq++
		copied.seq = seq
		if !l.push(now, c, &copied) {
			return false
		}
	}
	return true
}

// push appends a frame to c's queue. It is false if the batch has to be delivered first: there is no room, or the frame
// begins a talkspurt, which only the first frame of a chunk can say.
func (l *Link) push(now int64, c *circuit, f *frame) bool {
	cost := c.cost(f.ft)
	if f.marker && c.n > 0 || cost > l.remaining || c.n == l.factor {
		return false
	}
	if l.queued == 0 {
		l.arm(now)
	}
	c.queue[c.n] = *f
	c.n++
	l.queued++
	l.remaining -= cost
	return true
}
