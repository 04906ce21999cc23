// Package e1 is the E1 side of the gateway as far as it has one without hardware: how endpoints of an E1 trunk are
// called, which of them exclude each other, and the lines they stand on.
//
// A trunk has 31 time slots (1 to 31; slot 0 carries the frame alignment). Each of the eight bits of a slot is a
// channel of 8 kbit/s, and an endpoint is a run of one, two, four or all eight of them, called a subslot after
// ITU-T I.460. So there are 15 endpoints to a slot and 465 to a trunk, and those that share a bit cannot be in use
// together.
//
// Lines are what `e1_line` of the configuration makes. One driver is served: Virtual, a line that needs no hardware.
// Its slots can be claimed and released; there is nothing behind them. The drivers of the reference are read, kept
// and written back, so that a configuration file survives, and claims on them fail with ErrNotServed.
//
// Nothing here locks: the goroutine that owns trunks and endpoints owns the Lines, too. The package imports nothing of
// the project and may be imported by core and by the VTY's commands.
package e1
