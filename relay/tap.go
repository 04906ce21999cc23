package relay

import "osmo-mgw-go/pktio"

// Tap is shown the packets of a connection. It is called on the queue's thread, so it must neither
// block nor allocate nor keep data.
type Tap interface {
	Packet(e TapEvent, data []byte)
}

// TapEvent says what a Tap is shown.
type TapEvent struct {
	Direction TapDirection
	RTCP      bool
	Addr      *pktio.Addr // where it came from, or goes to; good until the call returns
	Now       int64       // monotonic nanoseconds
}

// TapDirection is the side of the gateway on which a packet was seen.
type TapDirection uint8

const (
	// TapIn is a packet as it was received on the connection.
	TapIn TapDirection = iota
	// TapOut is a packet that was received on the connection, as it leaves for another one.
	TapOut
)
