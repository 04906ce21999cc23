package telnet

// Commands of RFC 854, and the options of RFC 857 (echo), 858 (suppress go ahead), 1073 (window size) and 1184 (line
// mode).
const (
	iac  = 0xff
	dont = 0xfe
	do   = 0xfd
	will = 0xfb
	sb   = 0xfa
	se   = 0xf0

	optEcho            = 0x01
	optSuppressGoAhead = 0x03
	optWindowSize      = 0x1f
	optLineMode        = 0x22
)

// requests is what the server asks for: it echoes, character by character, and wants to know the window's size.
var requests = []byte{iac, will, optEcho, iac, will, optSuppressGoAhead, iac, dont, optLineMode, iac, do, optWindowSize}

// maxSuboption is how much of a suboption is kept; window sizes have four octets.
const maxSuboption = 16

// state is where in a telnet command the parser stands.
type state uint8

const (
	inText      state = iota
	afterIAC          // IAC
	afterVerb         // IAC WILL and the like; the option follows
	inSuboption       // IAC SB ...
	afterSubIAC       // IAC SB ... IAC
)

// parser takes telnet commands out of what a client sends. Commands may be cut anywhere by the borders of segments.
type parser struct {
	state     state
	suboption []byte
	// windowSize is called for a window size that was sent: four octets, or what came instead.
	windowSize func(data []byte)
}

// text moves the octets that are input to the front of data and returns them. Commands are swallowed, whatever they
// say; IAC IAC (the octet 255) is no input either.
func (p *parser) text(data []byte) []byte {
	kept := data[:0]
	for _, c := range data {
		switch p.state {
		case inText:
			if c == iac {
				p.state = afterIAC
			} else {
				kept = append(kept, c)
			}
		case afterIAC:
			switch c {
			case iac:
				p.state = inText
			case sb:
				p.state, p.suboption = inSuboption, p.suboption[:0]
			case se:
				p.state = inText
			default:
				p.state = afterVerb
			}
		case afterVerb:
			p.state = inText
		case inSuboption:
			if c == iac {
				p.state = afterSubIAC
			} else {
				p.keep(c)
			}
		case afterSubIAC:
			switch c {
			case iac: // the octet 255 as data
				p.state = inSuboption
				p.keep(c)
			case se:
				p.state = inText
				p.endSuboption()
			default: // a command inside a suboption: the suboption was never ended
				p.state = afterIAC
				if c < sb {
					p.state = inText
				} else if c > sb {
					p.state = afterVerb
				} else {
					p.state, p.suboption = inSuboption, p.suboption[:0]
				}
			}
		}
	}
	return kept
}

// keep remembers an octet of a suboption; too many are counted as one too many.
func (p *parser) keep(c byte) {
	if len(p.suboption) < maxSuboption {
		p.suboption = append(p.suboption, c)
	}
}

func (p *parser) endSuboption() {
	if len(p.suboption) > 0 && p.suboption[0] == optWindowSize {
		p.windowSize(p.suboption[1:])
	}
}
