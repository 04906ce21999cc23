package codec_test

import (
	"fmt"

	"osmo-mgw-go/codec"
)

// A comfort noise frame, octet-aligned on arrival, for a peer whose SDP says octet-align=0.
func ExampleReframe() {
	payload := []byte{0x00, 0x44, 0x3d, 0x91, 0xc0, 0x1d, 0xa4}
	out, err := codec.Reframe(payload, codec.BandwidthEfficient)
	fmt.Printf("%x %v\n", out, err)
	// Output: 044f6470076900 <nil>
}

// The same frame for an Iu UP peer, which takes the speech alone.
func ExampleUnpackAMR() {
	payload := []byte{0x04, 0x4f, 0x64, 0x70, 0x07, 0x69, 0x00}
	f, err := codec.UnpackAMR(payload, codec.BandwidthEfficient)
	fmt.Printf("%v, good %v, %x, %v\n", f.Type, f.Good, f.Speech, err)
	// Output: AMR SID, good true, 3d91c01da4, <nil>
}

// And back: two octets of room in front of the speech become the AMR header.
func ExamplePackAMR() {
	buf := append(make([]byte, codec.AMRHeadroom), 0x3d, 0x91, 0xc0, 0x1d, 0xa4)
	out, err := codec.PackAMR(buf, true, codec.OctetAligned)
	fmt.Printf("%x %v\n", out, err)
	// Output: f0443d91c01da4 <nil>
}
