package sidebyside

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"osmo-mgw-go/internal/testnet"
)

// side is one of the two gateways, with the call agent that speaks to it.
type side struct {
	agent  *testnet.Agent
	ip     string
	nextID int
}

// exchange is one request of a scenario, and the reply with everything masked that may differ: transaction and connection
// ids, ports, our address, jitter and lost packets. No reply is "".
type exchange struct{ request, reply string }

func (s *side) id() string {
	s.nextID++
	return strconv.Itoa(s.nextID)
}

// play holds a conversation, on a gateway that it empties first.
func (s *side) play(t *testing.T, sc scenario) []exchange {
	t.Helper()
	s.ask(t, "DLCX "+s.id()+" rtpbridge/*@mgw MGCP 1.0\r\n")
	var connections []string
	same, endpoint := s.id(), ep
	var all []exchange
	for _, template := range sc.requests {
		id := s.id()
		text := strings.NewReplacer("{T}", id, "{S}", same, "{Z}", endpoint).Replace(template)
		for i, c := range connections {
			text = strings.ReplaceAll(text, fmt.Sprintf("{I%d}", i+1), c)
		}
		reply := s.ask(t, text)
		if m := connectionID.FindStringSubmatch(reply); m != nil {
			connections = append(connections, m[1])
		}
		if m := assigned.FindStringSubmatch(reply); m != nil {
			endpoint = m[1]
		}
		for i, c := range connections {
			reply = strings.ReplaceAll(reply, c, fmt.Sprintf("{I%d}", i+1))
		}
		for _, own := range []string{id, same} {
			reply = regexp.MustCompile(`^(\d{3} \t?)`+own+` `).ReplaceAllString(reply, "${1}{T} ")
		}
		reply = strings.ReplaceAll(reply, " "+s.ip+"\r\n", " {IP}\r\n")
		reply = audioPort.ReplaceAllString(reply, "m=audio {P}")
		reply = lostAndJitter.ReplaceAllString(reply, "PL={PL}, JI={JI}")
		all = append(all, exchange{template, reply})
	}
	return all
}

var (
	connectionID  = regexp.MustCompile(`(?m)^I: (\S+)\r$`)
	assigned      = regexp.MustCompile(`(?m)^Z: (\S+)\r$`)
	audioPort     = regexp.MustCompile(`m=audio [1-9]\d*`)
	lostAndJitter = regexp.MustCompile(`PL=\d+, JI=\d+`)
)

// ask sends a datagram and returns the reply, "" if there is none. Requests are answered one after the other, so that there is
// none is known when the reply to an audit that is sent behind it arrives first.
func (s *side) ask(t *testing.T, text string) string {
	t.Helper()
	audit := s.id()
	s.agent.Send(t, []byte(text))
	s.agent.Send(t, []byte("AUEP "+audit+" rtpbridge/40@mgw MGCP 1.0\r\n"))
	reply := ""
	for {
		datagram := s.agent.Receive(t)
		if datagram == nil {
			t.Fatalf("the gateway at %s does not answer behind:\n%s", s.ip, text)
		}
		if string(datagram) == "200 "+audit+" OK\r\n" {
			return reply
		}
		reply += string(datagram)
	}
}
