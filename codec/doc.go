// Package codec converts speech payloads between the wire formats that meet in a media gateway. It never decodes
// speech: the bits of a frame stay the same, only what stands around them changes.
//
//   - AMR (RFC 4867) octet-aligned and bandwidth-efficient, both ways: [Reframe], [IsOctetAligned].
//   - AMR and the payload of Iu UP data PDUs (3GPP TS 26.102), which is the speech bits alone: [UnpackAMR] takes a
//     frame apart, [PackAMR] puts one together.
//   - GSM half rate as of RFC 5993 and of ETSI TS 101 318: [ToggleHR].
//
// # Buffers
//
// Everything works in place on the caller's buffer and returns a slice of it. A payload may grow by one octet; that
// octet is taken from the slice's capacity, so give conversions a payload with at least one octet of room behind it
// that is not in use (an RTP packet's padding, for one, is overwritten: take back the padding bit). A payload that fails
// to convert is left as it was.
//
// # Errors
//
// The sentinels are returned bare, without numbers in them: bad packets come in floods, and a flood must not
// allocate.
//
// The package has no state, knows no sockets and no clock, and imports nothing of this module.
package codec
