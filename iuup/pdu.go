package iuup

import (
	"errors"
	"fmt"
)

// What makes a PDU unusable. They are returned bare, so that a flood of bad PDUs allocates nothing.
var (
	ErrShort      = errors.New("iuup: PDU is shorter than its header")
	ErrHeaderCRC  = errors.New("iuup: wrong header CRC")
	ErrPayloadCRC = errors.New("iuup: wrong payload CRC")
	ErrType       = errors.New("iuup: PDU type is none of 0, 1 and 14")
)

// PDUType is what octet 0 says a PDU is.
type PDUType uint8

const (
	// DataCRC is PDU type 0, data with a CRC over the payload:
	//
	//	   7   6   5   4   3   2   1   0
	//	+---+---+---+---+---+---+---+---+
	//	| PDU type = 0  | frame number  |  0
	//	+---+---+---+---+---+---+---+---+
	//	|  FQC  |         RFCI          |  1
	//	+---+---+---+---+---+---+---+---+
	//	|      header CRC       |payload|  2
	//	+---+---+---+---+---+---+   -   -
	//	|        CRC, lower octet       |  3
	//	+---+---+---+---+---+---+---+---+
	//	| payload ...                   |  4
	DataCRC PDUType = 0

	// DataNoCRC is PDU type 1, data without a CRC over the payload:
	//
	//	   7   6   5   4   3   2   1   0
	//	+---+---+---+---+---+---+---+---+
	//	| PDU type = 1  | frame number  |  0
	//	+---+---+---+---+---+---+---+---+
	//	|  FQC  |         RFCI          |  1
	//	+---+---+---+---+---+---+---+---+
	//	|      header CRC       | 0   0 |  2
	//	+---+---+---+---+---+---+---+---+
	//	| payload ...                   |  3
	DataNoCRC PDUType = 1

	// Control is PDU type 14, a procedure or the answer to one:
	//
	//	   7   6   5   4   3   2   1   0
	//	+---+---+---+---+---+---+---+---+
	//	| PDU type = 14 | ack/  | frame |  0
	//	|               | nack  | number|
	//	+---+---+---+---+---+---+---+---+
	//	| mode version  |   procedure   |  1
	//	+---+---+---+---+---+---+---+---+
	//	|      header CRC       |payload|  2
	//	+---+---+---+---+---+---+   -   -
	//	|        CRC, lower octet       |  3
	//	+---+---+---+---+---+---+---+---+
	//	| payload ...                   |  4
	Control PDUType = 14
)

// Header lengths in octets.
const (
	dataCRCHeaderLen   = 4
	dataNoCRCHeaderLen = 3
	controlHeaderLen   = 4
	minHeaderLen       = dataNoCRCHeaderLen

	// MaxHeaderLen is the longest of them: room to keep in front of a payload that may become any PDU.
	MaxHeaderLen = 4
)

// HeaderLen returns how many octets stand in front of the payload, 0 for a type that is not known.
func (t PDUType) HeaderLen() int {
	switch t {
	case DataCRC:
		return dataCRCHeaderLen
	case DataNoCRC:
		return dataNoCRCHeaderLen
	case Control:
		return controlHeaderLen
	}
	return 0
}

// FQC is the frame quality classification of a data PDU.
type FQC uint8

const (
	FrameGood     FQC = 0
	FrameBad      FQC = 1
	FrameBadRadio FQC = 2 // bad due to radio
)

// Answer tells a control PDU that starts a procedure from those that answer it.
type Answer uint8

const (
	Proc Answer = 0 // the procedure itself
	Ack  Answer = 1
	Nack Answer = 2
)

// Procedure is what a control PDU is about.
type Procedure uint8

const (
	ProcInit          Procedure = 0
	ProcRateControl   Procedure = 1
	ProcTimeAlignment Procedure = 2
	ProcErrorEvent    Procedure = 3
)

// Cause says why an initialisation is refused or has failed (3GPP TS 25.415, section 6.6.3.15).
type Cause uint8

const (
	CauseFrameTooShort   Cause = 8
	CauseUnexpectedRFCI  Cause = 19
	CauseUnexpectedValue Cause = 20
	CauseInitTimeout     Cause = 43 // initialisation failed, timer expired
	CauseInitRefused     Cause = 44 // initialisation failed, repeated NACK
)

