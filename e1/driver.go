package e1

// Driver is what moves the octets of a line.
type Driver uint8

// The drivers that a configuration may name. All but Virtual are the reference's: they are kept in the configuration
// and not served.
const (
	MISDN Driver = iota
	MISDNLAPD
	DAHDI
	E1D
	IPA
	UnixSocket
	Virtual
)

// drivers holds, by Driver, the words of the configuration.
var drivers = [...]string{"misdn", "misdn_lapd", "dahdi", "e1d", "ipa", "unixsocket", "virtual"}

// String returns the word that the configuration uses.
func (d Driver) String() string { return drivers[d] }

// Served tells whether slots of such a line can be used.
func (d Driver) Served() bool { return d == Virtual }

// ParseDriver finds the driver that word names.
func ParseDriver(word string) (Driver, bool) {
	for d, name := range drivers {
		if name == word {
			return Driver(d), true
		}
	}
	return 0, false
}
