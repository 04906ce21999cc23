package mgcp

import "strings"

// Mode is the connection mode of an M: line in lower case. The zero value is none, or one that the gateway does not
// know.
type Mode string

// The modes that the gateway knows (§14).
const (
	RecvOnly Mode = "recvonly"
	SendOnly Mode = "sendonly"
	SendRecv Mode = "sendrecv"
	ConfEcho Mode = "confecho"
	Loopback Mode = "loopback"
)

func parseMode(text string) Mode {
	for _, m := range [...]Mode{RecvOnly, SendOnly, SendRecv, ConfEcho, Loopback} {
		if strings.EqualFold(text, string(m)) {
			return m
		}
	}
	return ""
}

// Text is the value of a line that may be absent; a line with nothing behind the colon is there and empty.
type Text struct {
	Given bool
	Value string
}

// Parameters are the parameter lines of a CRCX, MDCX or DLCX (§5.2). Where a line is repeated, the last one counts.
type Parameters struct {
	CallID       Text // C:
	ConnectionID Text // I:
	Mode         Mode // M:
	Options      LocalOptions
	Osmux        OsmuxRequest
	IgnoreCallID bool // X-Osmo-IGN: C

	// SDP is the session description. It is given as soon as there is an empty line, also if nothing follows it (§9.0).
	SDP Text
}

// ParseParameters reads the body of a request from top to bottom. The first faulty line decides: code is then
// CodeBadLocalOption, CodeBadPacketization or CodeUnknownParameter, and line is that line. Code is 0 if all is well.
func ParseParameters(body string) (p Parameters, code Code, line string) {
	for body != "" {
		line, body = cutLine(body)
		switch {
		case line == "":
			p.SDP = Text{true, body}
			return p, 0, ""
		case len(line) == 1:
			continue
		}
		// The second and third character are normally ": ", but nobody looks.
		value := ""
		if len(line) > 3 {
			value = line[3:]
		}
		switch line[0] {
		case 'C', 'c':
			p.CallID = Text{true, value}
		case 'I', 'i':
			p.ConnectionID = Text{true, value}
		case 'M', 'm':
			p.Mode = parseMode(value)
		case 'L', 'l':
			if code := p.Options.add(value); code != 0 {
				return p, code, line
			}
		case 'X', 'x':
			p.addExtension(line)
		default:
			return p, CodeUnknownParameter, line
		}
	}
	return p, 0, ""
}
