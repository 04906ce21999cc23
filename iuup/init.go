package iuup

import (
	"encoding/binary"
	"fmt"
)

// Limits of an initialisation.
const (
	MaxRFCIs    = 64
	MaxSubflows = 7
)

// RFCI is one RAB sub-flow combination: a frame format that data PDUs name by its ID.
type RFCI struct {
	ID   uint8               // 0 to 63
	IPTI uint8               // inter PDU transmission interval, 0 to 15; only in an Init with HasIPTI
	Bits [MaxSubflows]uint16 // length in bits of each of the Init's sub-flows
}

// Octets returns the length of a frame of this format: all its bits, filled up to octets once at the end.
func (r *RFCI) Octets() int {
	bits := 0
	for _, n := range r.Bits {
		bits += int(n)
	}
	return (bits + 7) / 8
}

// Init is the payload of an initialisation PDU.
//
//	   7   6   5   4   3   2   1   0
//	+---+---+---+---+---+---+---+---+
//	| spare     |TI | subflows  | C |  TI: IPTIs are present. C: chain indicator, more follows
//	+---+---+---+---+---+---+---+---+
//	|LRI|LI |         RFCI          |  LRI: last RFCI. LI: lengths have two octets, not one
//	+---+---+---+---+---+---+---+---+
//	| length of sub-flow 1, in bits |
//	  ...                              one length per sub-flow; then the next RFCI, until LRI
//	+---+---+---+---+---+---+---+---+
//	|    IPTI 1     |    IPTI 2     |  if TI: one per RFCI in their order, 0 behind an odd one
//	+---+---+---+---+---+---+---+---+
//	|           versions            |  bit 0: version 1 is supported, bit 1: version 2, ...
//	|                               |
//	+---+---+---+---+---+---+---+---+
//	| data PDU type |     spare     |
//	+---+---+---+---+---+---+---+---+
type Init struct {
	RFCIs    []RFCI // 1 to 64
	Subflows int    // per RFCI, 1 to 7
	HasIPTI  bool
	Chained  bool   // another Init will follow
	Versions uint16 // bit 0 is version 1
	DataType PDUType
}

const (
	initChainBit      = 0x01
	initSubflowsShift = 1
	initIPTIBit       = 0x10
	rfciLastBit       = 0x80
	rfciWideBit       = 0x40
	rfciMask          = 0x3f

	minInitLen = 2
	tailLen    = 3 // versions and data PDU type
)

// Refusal is why an Init is answered by a NACK.
type Refusal struct {
	Cause Cause
	what  string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("iuup: initialisation refused: %s (cause %d: %s)", r.what, uint8(r.Cause), r.Cause)
}

// The reasons for refusing an Init.
var (
	ErrInitShort    error = &Refusal{CauseFrameTooShort, "it ends in the middle"}
	ErrInitSubflows error = &Refusal{CauseUnexpectedValue, "no sub-flows"}
	ErrInitRFCIs    error = &Refusal{CauseUnexpectedRFCI, "more than 64 RFCIs"}
	ErrInitDataType error = &Refusal{CauseUnexpectedValue, "data PDU type is neither 0 nor 1"}
	ErrInitVersion  error = &Refusal{CauseUnexpectedValue, "no version in common"}
)

// ParseInit reads the payload of an initialisation PDU into in, whose slice is used again. The error is always
// a *[Refusal]; what in then holds is undefined. Octets behind the end are ignored.
func ParseInit(in *Init, payload []byte) error {
	if len(payload) < minInitLen {
		return ErrInitShort
	}
	first := payload[0]
	*in = Init{
		RFCIs:    in.RFCIs[:0],
		Subflows: int(first >> initSubflowsShift & 7),
		HasIPTI:  first&initIPTIBit != 0,
		Chained:  first&initChainBit != 0,
	}
	if in.Subflows == 0 {
		return ErrInitSubflows
	}
	rest, err := in.parseRFCIs(payload[1:])
	if err != nil {
		return err
	}
	if in.HasIPTI {
		n := (len(in.RFCIs) + 1) / 2
		if len(rest) < n {
			return ErrInitShort
		}
		for i := range in.RFCIs {
			in.RFCIs[i].IPTI = rest[i/2] >> (4 - i%2*4) & 15
		}
		rest = rest[n:]
	}
	if len(rest) < tailLen {
		return ErrInitShort
	}
	in.Versions = binary.BigEndian.Uint16(rest)
	if in.DataType = PDUType(rest[2] >> 4); in.DataType > DataNoCRC {
		return ErrInitDataType
	}
	return nil
}

