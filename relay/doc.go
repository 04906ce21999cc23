// Package relay is the gateway's data plane: what happens to each RTP, RTCP, Osmux and Iu UP packet
// between the socket it came from and the socket it leaves by.
//
// # The way of a packet
//
//  1. pktio hands a datagram to the receiver of a connection's RTP or RTCP flow (receive.go).
//  2. The receive checks refuse it or let it pass: length, RTCP plausibility, source, AMR framing.
//  3. The mode of the connection says where it goes: back (loopback, confecho), to every other
//     connection of the endpoint that may send, or nowhere (dispatch.go).
//  4. On its way out towards one destination (transmit.go) it gets the destination's payload type,
//     its header is patched (source.go), its payload converted if the two sides agreed on different
//     forms (convert.go), and the same buffer leaves by the destination's socket. Only fan-out copies.
//
// Every room it passes says what it did: a counter with an operator's name (counters.go), and a drop
// reason with the address it came from (drop.go).
//
// # Who owns what
//
// An [Endpoint] is one pktio group: all its connections, their flows, timers and RTP state live on
// one queue's thread at a time. The control side owns the [Plane], [Endpoint] and [Conn] handles; it
// publishes immutable snapshots (atomic pointers) and posts to the group, and never waits for a
// packet. The queue's thread owns the RTP state. Counters and the read side ([Conn.Stats],
// [Conn.Diagnosis]) are atomics with one writer.
//
// What concerns every packet lives in files that import neither sync, fmt nor log, and does not
// allocate; tests watch over both. All state of a call is plain data ([RTPState], [ConnConfig]): it
// can be written out and read back, and a kernel fast path could be filled from it.
//
// # What may be imported
//
// pktio, osmux, iuup, codec, stats and logging. Never core, vty, ctrl or a backend. There is no
// time.Now: the clock comes with the packet.
package relay
