// Package ctrl answers the CTRL interface: GET and SET requests in IPA frames over TCP, by which programs read counters
// (spec vty.md §19). Answers are osmo-mgw's, to the letter.
//
// Each session has a goroutine that reads a request, answers it and reads on. A client that does not take its answers
// waits for nobody but itself, and is cut off after a while. Nothing here touches the gateway: variables are read
// from the statistics, which anybody may read.
//
// It imports stats and logging.
package ctrl
