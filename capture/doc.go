// Package capture writes what passes a connection as pcapng, so that wireshark shows a call while it runs:
//
//	ssh HOST tap rtpbridge/1@mgw | wireshark -k -i -
//
// A [Stream] takes packets from the threads of queues without ever making them wait, in a bounded number of frames that
// exist from the start; what finds none free is dropped and counted. Only the goroutine that runs [Stream.Write] does
// anything slow. The frames get IP and UDP headers that say between which addresses they went.
//
// It imports relay for the form of a tap, and nothing above.
package capture
