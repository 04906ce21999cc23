//go:build race

package testnet

// Race says that the tests, and with them the gateway that they start, run under the race detector. Loads are then a
// tenth.
const Race = true
