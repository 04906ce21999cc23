// Package logging is the one way to log: categories and levels as Osmocom's programs have them (spec vty.md §12),
// any number of targets, and lines that carry the object they speak of.
//
// A [System] owns the targets. What logs holds a [Logger], a small value that knows the object (an endpoint, a
// connection, a call) and puts it in front of its lines:
//
//	log := system.Logger().With("rtpbridge/1@mgw")
//	log.Log(logging.LMGCP, logging.Notice, "call %s: claimed", callID)
//
// # Who owns what
//
// Each [Target] has a goroutine of its own that formats and writes; what logs only puts the line into the target's
// queue of 1,024 lines. A full queue drops the line and counts it. So a stuck output, also one that was asked for
// as blocking-io, holds up its own target and nobody else. [Logger.Enabled] is one atomic load. Settings of a target
// may be changed from any goroutine.
//
// It may be imported by all and imports nothing of the gateway.
package logging
