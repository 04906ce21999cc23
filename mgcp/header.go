package mgcp

import "strings"

// Verb is what a request asks for. The zero value is none.
type Verb string

// The verbs that the gateway understands (§9).
const (
	CreateConnection    Verb = "CRCX"
	ModifyConnection    Verb = "MDCX"
	DeleteConnection    Verb = "DLCX"
	AuditEndpoint       Verb = "AUEP"
	NotificationRequest Verb = "RQNT"
	RestartInProgress   Verb = "RSIP"
)

var verbs = [...]Verb{CreateConnection, ModifyConnection, DeleteConnection, AuditEndpoint, NotificationRequest, RestartInProgress}

const (
	verbLength = 4

	// minDatagram is the least length of a datagram that is looked at.
	minDatagram = 4

	// maxLongReplyID is the length of a transaction id beyond which the reply of a CRCX, MDCX or DLCX, at most 600
	// octets without it, might not fit into MaxReply.
	maxLongReplyID = MaxReply - 600

	// noTransaction stands for the transaction id where none could be read.
	noTransaction = "000000"
)

// Header is the first line of a request (§5.1).
type Header struct {
	Verb        Verb
	Transaction string // any text without spaces, compared as text
	Endpoint    string // as it stands there
	Body        string // the lines behind the header
}

// Refusal says why a datagram is no request. Code is what to answer, 0 for nothing.
type Refusal struct {
	Code        Code
	UnknownVerb bool
}

// Reply returns the answer to a refused datagram, nil if there is none. It carries the transaction id 000000.
func (r Refusal) Reply() []byte {
	if r.Code == 0 {
		return nil
	}
	return Fail(r.Code, noTransaction)
}

// ParseHeader does steps 2 to 6 of the datagram pipeline (§4). The text ends at the first NUL. Refusal is nil if
// the datagram is a request.
func ParseHeader(datagram []byte) (h Header, refusal *Refusal) {
	if len(datagram) < minDatagram {
		return h, &Refusal{}
	}
	text, _, _ := strings.Cut(string(datagram), "\x00")
	if isResponse(text) {
		return h, &Refusal{}
	}
	if h.Verb = parseVerb(text); h.Verb == "" {
		return h, &Refusal{Code: CodeUnknownVerb, UnknownVerb: true}
	}
	line, body := cutLine(text)
	h.Body = body
	words := 0
	for _, word := range strings.Split(line[verbLength:], " ") {
		if word == "" {
			continue
		}
		switch words++; words {
		case 1:
			h.Transaction = word
		case 2:
			h.Endpoint = word
		case 3:
			if !strings.EqualFold(word, "MGCP") {
				return h, &Refusal{Code: CodeProtocolError}
			}
		case 4:
			if word != "1.0" {
				return h, &Refusal{Code: CodeWrongVersion}
			}
		}
	}
	if words != 4 || len(h.Transaction) > maxLongReplyID && h.Verb.hasParameters() {
		return h, &Refusal{Code: CodeProtocolError}
	}
	return h, nil
}

// isResponse tells whether text looks like the answer to a request: a number stands in its first three characters,
// white space in front not counted. The gateway asks nothing, so it drops them.
func isResponse(text string) bool {
	text = strings.TrimLeft(text, " \t\n\v\f\r")
	if text != "" && (text[0] == '-' || text[0] == '+') {
		text = text[1:]
	}
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

func parseVerb(text string) Verb {
	if len(text) < verbLength {
		return ""
	}
	for _, v := range verbs {
		if strings.EqualFold(text[:verbLength], string(v)) {
			return v
		}
	}
	return ""
}

// hasParameters tells whether the verb's parameter lines are read, and its reply may be long.
func (v Verb) hasParameters() bool {
	return v == CreateConnection || v == ModifyConnection || v == DeleteConnection
}
