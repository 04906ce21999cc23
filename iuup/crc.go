package iuup

// Both CRCs start at 0, take the most significant bit first and are transmitted as they come out
// (3GPP TS 25.415, section 6.6.3.8).
const (
	polynomial6  = 0x2f  // x^6 + x^5 + x^3 + x^2 + x + 1
	polynomial10 = 0x233 // x^10 + x^9 + x^5 + x^4 + x + 1
)

var (
	table6  = crcTable(6, polynomial6)
	table10 = crcTable(10, polynomial10)
)

// crcTable holds the CRC of every single octet. The register is 16 bits wide and left aligned on the way.
func crcTable(width uint, polynomial uint16) (t [256]uint16) {
	for octet := range t {
		register := uint16(octet) << 8
		for range 8 {
			top := register & 0x8000
			register <<= 1
			if top != 0 {
				register ^= polynomial << (16 - width)
			}
		}
		t[octet] = register >> (16 - width)
	}
	return t
}

// HeaderCRC returns the CRC-6 over p, which is the first two octets of a PDU.
func HeaderCRC(p []byte) uint8 {
	var crc uint8
	for _, b := range p {
		crc = uint8(table6[crc<<2^b])
	}
	return crc
}

// PayloadCRC returns the CRC-10 over p, which is everything behind the four header octets of a PDU.
func PayloadCRC(p []byte) uint16 {
	var crc uint16
	for _, b := range p {
		crc = crc<<8&0x3ff ^ table10[uint8(crc>>2)^b]
	}
	return crc
}
