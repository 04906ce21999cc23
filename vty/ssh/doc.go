// Package ssh is the SSH door of a VTY: it lets users in by key or password, each as one who may only look or as one
// who may change things, and runs for them what they ask for: the VTY itself, a single command, a full-screen command
// (`ssh -t HOST tui`), or a stream (`ssh HOST tap …`).
//
// It is off until a user or a file of authorized keys is configured. The protocol is gliderlabs/ssh's and
// golang.org/x/crypto's; the guards around them are ours, because an SSH port is attacked by everybody who can reach it:
// nothing is served without authentication, handshakes have a deadline and a bound on their number, addresses that fail
// have to wait longer and longer, requests on a channel are parsed here, and a fault in one session ends that session.
//
// # Who owns what
//
// A [Server] is made once, with its node in the VTY. Its mutex guards the settings and the listener; each connection
// has the goroutines of the libraries, each session one of its own, one that reads keys, and that of its vty.Output.
package ssh
