package osmux

import "osmo-mgw-go/codec"

// frame is what a batch keeps of an RTP packet.
type frame struct {
	seq    uint16
	length int // of the whole RTP packet, in octets
	marker bool

	follow, good bool
	cmr          uint8
	ft           codec.FrameType
	speech       [codec.MaxSpeechLen]byte
}

// circuit is one call on a link.
type circuit struct {
	cid   uint8
	seq   uint8 // of the next chunk
	dummy bool  // has not spoken yet

	lastSent uint16 // RTP sequence number
	sentOnce bool
	n        int // frames in the queue
	queue    [MaxFrames]frame
}

// cost returns how many octets ft adds to the batch as the circuit's next frame: a chunk holds one type only.
func (c *circuit) cost(ft codec.FrameType) int {
	if c.n > 0 && c.queue[c.n-1].ft == ft {
		return ft.Octets()
	}
	return HeaderLen + ft.Octets()
}

// octets returns the length of all chunks that the queue makes.
func (c *circuit) octets() int {
	total := 0
	for i := range c.n {
		if i == 0 || c.queue[i].ft != c.queue[i-1].ft {
			total += HeaderLen
		}
		total += c.queue[i].ft.Octets()
	}
	return total
}

// find returns the place of the queued frame with the sequence number seq, or -1.
func (c *circuit) find(seq uint16) int {
	for i := range c.n {
		if c.queue[i].seq == seq {
			return i
		}
	}
	return -1
}

// reference returns the sequence number that the next packet is expected to follow, if there is one.
func (c *circuit) reference() (seq uint16, ok bool) {
	if c.n > 0 {
		return c.queue[c.n-1].seq, true
	}
	return c.lastSent, c.sentOnce
}

// appendChunks appends the queue as chunks, one for each run of frames of one type, and empties it.
func (c *circuit) appendChunks(dst []byte) []byte {
	for start := 0; start < c.n; {
		first := &c.queue[start]
		end := start + 1
		for end < c.n && c.queue[end].ft == first.ft {
			end++
		}
		last := &c.queue[end-1]
		dst = AppendHeader(dst, Header{
			Kind:   Voice,
			Marker: first.marker || c.sentOnce && first.seq != c.lastSent+1,
			Seq:    c.seq,
			CID:    c.cid,
			Frames: end - start,
			Follow: last.follow,
			Good:   last.good,
			CMR:    last.cmr,
			Type:   first.ft,
		})
		c.seq++
		for i := start; i < end; i++ {
			dst = append(dst, c.queue[i].speech[:first.ft.Octets()]...)
		}
		c.lastSent, c.sentOnce = last.seq, true
		start = end
	}
	c.n = 0
	return dst
}
