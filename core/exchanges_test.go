package core

import (
	"strconv"
	"strings"
	"testing"

	"osmo-mgw-go/internal/exchanges"
)

// §26: all worked exchanges in order on one gateway.
func TestExchanges(t *testing.T) {
	b := newBed(t)
	var s exchanges.Session
	for _, e := range exchanges.All() {
		for _, line := range e.Settings {
			words := strings.Fields(line)
			err := b.Configure(func(c *Config) {
				switch words[0] {
				case "osmux":
					c.Osmux.Use = map[string]OsmuxUse{"off": OsmuxOff, "only": OsmuxOnly}[words[1]]
				case "rtp":
					c.RTP.PortStart, _ = strconv.Atoi(words[2])
					c.RTP.PortEnd, _ = strconv.Atoi(words[3])
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if diff := s.Check(e, b.HandleDatagram(b.agent, s.Request(e))); diff != "" {
			t.Errorf("%s: %s", e.Name, diff)
		}
	}
}
