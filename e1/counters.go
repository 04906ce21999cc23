package e1

// CounterDescription is one counter of a line.
type CounterDescription struct{ Name, Description string }

// Counters are what is counted for each line, under osmo-mgw's group e1inp. They count what hardware does, so for a
// virtual line and for lines that are not served they stay 0.
var Counters = []CounterDescription{
	{"hdlc:abort", "HDLC frames that were broken off"},
	{"hdlc:bad_fcs", "HDLC frames with a wrong check sum"},
	{"hdlc:overrun", "HDLC frames lost to a full buffer"},
	{"alarm", "Alarms of the line"},
	{"removed", "Times that the line's hardware went away"},
}
