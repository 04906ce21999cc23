// Package mgcp reads and writes the text of MGCP (RFC 3435) and of the SDP inside it (RFC 8866), as far as call agents
// of mobile core networks speak it to a media gateway. Section numbers in comments mean the project's MGCP
// specification.
//
// A request passes through the package in this order:
//
//  1. [ParseHeader] takes a datagram apart: verb, transaction id, endpoint name (§4, §5.1).
//  2. [ParseParameters] reads the parameter lines: call id, connection id, mode, local connection options (lco.go),
//     Osmocom's extensions (extension.go), and finds the SDP (§5.2).
//  3. [ParseSDP] reads the session description (§10), [NewCodec] judges what it lists (§11.1).
//  4. [Fail], [OK] and the Reply types write the answer (§8), [Session] the description in it (§12).
//
// There is no state here, no socket and no clock. What the requests mean is core's business. The package imports nothing
// of the project and may be imported by all who speak MGCP.
//
// The parsers are our own: real call agents send descriptions without v=, o=, s= and t= lines, with the lines in any
// order, and one that consists of an m= line alone. Stricter libraries refuse them.
package mgcp
