// Package core is the control side of the gateway: trunks, endpoints and connections, what MGCP does to them, and what
// the operator may ask. Section numbers in comments mean the project's MGCP specification.
//
// # The way of a request
//
//  1. The control goroutine (control.go) waits for datagrams on the MGCP socket (server.go).
//  2. Refusals come first, and repetitions get their reply again (request.go, repetitions.go, remembered.go).
//  3. The endpoint's name says which trunk and endpoint it is about (resolve.go).
//  4. The verb checks the request in the order of the specification and carries it out (crcx.go, mdcx.go, dlcx.go,
//     verbs.go): it negotiates codecs (negotiate.go), chooses an address (localaddress.go), binds ports (bind.go,
//     portpool.go, sockets.go) or takes an Osmux circuit (osmux.go, cidpool.go), and publishes the connection to the
//     packets' side.
//  5. The reply leaves before the next request is looked at.
//
// # Who owns what
//
// One goroutine, the control goroutine, owns all of this; no type here has a lock. Whoever else wants something comes by
// [Gateway.Do] or by a method that does so and says it. The packets' side is behind [DataPlane]: the control side
// publishes configurations and never waits for a packet (it waits for a port that is being closed, if there is no other).
//
// Nothing here is linear in the number of endpoints for a request: names are looked up in maps, free endpoints and ports
// in sets that know where they are not full, timers stand in a heap. All state of a call is plain data, descriptors
// aside, so that it could be written out and read back.
//
// # What may be imported
//
// mgcp, relay, e1, stats and logging. Never vty, ctrl, tui or cmd.
package core
