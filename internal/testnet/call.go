package testnet

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"
)

// Call is one endpoint with two connections and a phone at each.
type Call struct {
	Agent         *Agent
	Endpoint      string
	ID            string    // call id
	Connections   [2]string // connection ids
	Phones        [2]*Phone
	packetsToward [2]int // how many packets each phone has had from the other
}

// NewCall sets up a call between phones at two local addresses by the way that osmo-msc takes: a wildcard CRCX with the
// first phone's description, a CRCX on the endpoint that it got with the second's.
func NewCall(t testing.TB, a *Agent, id, ip0, ip1 string) *Call {
	t.Helper()
	c := &Call{Agent: a, Endpoint: "rtpbridge/*@mgw", ID: id}
	for i, ip := range []string{ip0, ip1} {
		p := NewPhone(t, ip)
		r := a.Request(t, "CRCX", c.Endpoint, fmt.Sprintf("C: %s\nL: p:20, a:GSM-EFR\nM: sendrecv", id), p.SDP())
		if r.Code != 200 {
			t.Fatalf("CRCX for phone %d: %s", i, r.Text)
		}
		if i == 0 {
			c.Endpoint = r.Fields["Z"]
		}
		if want := netip.MustParseAddr(ip).Is6(); r.Port == 0 || r.IP.Is6() != want {
			t.Fatalf("CRCX for phone %d at %s: answer with address %v port %d:\n%s", i, ip, r.IP, r.Port, r.Text)
		}
		p.Peer, c.Connections[i], c.Phones[i] = r.RTP(), r.Fields["I"], p
	}
	return c
}

// Talk sends n packets from each phone to the other, one each per pace, and fails the test unless every one arrives,
// once and in order.
func (c *Call) Talk(t testing.TB, n int, pace time.Duration) {
	t.Helper()
	Talk(t, []*Call{c}, n, pace)
}

// Talk is Call.Talk for many calls at once. It prints the latencies that it saw.
func Talk(t testing.TB, calls []*Call, n int, pace time.Duration) {
	t.Helper()
	type leg struct {
		call *Call
		to   int
	}
	type outcome struct {
		leg leg
		err error
	}
	sentAt := make(map[*Phone][]time.Time)
	outcomes := make(chan outcome)
	var legs []leg
	for _, c := range calls {
		for to := range c.Phones {
			legs = append(legs, leg{c, to})
			sentAt[c.Phones[to]] = make([]time.Time, n)
		}
	}
	arrivals := make(map[*Phone][]time.Time)
	for _, l := range legs {
		arrived := make([]time.Time, n)
		arrivals[l.call.Phones[l.to]] = arrived
		go func() {
			o := outcome{leg: l}
			for i := range n {
				_, number, err := l.call.Phones[l.to].Receive()
				if want := l.call.packetsToward[l.to] + i; err == nil && number != want {
					err = fmt.Errorf("packet %d arrived where %d was due", number, want)
				}
				if err != nil {
					o.err = fmt.Errorf("%s, toward phone %d, after %d of %d packets: %w", l.call.Endpoint, l.to, i, n, err)
					break
				}
				arrived[i] = time.Now()
			}
			outcomes <- o
		}()
	}
	tick := time.NewTicker(max(pace, time.Microsecond)) // pace 0: at once
	defer tick.Stop()
	for i := range n {
		for _, l := range legs {
			from := l.call.Phones[1-l.to]
			sentAt[from][i] = time.Now()
			from.Send(t)
		}
		<-tick.C
	}
	var latencies []time.Duration
	for range legs {
		if o := <-outcomes; o.err != nil {
			t.Error(o.err)
		}
	}
	for _, l := range legs {
		for i, at := range arrivals[l.call.Phones[l.to]] {
			if !at.IsZero() {
				latencies = append(latencies, at.Sub(sentAt[l.call.Phones[1-l.to]][i]))
			}
		}
		l.call.packetsToward[l.to] += n
	}
	if len(latencies) > 0 {
		slices.Sort(latencies)
		t.Logf("%d calls, %d packets: latency p50 %v, p99 %v, most %v", len(calls), len(latencies),
			latencies[len(latencies)/2], latencies[len(latencies)*99/100], latencies[len(latencies)-1])
	}
}

// Hangup deletes all of the endpoint's connections; the reply to that has code 200 and no statistics.
func (c *Call) Hangup(t testing.TB) Reply {
	t.Helper()
	r := c.Agent.Request(t, "DLCX", c.Endpoint, "C: "+c.ID, "")
	if r.Code != 200 {
		t.Errorf("DLCX: %s", r.Text)
	}
	return r
}