// parseRFCIs reads entries until the one that says it is the last, and returns what follows.
func (in *Init) parseRFCIs(rest []byte) ([]byte, error) {
	for last := false; !last; {
		if len(rest) == 0 {
			return nil, ErrInitShort
		}
		if len(in.RFCIs) == MaxRFCIs {
			return nil, ErrInitRFCIs
		}
		head := rest[0]
		rest = rest[1:]
		last = head&rfciLastBit != 0
		r := RFCI{ID: head & rfciMask}
		width := 1
		if head&rfciWideBit != 0 {
			width = 2
		}
		if len(rest) < width*in.Subflows {
			return nil, ErrInitShort
		}
		for i := range in.Subflows {
			if width == 2 {
				r.Bits[i] = binary.BigEndian.Uint16(rest[2*i:])
			} else {
				r.Bits[i] = uint16(rest[i])
			}
		}
		rest = rest[width*in.Subflows:]
		in.RFCIs = append(in.RFCIs, r)
	}
	return rest, nil
}

// check says what of an Init cannot be transmitted.
func (in *Init) check() error {
	if n := len(in.RFCIs); n < 1 || n > MaxRFCIs {
		return fmt.Errorf("iuup: an Init has 1 to %d RFCIs, not %d", MaxRFCIs, n)
	}
	if in.Subflows < 1 || in.Subflows > MaxSubflows {
		return fmt.Errorf("iuup: an Init has 1 to %d sub-flows, not %d", MaxSubflows, in.Subflows)
	}
	if in.DataType > DataNoCRC {
		return fmt.Errorf("iuup: an Init has data PDU type 0 or 1, not %d", in.DataType)
	}
	for i := range in.RFCIs {
		if r := &in.RFCIs[i]; r.ID > rfciMask || r.IPTI > 15 {
			return fmt.Errorf("iuup: RFCI %d with IPTI %d is out of range (63, 15)", r.ID, r.IPTI)
		}
	}
	return nil
}

// AppendInit appends the payload of an initialisation PDU to dst. An RFCI with a sub-flow of more than 255 bits gets
// lengths of two octets.
func AppendInit(dst []byte, in *Init) ([]byte, error) {
	if err := in.check(); err != nil {
		return dst, err
	}
	first := byte(in.Subflows) << initSubflowsShift
	if in.HasIPTI {
		first |= initIPTIBit
	}
	if in.Chained {
		first |= initChainBit
	}
	dst = append(dst, first)
	for i := range in.RFCIs {
		r := &in.RFCIs[i]
		lengths := r.Bits[:in.Subflows]
		wide := false
		for _, n := range lengths {
			wide = wide || n > 0xff
		}
		head := r.ID
		if wide {
			head |= rfciWideBit
		}
		if i == len(in.RFCIs)-1 {
			head |= rfciLastBit
		}
		dst = append(dst, head)
		for _, n := range lengths {
			if wide {
				dst = append(dst, byte(n>>8))
			}
			dst = append(dst, byte(n))
		}
	}
	if in.HasIPTI {
		for i := range in.RFCIs {
			if i%2 == 0 {
				dst = append(dst, in.RFCIs[i].IPTI<<4)
			} else {
				dst[len(dst)-1] |= in.RFCIs[i].IPTI
			}
		}
	}
	dst = binary.BigEndian.AppendUint16(dst, in.Versions)
	return append(dst, byte(in.DataType)<<4), nil
}

// ForOctets returns the ID of the first RFCI, in the order of the Init, whose frames are that many octets long.
func (in *Init) ForOctets(octets int) (id uint8, ok bool) {
	for i := range in.RFCIs {
		if in.RFCIs[i].Octets() == octets {
			return in.RFCIs[i].ID, true
		}
	}
	return 0, false
}

// NoData returns the ID of the first RFCI whose sub-flows are all empty: the one that keeps a call alive without
// saying anything.
func (in *Init) NoData() (id uint8, ok bool) { return in.ForOctets(0) }

// copyFrom makes in a copy of from that shares no memory with it.
func (in *Init) copyFrom(from *Init) {
	rfcis := append(in.RFCIs[:0], from.RFCIs...)
	*in = *from
	in.RFCIs = rfcis
}
