package codec

import "fmt"

// FrameType is the frame type index FT of AMR (3GPP TS 26.101, table 1a): 0 to 7 are the speech modes, 8 to 11
// the comfort noise (SID) frames of AMR and of the codecs that AMR came after, 15 is a frame without data.
type FrameType uint8

// The frame types that have a layout; 12 to 14 have none.
const (
	AMR475  FrameType = 0
	AMR515  FrameType = 1
	AMR590  FrameType = 2
	AMR670  FrameType = 3
	AMR740  FrameType = 4
	AMR795  FrameType = 5
	AMR102  FrameType = 6
	AMR122  FrameType = 7
	AMRSID  FrameType = 8
	EFRSID  FrameType = 9  // GSM-EFR
	TDMASID FrameType = 10 // TDMA-EFR
	PDCSID  FrameType = 11 // PDC-EFR
	NoData  FrameType = 15
)

// MaxSpeechLen is the length in octets of the longest frame's speech, 12.2 kbit/s.
const MaxSpeechLen = 31

const (
	maxTypes = 16 // FT has 4 bits
	noLayout = -1
)

// Speech bits of a 20 ms frame by type, 3GPP TS 26.101.
var speechBits = [maxTypes]int{95, 103, 118, 134, 148, 159, 204, 244, 39, 43, 38, 37, noLayout, noLayout, noLayout, 0}

var typeNames = [maxTypes]string{
	"AMR 4.75", "AMR 5.15", "AMR 5.90", "AMR 6.70", "AMR 7.40", "AMR 7.95", "AMR 10.2", "AMR 12.2",
	"AMR SID", "GSM-EFR SID", "TDMA-EFR SID", "PDC-EFR SID", "", "", "", "NO_DATA",
}

// Valid tells whether frames of this type have a layout.
func (ft FrameType) Valid() bool { return ft < maxTypes && speechBits[ft] != noLayout }

// Bits returns how many speech bits a frame of this type has; 0 for a type that is not valid.
func (ft FrameType) Bits() int {
	if !ft.Valid() {
		return 0
	}
	return speechBits[ft]
}

// Octets returns how many octets the speech bits fill: the length of an Iu UP payload, and of the speech of an
// octet-aligned frame.
func (ft FrameType) Octets() int { return (ft.Bits() + 7) / 8 }

// String names the codec and its rate in kbit/s.
func (ft FrameType) String() string {
	if !ft.Valid() {
		return fmt.Sprintf("invalid frame type %d", uint8(ft))
	}
	return typeNames[ft]
}

// FrameTypeByLen tells the frame type from the number of speech octets, as is needed where a format carries no
// type. AMR SID, TDMA-EFR SID and PDC-EFR SID are equally long; AMR SID is the answer. Lengths that no frame
// has give false.
func FrameTypeByLen(octets int) (FrameType, bool) {
	if octets == 0 {
		return NoData, true
	}
	for ft := AMR475; ft <= EFRSID; ft++ {
		if ft.Octets() == octets {
			return ft, true
		}
	}
	return 0, false
}
