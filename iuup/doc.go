// Package iuup speaks the Iu UP protocol in support mode (3GPP TS 25.415), as it travels in the RTP payload of 3G
// core networks: PDUs, their CRCs, the initialisation procedure and the state machine of one end of a call.
//
// # Layers
//
//   - [Parse] and [PutData], [AppendData], [AppendControl] read and write PDUs.
//   - [ParseInit] and [AppendInit] read and write the payload of the initialisation PDU: which RAB sub-flow
//     combinations (RFCIs) there are and how many bits each has. [Init.ForOctets] and [Init.NoData] look up in it.
//   - [Instance] is one end: it initialises, answers and times out, and says which PDUs are data to be used.
//
// # Buffers, time, ownership
//
// PDUs are parsed as views of the caller's buffer and written into it. The package knows no sockets, starts no
// goroutines and reads no clock: an [Instance] is handed the time in nanoseconds of a monotonic clock, and tells when
// it next wants to be called ([Instance.Deadline]). It belongs to one goroutine at a time. Receiving and sending
// data allocates nothing, nor does refusing anything.
//
// Of the procedures only initialisation is carried out. Rate control, time alignment and error events are taken note
// of by nobody, as in osmo-mgw, whose peers expect no answer to them.
//
// The package imports nothing of this module.
package iuup
