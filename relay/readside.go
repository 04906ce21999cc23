package relay

import (
	"sync/atomic"
	"syscall"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/rtp"
)

// counter has one writer, the queue's thread, and any number of readers.
type counter struct{ v atomic.Uint64 }

func (c *counter) add(n uint64) { c.v.Store(c.v.Load() + n) }
func (c *counter) get() uint64  { return c.v.Load() }

// readSide is what the queue's thread tells everybody else about a connection. Times are monotonic
// nanoseconds, 0 means never.
type readSide struct {
	firstReceived atomic.Int64
	lastReceived  atomic.Int64 // also what the watchdog goes by
	lastSent      atomic.Int64

	forwarded atomic.Uint64 // expected packets and jitter of what was forwarded, for DLCX
	measured  atomic.Uint64 // loss, and jitter with measuredAny, of all that was received

	reported      atomic.Uint64 // what the peer's RTCP says it lost, and its jitter
	reportedShare atomic.Uint32 // its fraction lost, plus 1; 0: it said nothing

	drops       [DropReasons]counter
	lastDrop    notice
	refused     counter // RTP
	refusedRTCP counter
	lastRefuse  notice

	initFailed atomic.Int64 // Iu UP gave up initialising

	unexpected [2]atomic.Uint64 // set of payload types
	badVersion counter
	learned    notice // the remote address that loopback took over
}

// notice is an event with an address and a time, written by one thread and read by any: an odd
// version means that it is being written.
type notice struct {
	version atomic.Uint32
	what    atomic.Uint32
	at      atomic.Int64
	addr    [4]atomic.Uint64
}

func (n *notice) write(what uint32, addr *pktio.Addr, at int64) {
	n.version.Add(1)
	n.what.Store(what)
	n.at.Store(at)
	for i, word := range addr.Words() {
		n.addr[i].Store(word)
	}
	n.version.Add(1)
}

// read returns the last event; at is 0 if there was none.
func (n *notice) read() (what uint32, addr pktio.Addr, at int64) {
	for {
		version := n.version.Load()
		if version&1 != 0 {
			continue
		}
		what, at = n.what.Load(), n.at.Load()
		var words [4]uint64
		for i := range words {
			words[i] = n.addr[i].Load()
		}
		if n.version.Load() == version {
			return what, pktio.AddrFromWords(words), at
		}
	}
}

// measuredAny, in a jitter that has 28 bits, says that there is one.
const measuredAny = 1 << 31

// pair packs two 32-bit figures that belong together into one word.
func pair(a, b uint32) uint64 { return uint64(a)<<32 | uint64(b) }

func unpair(v uint64) (a, b uint32) { return uint32(v >> 32), uint32(v) }

// drop notes that a packet goes no further, and why. Dummies and omitted RTCP are no news.
func (c *Conn) drop(reason DropReason, p *pktio.Packet) { c.dropped(reason, &p.From, p.Now) }

func (c *Conn) dropped(reason DropReason, from *pktio.Addr, now int64) {
	c.read.drops[reason].add(1)
	if c.read.drops[reason].get() == 1 {
		c.logDrop(reason, from)
	}
	if reason != DropDummy && reason != DropOmitted {
		c.read.lastDrop.write(uint32(reason), from, now)
	}
}

// refused notes an ICMP error about what was sent.
func (c *Conn) refused(err syscall.Errno, to pktio.Addr, now int64) {
	c.read.refused.add(1)
	if c.read.refused.get() == 1 {
		c.snap.Load().log.Log(logging.RTP, logging.Notice, "peer refuses: what is sent to %v comes back with %q", to, err)
	}
	c.read.lastRefuse.write(uint32(err), &to, now)
}

// learn takes the source of a looped packet as the peer, for good.
func (c *Conn) learn(from *pktio.Addr) {
	c.learned = peerAt(from.AddrPort())
	c.read.learned.write(1, from, c.group.Queue().Now())
}

// peer is where the connection's peer is: what the control side said, else what was learned.
func (c *Conn) peer(s *snapshot) *peer {
	if !s.peer.known && c.learned.known {
		return &c.learned
	}
	return &s.peer
}

// stampInterval keeps time stamps that are only shown to people from being written per packet.
const stampInterval = int64(1e6)

// heard notes that the peer sent something that passed the receive checks.
func (c *Conn) heard(now int64) {
	if now-c.lastReceived < stampInterval && c.lastReceived != 0 {
		return
	}
	if c.lastReceived == 0 {
		c.read.firstReceived.Store(now)
	}
	c.lastReceived = now
	c.read.lastReceived.Store(now)
}

// inspect measures the stream of the peer and notes what is odd about it.
func (c *Conn) inspect(s *snapshot, h rtp.Packet, now int64) {
	if h.Version() != 2 {
		c.read.badVersion.add(1)
	}
	if pt := h.PayloadType(); !s.types.has(pt) {
		word := &c.read.unexpected[pt>>6]
		if seen := word.Load(); seen>>(pt&63)&1 == 0 {
			word.Store(seen | 1<<(pt&63))
		}
	}
	if s.auxiliary.types.has(h.PayloadType()) {
		// Events repeat one timestamp; they would pass for jitter.
		c.meter.count(h.Sequence(), h.SSRC())
	} else {
		c.meter.update(h.Sequence(), h.SSRC(), int32(mediaClock(now, s.rule.Rate)-h.Timestamp()))
	}
	c.read.measured.Store(pair(uint32(c.meter.lost()), c.meter.Jitter>>4|measuredAny))
}

// readReports takes what the peer says about the stream that it gets from us.
func (c *Conn) readReports(b []byte) {
	for p, rest := rtcpNext(b); p != nil; p, rest = rtcpNext(rest) {
		if p[0]>>rtcpVersionShift != rtcpVersion {
			continue
		}
		if blocks := rtcpReports(p); len(blocks) >= reportBlockLen {
			lost := int32(uint32(blocks[5])<<24|uint32(blocks[6])<<16|uint32(blocks[7])<<8) >> 8
			jitter := uint32(blocks[12])<<24 | uint32(blocks[13])<<16 | uint32(blocks[14])<<8 | uint32(blocks[15])
			c.read.reported.Store(pair(uint32(lost), jitter))
			c.read.reportedShare.Store(uint32(blocks[4]) + 1)
		}
	}
}