func (c Cause) String() string {
	switch c {
	case CauseFrameTooShort:
		return "frame too short"
	case CauseUnexpectedRFCI:
		return "unexpected RFCI"
	case CauseUnexpectedValue:
		return "unexpected value"
	case CauseInitTimeout:
		return "initialisation failed, no answer"
	case CauseInitRefused:
		return "initialisation failed, refused repeatedly"
	}
	return fmt.Sprintf("error cause %d", uint8(c))
}

// PDU is a PDU taken apart. FQC and RFCI are of data PDUs, Answer, Version and Procedure of control PDUs.
type PDU struct {
	Type        PDUType
	FrameNumber uint8 // 0 to 15 in data, 0 to 3 in control PDUs
	FQC         FQC
	RFCI        uint8 // 0 to 63
	Answer      Answer
	Version     uint8 // of the Iu UP mode, as transmitted: 0 means version 1
	Procedure   Procedure
	Payload     []byte // in the memory of what was parsed
}

const causeShift = 2 // the cause of a NACK has the upper six bits of its octet

// Cause returns the cause of a NACK, 0 if the PDU carries none.
func (p PDU) Cause() Cause {
	if p.Answer != Nack || len(p.Payload) == 0 {
		return 0
	}
	return Cause(p.Payload[0] >> causeShift)
}

// Parse takes the PDU b apart. Both CRCs are checked, but for the payload CRC of ACKs and NACKs, which senders
// leave 0.
func Parse(b []byte) (PDU, error) {
	if len(b) < minHeaderLen {
		return PDU{}, ErrShort
	}
	if HeaderCRC(b[:2]) != b[2]>>2 {
		return PDU{}, ErrHeaderCRC
	}
	p := PDU{Type: PDUType(b[0] >> 4)}
	n := p.Type.HeaderLen()
	if n == 0 {
		return PDU{}, ErrType
	}
	if len(b) < n {
		return PDU{}, ErrShort
	}
	p.Payload = b[n:]
	if p.Type == Control {
		p.Answer, p.FrameNumber = Answer(b[0]>>2&3), b[0]&3
		p.Version, p.Procedure = b[1]>>4, Procedure(b[1]&15)
	} else {
		p.FrameNumber = b[0] & 15
		p.FQC, p.RFCI = FQC(b[1]>>6), b[1]&0x3f
	}
	checked := p.Type == DataCRC || p.Type == Control && p.Answer == Proc
	if checked && PayloadCRC(p.Payload) != uint16(b[2]&3)<<8|uint16(b[3]) {
		return PDU{}, ErrPayloadCRC
	}
	return p, nil
}

// Data is what a data PDU says about a frame, and the frame.
type Data struct {
	RFCI        uint8 // 0 to 63
	FrameNumber uint8 // 0 to 15
	FQC         FQC
	Payload     []byte
}

// PutData writes the header of a data PDU into b, whose payload already lies behind the header's place, at
// t.HeaderLen(). It panics if b is shorter than the header or if t is not a data type. d.Payload is not looked at.
func PutData(b []byte, t PDUType, d Data) {
	_ = b[t.HeaderLen()-1]
	b[0] = byte(t)<<4 | d.FrameNumber&15
	b[1] = byte(d.FQC)<<6 | d.RFCI&0x3f
	b[2] = HeaderCRC(b[:2]) << 2
	if t == DataCRC {
		putPayloadCRC(b)
	}
}

// AppendData appends a whole data PDU to dst.
func AppendData(dst []byte, t PDUType, d Data) []byte {
	start := len(dst)
	var header [MaxHeaderLen]byte
	dst = append(dst, header[:t.HeaderLen()]...)
	dst = append(dst, d.Payload...)
	PutData(dst[start:], t, d)
	return dst
}

// AppendControl appends a control PDU to dst: p's Answer, FrameNumber, Version, Procedure and Payload. ACKs and NACKs
// get 0 for the payload CRC.
func AppendControl(dst []byte, p PDU) []byte {
	start := len(dst)
	dst = append(dst,
		byte(Control)<<4|byte(p.Answer&3)<<2|p.FrameNumber&3,
		p.Version<<4|byte(p.Procedure)&15, 0, 0)
	dst = append(dst, p.Payload...)
	b := dst[start:]
	b[2] = HeaderCRC(b[:2]) << 2
	if p.Answer == Proc {
		putPayloadCRC(b)
	}
	return dst
}

// putPayloadCRC writes the CRC into a PDU with a header of four octets, of which the others are in place.
func putPayloadCRC(b []byte) {
	crc := PayloadCRC(b[dataCRCHeaderLen:])
	b[2] |= byte(crc >> 8)
	b[3] = byte(crc)
}
