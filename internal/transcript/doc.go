// Package transcript plays recorded sessions against a program and compares what it answers.
//
// There are three kinds of files, described in testdata/transcripts/README.md: NAME.vty (the screen of a VTY session),
// NAME.ctrl (requests and answers of the control port) and NAME.json (steps with exact octets on any of the program's
// doors). Play starts the binary for one file; Target.Play plays against doors that the test has opened itself.
//
// Where testdata/transcripts/run.py waits for a time, this player waits for what is expected and then for a moment of
// silence, so that it can be used on a machine under load.
package transcript
