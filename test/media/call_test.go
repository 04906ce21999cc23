package media

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/internal/testnet"
)

const anyEndpoint = "rtpbridge/*@mgw"

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAMRInBothFramings(t *testing.T) {
	onEach(t, func(t *testing.T, config testnet.Config) {
		a := testnet.NewAgent(t, testnet.Start(t, config))
		aligned, efficient := newPhone(t, 98, "AMR/8000", "octet-align=1"), newPhone(t, 112, "AMR/8000", "octet-align=0")
		endpoint, _ := aligned.join(t, a, anyEndpoint, "1", "sendrecv")
		efficient.join(t, a, endpoint, "1", "sendrecv")
		oa, be := unhex(t, "2014e959f35fdfe5e9667ffbc088818088"), unhex(t, "217a567cd7f7f97a599ffef022206022")
		for range 20 {
			aligned.send(t, oa)
			efficient.expect(t, be)
			efficient.send(t, be)
			aligned.expect(t, oa)
		}
		aligned.send(t, be) // not what its SDP states
		aligned.send(t, oa)
		efficient.expect(t, be)
	})
}

// The TTCN-3 suite's call between an RNC and a core network, then the core network turns out to speak AMR.
func TestIuUP(t *testing.T) {
	onEach(t, func(t *testing.T, config testnet.Config) {
		config.MGCPLines = append(config.MGCPLines, " no rtp keep-alive")
		a := testnet.NewAgent(t, testnet.Start(t, config))
		rnc, cn := newPhone(t, 96, "VND.3GPP.IUFP/16000", ""), newPhone(t, 96, "VND.3GPP.IUFP/16000", "")
		endpoint, rncID := rnc.join(t, a, anyEndpoint, "1", "recvonly")
		_, cnID := cn.join(t, a, endpoint, "1", "recvonly")
		rnc.send(t, unhex(t, "e000df99 160051673c01270000820000001710000100"))
		rnc.expect(t, unhex(t, "e4002400"))
		offer, err := cn.receive(20 * time.Second)
		if err != nil || offer.Payload[0] != 0xe0 || !bytes.HasPrefix(offer.Payload[4:], unhex(t, "160051673c0127000082000000")) {
			t.Fatalf("the core network was offered %v, %v", offer, err)
		}
		cn.send(t, unhex(t, "e4002400"))
		for _, id := range []string{rncID, cnID} {
			if r := a.Request(t, "MDCX", endpoint, "C: 1\nI: "+id+"\nM: sendrecv", ""); r.Code != 200 {
				t.Fatal(r.Text)
			}
		}
		speech := "4f28959ffeb80181f5c4e83d176c897b4a4e333298333419a493ca63ded6e0"
		for range 20 {
			rnc.send(t, unhex(t, "0000001e"+speech))
			cn.expect(t, unhex(t, "0000001e"+speech))
			cn.send(t, unhex(t, "000000b601020304"))
			rnc.expect(t, unhex(t, "000000b601020304"))
		}
		if r := a.Request(t, "DLCX", endpoint, "C: 1\nI: "+cnID, ""); r.Code != 250 {
			t.Fatal(r.Text)
		}
		amr := newPhone(t, 112, "AMR/8000", "octet-align=1")
		amr.join(t, a, endpoint, "1", "sendrecv")
		rnc.send(t, unhex(t, "0000001e"+speech))
		amr.expect(t, unhex(t, "f03c"+speech))
	})
}

// What one connection may get is a matter of all modes; a recvonly one gets nothing, not even dummies.
func TestConference(t *testing.T) {
	onEach(t, func(t *testing.T, config testnet.Config) {
		config.MGCPLines = append(config.MGCPLines, " no rtp keep-alive")
		a := testnet.NewAgent(t, testnet.Start(t, config))
		endpoint := anyEndpoint
		var phones []*phone
		for i, mode := range []string{"sendrecv", "confecho", "sendonly", "recvonly"} {
			p := newPhone(t, uint8(100+i), "CLEARMODE/8000", "")
			endpoint, _ = p.join(t, a, endpoint, "1", mode)
			phones = append(phones, p)
		}
		gets := [][]int{{1, 2}, {0, 1, 2}, {}, {0, 1, 2}} // from each to these
		for from, p := range phones {
			for n := range 5 {
				payload := fmt.Appendf(nil, "from %d packet %d", from, n)
				p.send(t, payload)
				for _, to := range gets[from] {
					phones[to].expect(t, payload)
				}
			}
		}
		for _, p := range phones {
			p.expectNone(t)
		}
	})
}
