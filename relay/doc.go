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
//     forms (convert.go), RTCP follows what was done to RTP (rtcprewrite.go), and the same buffer
//     leaves by the destination's socket. Only fan-out copies.
//
// Two kinds of connection turn off that road. What an Iu UP peer sends goes to the other side whatever
// the modes (iuup.go, iuupdata.go). Osmux has one socket for all: its datagrams are cut into chunks
// that travel to the queue of their endpoint (osmuxhub.go, chunkbox.go), are made RTP there and go
// on at 3 (circuit.go); RTP towards an Osmux peer travels the other way and waits for its batch
// (osmuxlink.go).
//
// Every room it passes says what it did: a counter with an operator's name (counters.go), and a drop
// reason with the address it came from (drop.go, diagnosis.go).
//
// # Who owns what
//
// An [Endpoint] is one pktio group: all its connections, their flows, timers and RTP state live on
// one queue's thread at a time. The Osmux sockets and links are a group of their own. The control side
// owns the [Plane], [Trunk], [Endpoint] and [Conn] handles; it publishes immutable snapshots (atomic
// pointers) and posts to the groups, and never waits for a packet. The queue's thread owns the RTP
// state. Counters and the read side ([Conn.Stats], [Conn.Diagnosis]) are atomics with one writer.
//
// What concerns every packet lives in files that import neither sync, fmt nor log, and does not
// allocate; tests watch over both. Log lines are written when something happens for the first time.
// All state of a call is plain data ([ConnState]): it can be written out and read back
// ([Endpoint.Save], [Endpoint.Restore]), and a kernel fast path could be filled from it, where
// [Endpoint.UserSpace] finds no reason against.
//
// # What may be imported
//
// pktio, rtp, codec, iuup, osmux, stats and logging. Never core, vty, ctrl or a backend. There is no
// time.Now: the clock comes with the packet.
package relay
