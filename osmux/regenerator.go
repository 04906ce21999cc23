package osmux

import (
	"errors"

	"osmo-mgw-go/codec"
	"osmo-mgw-go/rtp"
)

// ErrBacklog is returned for a chunk that comes while packets of two others wait to be fetched.
var ErrBacklog = errors.New("osmux: packets that are due have not been fetched")

const (
	// frameSamples is a frame's duration at AMR's 8000 Hz, the unit of the RTP timestamp.
	frameSamples = 160
	// maxPending is the packets of a chunk, and those of the one before.
	maxPending = 2 * MaxFrames
	// maxPacketLen is the length of the longest packet that is made.
	maxPacketLen = rtp.HeaderLen + amrHeaderLen + codec.MaxSpeechLen
)

// pending is a packet that waits for its time.
type pending struct {
	due    int64 // ns
	length int
	packet [maxPacketLen]byte
}

// Regenerator makes an RTP stream of the chunks of one circuit. Sequence number and timestamp run on without a gap,
// whatever was lost; a loss shows as a marker.
type Regenerator struct {
	next    rtp.Header // of the next packet; the marker is not used
	lastSeq uint8      // of the last chunk

	ring  [maxPending]pending
	first int
	n     int
}

// NewRegenerator returns a Regenerator whose first packet has the header given, but for the marker.
func NewRegenerator(first rtp.Header) *Regenerator { return &Regenerator{next: first} }

// SSRC returns the synchronization source for the circuit with the remote number cid, in a range of its own. random
// is any random number.
func SSRC(cid uint8, random uint32) uint32 {
	const perCircuit = 1<<24 - 1
	return uint32(cid)*perCircuit + random%perCircuit
}

// SetPayloadType replaces the RTP payload type, for packets to come.
func (r *Regenerator) SetPayloadType(pt uint8) { r.next.PayloadType = pt }

// Input takes in a voice chunk at time now (ns). The first of its packets is due at once and the others 20 ms apart.
// What is left of earlier chunks is due at once, too: that new data has come means that we are late.
//
// Fetch with [Regenerator.Next] what is due, until there is no more, before the next Input.
func (r *Regenerator) Input(now int64, c *Chunk) error {
	if r.n+c.Frames > maxPending {
		return ErrBacklog
	}
	for i := range r.n {
		r.at(i).due = now
	}
	header := r.next
	header.Marker = c.Marker || c.Seq != r.lastSeq+1
	due := now
	for k := range c.Frames {
		p := r.at(r.n)
		p.due = due
		p.put(header, c, k)
		r.n++

		header.Marker = false
		header.Sequence++
		header.Timestamp += frameSamples
		due += FrameTime
	}
	r.next, r.lastSeq = header, c.Seq
	return nil
}

// put writes the RTP packet of frame k of c.
func (p *pending) put(h rtp.Header, c *Chunk, k int) {
	rtp.PutHeader(p.packet[:], h)
	amr := p.packet[rtp.HeaderLen:]
	amr[0] = c.CMR << 4
	amr[1] = byte(c.Type) << tocTypeShift
	if c.Follow {
		amr[1] |= tocFollow
	}
	if c.Good {
		amr[1] |= tocQuality
	}
	p.length = rtp.HeaderLen + amrHeaderLen + copy(amr[amrHeaderLen:], c.Frame(k))
}

// Next appends the next packet to dst if it is due at time now (ns), which is what ok says. Ask again until it is not.
func (r *Regenerator) Next(now int64, dst []byte) (packet []byte, ok bool) {
	if r.n == 0 || r.at(0).due > now {
		return dst, false
	}
	p := r.at(0)
	r.first = (r.first + 1) % maxPending
	r.n--
	return append(dst, p.packet[:p.length]...), true
}

// Deadline returns when (ns) the next packet is due, if there is one. It changes with Input and Next.
func (r *Regenerator) Deadline() (at int64, armed bool) {
	if r.n == 0 {
		return 0, false
	}
	return r.at(0).due, true
}

// Discard drops what is not due yet.
func (r *Regenerator) Discard() { r.n = 0 }

// at returns place i of the queue, counted from its head.
func (r *Regenerator) at(i int) *pending { return &r.ring[(r.first+i)%maxPending] }
