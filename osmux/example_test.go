package osmux_test

import (
	"errors"
	"fmt"

	"osmo-mgw-go/osmux"
	"osmo-mgw-go/rtp"
)

// Two frames of a call go into a batch; the timer's deadline says when to send it.
func ExampleLink() {
	link, err := osmux.NewLink(osmux.LinkConfig{Factor: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := link.Open(0, 7, false); err != nil {
		fmt.Println(err)
	}
	buf := make([]byte, 0, link.Size())
	for n := range int64(2) {
		packet := make(rtp.Packet, 19)
		rtp.PutHeader(packet, rtp.Header{PayloadType: 112, Sequence: uint16(n), Timestamp: uint32(n) * 160})
		copy(packet[rtp.HeaderLen:], []byte{0x00, 0x44, 0x3d, 0x91, 0xc0, 0x1d, 0xa4 + byte(n)<<1})
		for errors.Is(link.Feed(n*osmux.FrameTime, 7, packet), osmux.ErrFull) {
			fmt.Printf("early: %x\n", link.Deliver(n*osmux.FrameTime, buf))
		}
	}
	at, _ := link.Deadline()
	fmt.Printf("at %d ms: %x\n", at/1_000_000, link.Deliver(at, buf))
	// Output: at 40 ms: 250007803d91c01da43d91c01da6
}

// A chunk of two frames becomes two RTP packets, 20 ms apart.
func ExampleRegenerator() {
	gen := osmux.NewRegenerator(rtp.Header{PayloadType: 112, Sequence: 0x1000, SSRC: 0xcafe0007})
	datagram := []byte{0x25, 0x01, 0x07, 0x80, 0x3d, 0x91, 0xc0, 0x1d, 0xa4, 0x3d, 0x91, 0xc0, 0x1d, 0xa6}
	now := int64(1_000_000_000)
	for len(datagram) > 0 {
		chunk, rest, err := osmux.ParseChunk(datagram)
		if err != nil {
			fmt.Println(err)
			break
		}
		datagram = rest
		if err := gen.Input(now, &chunk); err != nil {
			fmt.Println(err)
		}
	}
	for at, armed := gen.Deadline(); armed; at, armed = gen.Deadline() {
		packet, _ := gen.Next(at, nil)
		fmt.Printf("at %d ms: %x\n", at/1_000_000, packet)
	}
	// Output:
	// at 1000 ms: 8070100000000000cafe000700443d91c01da4
	// at 1020 ms: 80701001000000a0cafe000700443d91c01da6
}
