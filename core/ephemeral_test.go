package core

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/internal/needs"
	"osmo-mgw-go/logging"
)

// §13.2: a port range that the kernel uses as well is told to the log, and only if they share a port.
func TestOverlappingPortRangeIsLogged(t *testing.T) {
	var low, high int
	text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range")
	if _, scanErr := fmt.Sscan(string(text), &low, &high); err != nil || scanErr != nil || low < 2048 || high > 65534 {
		needs.Missing(t, "a range of ephemeral ports that begins above 2047")
	}
	for _, tt := range []struct{ last, notices int }{{low - 1, 0}, {low + 1, 1}} {
		b := newBed(t)
		logs := logging.New("mgw")
		var log bytes.Buffer
		logs.OpenSession(&log).Change(func(s *logging.Settings) { s.FilterAll = true })
		b.log = logs.Logger()
		if err := b.Configure(func(c *Config) { c.RTP.PortStart, c.RTP.PortEnd = low-100, tt.last }); err != nil {
			t.Fatal(err)
		}
		logs.Close(time.Second)
		if n := strings.Count(log.String(), "overlaps with the ports that the kernel gives"); n != tt.notices {
			t.Errorf("range %d to %d, kernel %d to %d: %d notices, want %d: %s", low-100, tt.last, low, high, n, tt.notices, &log)
		}
	}
}
