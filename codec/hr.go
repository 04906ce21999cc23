package codec

import "errors"

// ErrHRLength is returned for anything but one whole GSM half rate speech frame: RFC 5993's frames without data
// (1 octet) and payloads of several frames have no counterpart in TS 101 318.
var ErrHRLength = errors.New("codec: GSM-HR payload is neither 14 nor 15 octets long")

const (
	// hrSpeechLen is the 112 bits of a GSM half rate frame.
	hrSpeechLen = 14
	// hrTOCLen is the table of contents that RFC 5993 puts in front of it:
	//
	//	 0 1 2 3 4 5 6 7
	//	+-+-+-+-+-+-+-+-+
	//	|F| FT  |0 0 0 0|   FT 0: good speech, 2: good SID, 7: no data
	//	+-+-+-+-+-+-+-+-+
	hrTOCLen = 1
)

// ToggleHR converts one GSM half rate frame in place to the other one of its two formats and returns it, in the
// same memory: ETSI TS 101 318 (14 octets, the frame alone) becomes RFC 5993 (15 octets) with a table of contents
// that says good speech, and the other way round whatever the table of contents says. The former grows by one octet,
// from p's capacity.
func ToggleHR(p []byte) ([]byte, error) {
	switch len(p) {
	case hrSpeechLen:
		if cap(p) < hrTOCLen+hrSpeechLen {
			return nil, ErrNoRoom
		}
		p = p[:hrTOCLen+hrSpeechLen]
		copy(p[hrTOCLen:], p)
		p[0] = 0
		return p, nil
	case hrTOCLen + hrSpeechLen:
		return p[:copy(p, p[hrTOCLen:])], nil
	default:
		return nil, ErrHRLength
	}
}
