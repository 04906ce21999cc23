// Package osmux carries many AMR calls in few datagrams: Osmocom's Osmux protocol, which saves the IP, UDP and RTP
// headers of voice on narrow or distant backhaul.
//
// A datagram is one or more chunks. A chunk belongs to a circuit, which its receiver has given a number (CID), and holds
// one to eight frames of 20 ms of it, with one header of four octets for all:
//
//	 0                   1                   2                   3
//	 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|M|kd |ctr  |F|Q|      seq      |      CID      | AMR FT|AMR CMR|
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|  ctr + 1 frames: speech as in octet-aligned AMR, one behind the |
//	|  other                                                          |
//
//	M    RTP marker of the first frame, or a gap in front of it
//	kd   0 signalling (not in use), 1 voice, 2 dummy, 3 undefined
//	ctr  number of frames - 1
//	F Q  as in the AMR header of the last frame
//	seq  counts the chunks of a circuit, modulo 256
//
// # The two directions
//
//   - RTP to Osmux: a [Link] is the way to one peer. It gathers frames of its circuits ([Link.Feed]) and gives a datagram
//     when the batch is complete or its time is up ([Link.Deliver]).
//   - Osmux to RTP: [ParseChunk] walks over a datagram; the [Regenerator] of a circuit makes RTP packets of a chunk and
//     tells when each is due.
//
// [CIDPool] hands out the numbers of our own circuits, [AppendRemoteDummy] and [LegacyDummy] are the packets that keep
// a NAT binding open.
//
// # Buffers, time, ownership
//
// No sockets, no goroutines, no clock: the owner passes the time in nanoseconds of a monotonic clock, asks for the
// next deadline after each call and keeps one timer per Link and per Regenerator. All that is queued is copied, so the
// owner's packet buffers are free again on return; what goes out is appended to the owner's buffer. Nothing allocates
// but opening. A Link, and a Regenerator, belong to one goroutine at a time.
//
// The package imports codec (AMR frame types) and rtp.
package osmux
