package ctrl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// An IPA frame:
//
//	 0                   1                   2                   3
//	 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//	+-------------------------------+---------------+---------------+
//	| octets behind the protocol    |   protocol    |  payload ...  |
//	+-------------------------------+---------------+---------------+
//
// With protocol OSMO the payload begins with an extension octet; CTRL is 0, and text follows, without an end mark.
const (
	headLength = 3
	maxFrame   = 1200 // head included

	protocolCCM  = 0xfe
	protocolOSMO = 0xee

	extensionCTRL = 0x00

	ccmPing  = 0x00
	ccmPong  = 0x01
	ccmIDAck = 0x06
)

// errProtocol ends a session: what came is not for us.
var errProtocol = errors.New("unknown IPA protocol")

// errTooLong ends a session: behind such a frame nothing can be read any more.
var errTooLong = errors.New("frame too long")

// readFrame reads the next frame into buf, which holds maxFrame octets, and returns its protocol and payload.
func readFrame(r io.Reader, buf []byte) (protocol byte, payload []byte, err error) {
	if _, err := io.ReadFull(r, buf[:headLength]); err != nil {
		return 0, nil, err
	}
	length := int(binary.BigEndian.Uint16(buf))
	if length > maxFrame-headLength {
		return 0, nil, fmt.Errorf("%w: %d octets, at most %d", errTooLong, length, maxFrame-headLength)
	}
	protocol, payload = buf[2], buf[headLength:headLength+length]
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, fmt.Errorf("in a frame: %w", err)
	}
	return protocol, payload, nil
}

// appendFrame appends a CTRL frame. Texts that do not fit the length field are cut.
func appendFrame(b []byte, text string) []byte {
	if len(text) > 0xffff-1 {
		text = text[:0xffff-1]
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(text)+1))
	b = append(b, protocolOSMO, extensionCTRL)
	return append(b, text...)
}

// answerCCM returns the answer to a message of the IPA connection itself, or nothing.
func answerCCM(payload []byte) []byte {
	switch payload[0] {
	case ccmPing:
		return []byte{0, 1, protocolCCM, ccmPong}
	case ccmIDAck:
		return []byte{0, 1, protocolCCM, ccmIDAck}
	}
	return nil
}
