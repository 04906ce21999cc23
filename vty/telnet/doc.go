// Package telnet is the telnet door of a VTY: it accepts connections and runs a session of the engine on each.
//
// The telnet protocol on the wire is go-telnet's; what it cannot do is done by a filter below it (see filter), which is
// the net.Conn that go-telnet is given. Each connection has two goroutines: the session's own, which go-telnet starts,
// and that of its vty.Output, which waits for slow readers.
package telnet
