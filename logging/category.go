package logging

import (
	"fmt"
	"strings"
)

// Category is the part of the program that a line comes from.
type Category uint8

// The categories, in Osmocom's order (vty.md §12.1). This program logs in RTP (media packets), E1, OSMUX, LGlobal (the
// rest), LInp and LMI (E1 lines), LCtrl, LStats, LMGCP (protocol and configuration), LJIBUF, LIuUP and LIO (packet
// engine). The others exist because configuration files name them.
const (
	RTP Category = iota
	E1
	OSMUX
	LGlobal
	LLAPD
	LInp
	LMUX
	LMI
	LMIB
	LSMS
	LCtrl
	LGTP
	LStats
	LGSUP
	LOAP
	LSS7
	LSCCP
	LSUA
	LM3UA
	LMGCP
	LJIBUF
	LRSPRO
	LNS
	LBSSGP
	LNSDATA
	LNSSIGNAL
	LIuUP
	LPFCP
	LCSN1
	LIO
	LTCAP
	numCategories
)

var categories = [numCategories]struct {
	name   string
	number uint16 // shown by category-hex
	colour string // SGR parameters
	off    bool   // until a level is set for it
	about  string
}{
	RTP:       {"rtp", 0x00, "1;30", false, "Media packets: RTP and RTCP"},
	E1:        {"e1", 0x01, "1;31", false, "E1 trunks and timeslots"},
	OSMUX:     {"osmux", 0x02, "1;32", false, "Osmux circuits and links"},
	LGlobal:   {"lglobal", 0x03, "", false, "Everything that has no category of its own"},
	LLAPD:     {"llapd", 0x04, "38;5;12", false, "LAPD (nothing logs here)"},
	LInp:      {"linp", 0x05, "38;5;23", false, "Drivers of E1 lines"},
	LMUX:      {"lmux", 0x06, "38;5;25", false, "TRAU multiplex (nothing logs here)"},
	LMI:       {"lmi", 0x07, "38;5;27", true, "E1 line input"},
	LMIB:      {"lmib", 0x08, "38;5;29", true, "A-bis input (nothing logs here)"},
	LSMS:      {"lsms", 0x09, "38;5;31", false, "Short messages (nothing logs here)"},
	LCtrl:     {"lctrl", 0x0a, "38;5;33", false, "The CTRL interface"},
	LGTP:      {"lgtp", 0x0b, "38;5;35", false, "GTP (nothing logs here)"},
	LStats:    {"lstats", 0x0c, "38;5;37", false, "Counters and their reporters"},
	LGSUP:     {"lgsup", 0x0d, "38;5;39", false, "GSUP (nothing logs here)"},
	LOAP:      {"loap", 0x0e, "38;5;41", false, "OAP (nothing logs here)"},
	LSS7:      {"lss7", 0x0f, "38;5;43", false, "SS7 (nothing logs here)"},
	LSCCP:     {"lsccp", 0x10, "38;5;45", false, "SCCP (nothing logs here)"},
	LSUA:      {"lsua", 0x11, "38;5;47", false, "SUA (nothing logs here)"},
	LM3UA:     {"lm3ua", 0x12, "38;5;49", false, "M3UA (nothing logs here)"},
	LMGCP:     {"lmgcp", 0x13, "38;5;51", false, "MGCP and the life of calls"},
	LJIBUF:    {"ljibuf", 0x14, "38;5;53", false, "Jitter buffers (nothing logs here)"},
	LRSPRO:    {"lrspro", 0x15, "38;5;55", false, "Remote SIM (nothing logs here)"},
	LNS:       {"lns", 0x16, "38;5;57", false, "NS (nothing logs here)"},
	LBSSGP:    {"lbssgp", 0x17, "38;5;59", false, "BSSGP (nothing logs here)"},
	LNSDATA:   {"lnsdata", 0x18, "38;5;61", false, "NS data (nothing logs here)"},
	LNSSIGNAL: {"lnssignal", 0x19, "38;5;63", false, "NS signalling (nothing logs here)"},
	LIuUP:     {"liuup", 0x1a, "38;5;65", false, "Iu UP"},
	LPFCP:     {"lpfcp", 0x1b, "38;5;51", false, "PFCP (nothing logs here)"},
	LCSN1:     {"lcsn1", 0x1c, "38;5;11", false, "CSN.1 (nothing logs here)"},
	LIO:       {"lio", 0x1f, "38;5;67", false, "The packet engine and its backends"},
	LTCAP:     {"ltcap", 0x20, "38;5;69", false, "TCAP (nothing logs here)"},
}

// Categories are all categories in order.
func Categories() []Category {
	all := make([]Category, numCategories)
	for i := range all {
		all[i] = Category(i)
	}
	return all
}

// ParseCategory reads the name that commands use.
func ParseCategory(word string) (Category, error) {
	for i := range categories {
		if categories[i].name == word {
			return Category(i), nil
		}
	}
	return 0, fmt.Errorf("no log category %q", word)
}

// String is the name that commands use.
func (c Category) String() string { return categories[c].name }

// Printed is the name that lines show: D and the name in capitals.
func (c Category) Printed() string { return "D" + strings.ToUpper(categories[c].name) }

// About says in a few words what logs there.
func (c Category) About() string { return categories[c].about }
