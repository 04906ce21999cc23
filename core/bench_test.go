package core

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkCall sets a call up and tears it down, on gateways of different sizes that are all but full: nothing may be
// linear in the number of endpoints. The data plane is a fake, so this is the control side alone.
func BenchmarkCall(b *testing.B) {
	for _, endpoints := range []int{10, 4000, 65534} {
		b.Run(fmt.Sprint(endpoints), func(b *testing.B) {
			bed := newBed(b, func(c *Config) {
				c.Endpoints, c.RTP.PortStart, c.RTP.PortEnd = endpoints, 1024, 65535
				c.RTP.BindIPv6 = ""
			})
			for i := range min(endpoints-1, 30000) {
				bed.want(200, fmt.Sprintf("CRCX %d rtpbridge/*@mgw MGCP 1.0\nC: %d\nM: recvonly\n", i, i))
			}
			b.ReportAllocs()
			bed.Do(func() { // what wakes the control goroutine is not measured
				for i := 0; b.Loop(); i++ {
					reply := bed.handle(bed.agent, fmt.Appendf(nil, "CRCX 1%08d rtpbridge/*@mgw MGCP 1.0\r\nC: call\r\nM: sendrecv\r\nL: p:20, a:AMR\r\n", i))
					endpoint := strings.TrimSpace(field(string(reply), "Z: "))
					bed.handle(bed.agent, fmt.Appendf(nil, "DLCX 2%08d %s MGCP 1.0\r\nC: call\r\n", i, endpoint))
				}
			})
		})
	}
}
