// Package exchanges holds the worked exchanges of the MGCP specification (§26) for tests, and compares a gateway's
// replies with them.
package exchanges

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed exchanges.txt
var text string

// Config is the configuration with which they were recorded; %d stands for the MGCP port (12427). E1 trunk 1 stands on a
// line that cannot be used.
const Config = `mgcp
 domain mgw
 bind ip 127.0.0.1
 bind port %d
 rtp port-range 12600 12699
 rtp bind-ip 127.0.0.1
 rtp bind-ip-v6 ::1
 rtp ip-probing
 no rtp keep-alive
 no rtcp-omit
 no rtp-patch
 sdp audio-payload send-ptime
 sdp audio-payload send-name
 number endpoints 6
 osmux on
 osmux bind-ip 127.0.0.1
 osmux bind-ip-v6 ::1
 osmux port 12984
 trunk 1
  line 0
`

// Exchange is a request and what comes back.
type Exchange struct {
	Name     string   // "25. retransmission: …"
	Settings []string // lines for the node mgcp that change before it
	Request  string   // with the connection ids of the recording
	Reply    string   // likewise; empty if there is none
}

// All returns the exchanges in order.
func All() []Exchange {
	var list []Exchange
	for _, block := range strings.Split(text, "\n# ")[1:] {
		lines := strings.Split(block, "\n")
		e := Exchange{Name: strings.TrimSpace(lines[0])}
		end := "\r\n"
		for _, line := range lines[1:] {
			rest := strings.TrimPrefix(line[min(1, len(line)):], " ")
			switch {
			case line == "! bare LF":
				end = "\n"
			case strings.HasPrefix(line, "!"):
				e.Settings = append(e.Settings, rest)
			case strings.HasPrefix(line, ">"):
				e.Request += rest + end
			case line == "< (none)":
			case strings.HasPrefix(line, "<"):
				e.Reply += rest + "\r\n"
			}
		}
		list = append(list, e)
	}
	return list
}

// Session plays the exchanges with one gateway: it learns which connection id stands for which of the recording.
type Session struct {
	ids map[string]string // actual by recorded, both in upper case
}

var connectionID = regexp.MustCompile(`(?i)\b0?([0-9a-f]{8})\b`)

// Request returns what to send.
func (s *Session) Request(e Exchange) []byte {
	return []byte(connectionID.ReplaceAllStringFunc(e.Request, func(id string) string {
		actual, ok := s.ids[strings.ToUpper(id[len(id)-8:])]
		switch {
		case !ok:
			return id
		case id == strings.ToLower(id):
			actual = strings.ToLower(actual)
		}
		return id[:len(id)-8] + actual
	}))
}

var idLine = regexp.MustCompile(`(?m)^I: ([0-9A-F]{8})\r$`)

// Check compares a reply with the recorded one and says how it differs, "" if it does not.
func (s *Session) Check(e Exchange, reply []byte) string {
	if s.ids == nil {
		s.ids = map[string]string{}
	}
	want, got := e.Reply, string(reply)
	if recorded, actual := idLine.FindStringSubmatch(want), idLine.FindStringSubmatch(got); recorded != nil && actual != nil {
		if known, ok := s.ids[recorded[1]]; ok && known != actual[1] {
			return fmt.Sprintf("connection id %s where %s was before", actual[1], known)
		}
		s.ids[recorded[1]] = actual[1]
	}
	for recorded, actual := range s.ids {
		want = strings.ReplaceAll(want, recorded, actual)
	}
	if got == want {
		return ""
	}
	return fmt.Sprintf("got\n%s\nwant\n%s", got, want)
}
