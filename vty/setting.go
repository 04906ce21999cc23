package vty

// Setting is one thing that can be configured: the commands that set it (positive forms, `no` forms, old spellings)
// and the lines it puts into the written configuration, together in one declaration.
//
// What the commands set and what Write reads is the setting's own business; the engine keeps no values. The test
// helper vtytest.RoundTrip walks all settings of an engine and proves that what is written reads back the same.
type Setting struct {
	Commands []Command
	// Order is the place of the setting's lines in its node's block, whatever the order in which settings were added.
	Order int
	// Write puts the setting's lines into the configuration of subject (nil in nodes that are there once), usually one
	// line, none when it has its default and the block does not show defaults. It runs inside Options.Snapshot.
	Write func(w *Writer, subject any)
	// Samples are words to try in tests, by token ("NAME"), where the engine cannot make them up from the syntax.
	Samples map[string][]string
}
