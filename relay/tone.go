package relay

import (
	_ "embed"
	"errors"
	"math"
	"strings"
	"time"

	"osmo-mgw-go/codec"
)

// One second of 1000 Hz, encoded beforehand: AMR 12.2 kbit/s in the storage format of RFC 4867 section 5
// (a line that says so, then octets of table of contents and speech), and GSM full rate frames of 33
// octets. Both are taken from the middle of a longer tone, and 20 ms hold whole periods, so they can be
// played over and over.
var (
	//go:embed tone/1000hz.amr
	toneAMR []byte
	//go:embed tone/1000hz.gsm
	toneGSM []byte
)

const (
	toneHeaderAMR = len("#!AMR\n")
	toneFrameAMR  = 1 + 31
	toneFrameGSM  = 33
	toneFrames    = 50
	tonePeriod    = 8 // samples of 1000 Hz at 8000 Hz
	toneAmplitude = 0.316
)

// ErrNoTone is returned for a codec that there is no test tone for.
var ErrNoTone = errors.New("relay: there is a test tone for PCMA, PCMU, GSM and AMR only")

// ToneClip is a test tone of 1000 Hz, ten decibels below full scale, in a codec.
func ToneClip(c Codec) (Clip, error) {
	clip := Clip{PayloadType: c.PayloadType, Samples: 160, Interval: 20 * time.Millisecond}
	switch {
	case c.Name == "AMR":
		for i := range toneFrames {
			at := toneHeaderAMR + i*toneFrameAMR
			const noModeRequest = 0xf0
			p := append([]byte{noModeRequest}, toneAMR[at:at+toneFrameAMR]...)
			p, err := codec.Reframe(p, c.OctetAlign.codec())
			if err != nil {
				return Clip{}, err
			}
			clip.Payloads = append(clip.Payloads, p)
		}
	case c.Name == "GSM":
		for i := range toneFrames {
			clip.Payloads = append(clip.Payloads, toneGSM[i*toneFrameGSM:(i+1)*toneFrameGSM])
		}
	case strings.EqualFold(c.Name, "PCMA"):
		clip.Payloads = [][]byte{companded(alaw)}
	case strings.EqualFold(c.Name, "PCMU"):
		clip.Payloads = [][]byte{companded(ulaw)}
	default:
		return Clip{}, ErrNoTone
	}
	return clip, nil
}

// companded is 20 ms of the tone, compressed to octets.
func companded(compress func(sample int) byte) []byte {
	p := make([]byte, 160)
	for i := range p {
		p[i] = compress(int(math.Round(toneAmplitude * math.MaxInt16 * math.Sin(2*math.Pi*float64(i)/tonePeriod))))
	}
	return p
}

// alaw compresses a 16-bit sample by the A-law (ITU-T G.711): sign, three bits of segment, four of
// mantissa, every other bit inverted.
func alaw(sample int) byte {
	const invert = 0x55
	sign := byte(0x80)
	if sample < 0 {
		sign, sample = 0, -sample-1
	}
	sample >>= 3 // 13 bits with the sign
	segment := 0
	for s := sample >> 5; s > 0; s >>= 1 {
		segment++
	}
	mantissa := sample >> 1
	if segment > 1 {
		mantissa = sample >> segment
	}
	return (sign | byte(segment)<<4 | byte(mantissa)&15) ^ invert
}

// ulaw compresses a 16-bit sample by the µ-law (ITU-T G.711): as the A-law, with a bias, all bits inverted.
func ulaw(sample int) byte {
	const bias, clip = 33, 8158
	sign := byte(0)
	if sample < 0 {
		sign, sample = 0x80, -sample
	}
	sample = min(sample>>2, clip) + bias // 14 bits with the sign
	segment := 0
	for s := sample >> 6; s > 0; s >>= 1 {
		segment++
	}
	return ^(sign | byte(segment)<<4 | byte(sample>>(segment+1))&15)
}
