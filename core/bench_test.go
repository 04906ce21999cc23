package core

import (
	"fmt"
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
			for i := 0; b.Loop(); i++ {
				reply := bed.ask(fmt.Sprintf("CRCX 1%08d rtpbridge/*@mgw MGCP 1.0\nC: call\nM: sendrecv\nL: p:20, a:AMR\n", i))
				bed.ask(fmt.Sprintf("DLCX 2%08d %s MGCP 1.0\nC: call\n", i, field(reply, "Z: ")))
			}
		})
	}
}
