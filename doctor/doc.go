// Package doctor holds the environment of the gateway against what the gateway needs, and says what to
// do about each thing that does not fit.
//
// [ReadFacts] looks at the machine, [Examine] compares the facts with the [Settings] in force. Facts are
// plain values, so that every check can be tried with a machine that is not there. Nothing is changed.
//
// It may be imported by cmd, vty/mgw and tui; it imports iobackend for what the backends say of the
// kernel, and nothing of the gateway.
package doctor
