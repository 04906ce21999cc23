// Package testnet is the harness of the end-to-end tests: it builds the real binary once, starts it with a configuration
// of its own in a network namespace of the test's own, and talks to it as its surroundings do: a call agent over MGCP,
// phones over RTP and RTCP, an operator over telnet, a script over CTRL.
//
// A test package calls Main from its TestMain. Main starts the test program anew in a fresh network namespace (with a
// user namespace around it where we are not root), so that packages tested side by side cannot meet on a port.
// Where namespaces are not allowed, a lock lets one test program run at a time, on ports that were free.
package testnet
