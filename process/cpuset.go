package process

import (
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// maxCPUs is how many CPUs a unix.CPUSet holds.
const maxCPUs = 1024

// ParseMask reads a CPU mask as the VTY has it: hexadecimal, 0x in front or not, bit 0 is CPU 0. The empty set is
// read; it is the kernel that refuses it.
func ParseMask(text string) (unix.CPUSet, error) {
	var set unix.CPUSet
	digits := text
	if len(digits) > 2 && (digits[:2] == "0x" || digits[:2] == "0X") {
		digits = digits[2:]
	}
	if digits == "" {
		return set, fmt.Errorf("%q is no CPU mask: hexadecimal digits are missing", text)
	}
	for i := range len(digits) {
		nibble := strings.IndexByte("0123456789abcdef", digits[i]|0x20)
		if digits[i] < '0' || nibble < 0 {
			return set, fmt.Errorf("%q is no CPU mask: %q is no hexadecimal digit", text, digits[i])
		}
		first := 4 * (len(digits) - 1 - i)
		for bit := range 4 {
			if nibble&(1<<bit) == 0 {
				continue
			}
			if first+bit >= maxCPUs {
				return set, fmt.Errorf("CPU mask names CPU %d; there are at most %d", first+bit, maxCPUs)
			}
			set.Set(first + bit)
		}
	}
	return set, nil
}

// FormatMask writes a mask as the VTY prints it: 0x and lower-case digits without leading zeros.
func FormatMask(set unix.CPUSet) string {
	var b strings.Builder
	for first := maxCPUs - 4; first >= 0; first -= 4 {
		nibble := 0
		for bit := range 4 {
			if set.IsSet(first + bit) {
				nibble |= 1 << bit
			}
		}
		if nibble != 0 || b.Len() > 0 || first == 0 {
			b.WriteByte("0123456789abcdef"[nibble])
		}
	}
	return "0x" + b.String()
}

// CPUs lists the CPUs of a set in order.
func CPUs(set unix.CPUSet) []int {
	var cpus []int
	for cpu := range maxCPUs {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}
