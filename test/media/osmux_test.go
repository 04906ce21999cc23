package media

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"osmo-mgw-go/internal/testnet"
)

// side is one of two gateways that are joined by Osmux.
type side struct {
	agent  *testnet.Agent
	osmux  netip.AddrPort
	phones []*phone
}

// osmuxLines switch Osmux on.
func osmuxLines(at netip.AddrPort) []string {
	return []string{" osmux on", " osmux bind-ip " + at.Addr().String(), fmt.Sprintf(" osmux port %d", at.Port()), " osmux batch-factor 4"}
}

// connect sets up a call between a phone at each side. Ours is created without knowing the other's number, the
// other with ours, then ours learns the other's: so it works with gateways that know one number per circuit, too.
func connect(t testing.TB, ours, other *side, number int) {
	t.Helper()
	call := fmt.Sprint(number + 1)
	join := func(s *side, endpoint, parameters string, remote *side) testnet.Reply {
		t.Helper()
		sdp := ""
		if remote != nil {
			sdp = describe(remote.osmux, 112, "AMR/8000", "")
		}
		r := s.agent.Request(t, "CRCX", endpoint, "C: "+call+"\nL: p:20, a:AMR\nM: sendrecv\n"+parameters, sdp)
		if r.Code != 200 {
			t.Fatalf("CRCX with Osmux: %s", r.Text)
		}
		return r
	}
	mine := join(ours, anyEndpoint, "X-Osmux: *", nil)
	theirs := join(other, anyEndpoint, "X-Osmux: "+mine.Fields["X-Osmux"], ours)
	r := ours.agent.Request(t, "MDCX", mine.Fields["Z"],
		fmt.Sprintf("C: %s\nI: %s\nM: sendrecv\nX-Osmux: %s", call, mine.Fields["I"], theirs.Fields["X-Osmux"]),
		describe(other.osmux, 112, "AMR/8000", ""))
	if r.Code != 200 {
		t.Fatalf("MDCX with Osmux: %s", r.Text)
	}
	for i, s := range []*side{ours, other} {
		p := newPhone(t, 98, "AMR/8000", "octet-align=1")
		p.join(t, s.agent, []testnet.Reply{mine, theirs}[i].Fields["Z"], call, "sendrecv")
		s.phones = append(s.phones, p)
	}
}

// frame is an AMR frame of 5.90 kbit/s that says which call and frame it is.
func frame(call, n int) []byte {
	p := append([]byte{0x20, 0x14}, make([]byte, 15)...)
	binary.BigEndian.PutUint32(p[2:], uint32(call))
	binary.BigEndian.PutUint32(p[6:], uint32(n))
	return p
}

// talk lets the phones of both sides send frames, at 20 ms, and expects each to arrive, once and in order.
func talk(t *testing.T, ours, other *side, frames int) {
	t.Helper()
	sides := []*side{ours, other}
	errs := make(chan error)
	for _, s := range sides {
		for call, p := range s.phones {
			go func() {
				for n := range frames {
					got, err := p.receive(20 * time.Second)
					if err == nil && !bytes.Equal(got.Payload, frame(call, n)) {
						err = fmt.Errorf("payload %x, want %x", got.Payload, frame(call, n))
					}
					if err != nil {
						errs <- fmt.Errorf("call %d, frame %d of %d: %w", call, n, frames, err)
						return
					}
				}
				errs <- nil
			}()
		}
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for n := range frames {
		for _, s := range sides {
			for call, p := range s.phones {
				p.send(t, frame(call, n))
			}
		}
		<-tick.C
	}
	for range len(ours.phones) + len(other.phones) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	for _, s := range sides {
		for _, p := range s.phones {
			p.expectNone(t)
		}
	}
}

func TestOsmuxBetweenTwoOfOurs(t *testing.T) {
	onEach(t, func(t *testing.T, config testnet.Config) {
		var sides [2]*side
		for i := range sides {
			c := testnet.NewConfig(t)
			c.Top, c.Endpoints = config.Top, 128
			at := netip.AddrPortFrom(netip.MustParseAddr(c.IP), uint16(c.VTY+1))
			c.MGCPLines = osmuxLines(at)
			c.RTPFirst, c.RTPLast = config.RTPFirst, config.RTPLast
			if i == 1 {
				c.RTPFirst, c.RTPLast = c.RTPLast+1, c.RTPLast+400
			}
			sides[i] = &side{agent: testnet.NewAgent(t, testnet.Start(t, c)), osmux: at}
		}
		for call := range load(100) {
			connect(t, sides[0], sides[1], call)
		}
		talk(t, sides[0], sides[1], 100)
	})
}

func TestOsmuxWithDebiansGateway(t *testing.T) {
	onEach(t, func(t *testing.T, config testnet.Config) {
		other := &side{osmux: netip.MustParseAddrPort("127.0.0.9:1984")}
		other.agent = testnet.NewAgent(t, testnet.StartReference(t, osmuxLines(other.osmux)...))
		ours := &side{osmux: netip.AddrPortFrom(netip.MustParseAddr(config.IP), 1984)}
		config.MGCPLines = osmuxLines(ours.osmux)
		ours.agent = testnet.NewAgent(t, testnet.Start(t, config))
		for call := range 10 {
			connect(t, ours, other, call)
		}
		talk(t, ours, other, 100)
	})
}
