package iuup_test

import (
	"fmt"

	"osmo-mgw-go/iuup"
)

// printer shows what an instance wants done.
type printer struct{ name string }

func (p printer) SendControl(pdu []byte) { fmt.Printf("%s sends %x\n", p.name, pdu) }

func (p printer) Initialised(in *iuup.Init) {
	id, _ := in.ForOctets(31)
	fmt.Printf("%s: %d formats, AMR 12.2 is RFCI %d\n", p.name, len(in.RFCIs), id)
}

func (p printer) InitFailed(cause iuup.Cause, _ iuup.Distance) {
	fmt.Println(p.name, "gives up:", cause)
}

// A passive end takes an Init, and then data.
func ExampleInstance() {
	var end iuup.Instance
	if err := end.Configure(0, iuup.Config{}, printer{"gateway"}); err != nil {
		fmt.Println(err)
	}
	end.Receive(0, []byte{0xe0, 0x00, 0xdf, 0x99, 0x16, 0x00, 0x51, 0x67, 0x3c, 0x01, 0x27, 0x00, 0x00,
		0x82, 0x00, 0x00, 0x00, 0x17, 0x10, 0x00, 0x01, 0x00})
	data, ok, err := end.Receive(0, []byte{0x0f, 0x01, 0x95, 0xd7, 0x3d, 0x91, 0xc0, 0x1d, 0xa4})
	fmt.Printf("RFCI %d, frame %d, %x, %v %v\n", data.RFCI, data.FrameNumber, data.Payload, ok, err)
	// Output:
	// gateway: 3 formats, AMR 12.2 is RFCI 0
	// gateway sends e4002400
	// RFCI 1, frame 15, 3d91c01da4, true <nil>
}

// Nobody answers an active end: four Inits, a second apart, and then it says so.
func ExampleInstance_Expire() {
	var end iuup.Instance
	table := &iuup.Init{RFCIs: []iuup.RFCI{{ID: 0, Bits: [iuup.MaxSubflows]uint16{244}}}, Subflows: 1}
	if err := end.Configure(0, iuup.Config{Active: true, Init: table}, printer{"gateway"}); err != nil {
		fmt.Println(err)
	}
	for at, armed := end.Deadline(); armed; at, armed = end.Deadline() {
		end.Expire(at)
	}
	// Output:
	// gateway sends e000dcea0280f4000300
	// gateway sends e000dcea0280f4000300
	// gateway sends e000dcea0280f4000300
	// gateway sends e000dcea0280f4000300
	// gateway gives up: initialisation failed, no answer
}
