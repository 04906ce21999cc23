package mgcp

import (
	"strings"
	"testing"
)

// §4 steps 2 to 6, §5.1 and §9.7.
func TestParseHeader(t *testing.T) {
	accepted := []struct {
		datagram string
		want     Header
	}{
		{"AUEP 5003 rtpbridge/3@mgw MGCP 1.0", Header{AuditEndpoint, "5003", "rtpbridge/3@mgw", ""}},
		{"auep 5004 RTPBRIDGE/3@MGW mgcp 1.0\r\n", Header{AuditEndpoint, "5004", "RTPBRIDGE/3@MGW", ""}},
		{"CRCX  07   a@b  MGCP 1.0 \r\nC: 1\r\n", Header{CreateConnection, "07", "a@b", "C: 1\r\n"}},
		{"AUEP14 x@y MGCP 1.0\n", Header{AuditEndpoint, "14", "x@y", ""}},
		{"MDCX a\tb x@y MGCP 1.0\rC: 1\rM: x", Header{ModifyConnection, "a\tb", "x@y", "C: 1\rM: x"}},
		{"RSIP 1 a@b MGCP 1.0\n\r\nRM: x", Header{RestartInProgress, "1", "a@b", "\r\nRM: x"}},
		{"DLCX 1 a@b MGCP 1.0\x00\r\nC: 1", Header{DeleteConnection, "1", "a@b", ""}},
		{"RQNT 1 a@b MGCP 1.0\r\n\x00", Header{NotificationRequest, "1", "a@b", ""}},
	}
	for _, tt := range accepted {
		got, refusal := ParseHeader([]byte(tt.datagram))
		if refusal != nil || got != tt.want {
			t.Errorf("%q: got %+v, %+v, want %+v", tt.datagram, got, refusal, tt.want)
		}
	}

	refused := []struct{ datagram, reply string }{
		{"", ""},
		{"AUE", ""},
		{"\r\n", ""},
		{"200 1 OK", ""},
		{"  200 1 OK", ""},
		{"-1x foo", ""},
		{"\n\t+5 foo", ""},
		{"- 5 foo", "504 000000 FAIL\r\n"},
		{"\x00\x00\x00\x00\x00", "504 000000 FAIL\r\n"},
		{"hello world\r\n", "504 000000 FAIL\r\n"},
		{"NTFY 1 a@b MGCP 1.0", "504 000000 FAIL\r\n"},
		{" AUEP 1 a@b MGCP 1.0", "504 000000 FAIL\r\n"},
		{"\r\nAUEP 1 a@b MGCP 1.0", "504 000000 FAIL\r\n"},
		{"AUEP", "510 000000 FAIL\r\n"},
		{"AUEP 1 a@b", "510 000000 FAIL\r\n"},
		{"AUEP 1 a@b MGCP\r\n 1.0", "510 000000 FAIL\r\n"},
		{"AUEP 1 a@b SGCP 1.0", "510 000000 FAIL\r\n"},
		{"AUEP 1 a@b MGCP 1.0 NCS 1.0", "510 000000 FAIL\r\n"},
		{"AUEP 1 a@b MGCP 0.1 NCS 1.0", "528 000000 FAIL\r\n"},
		{"AUEP 1 a@b MGCP 1.0a", "528 000000 FAIL\r\n"},
		{"AUEPX 13 a@b MGCP 1.0", "510 000000 FAIL\r\n"},
		{"CRCX " + strings.Repeat("9", 1448) + " a@b MGCP 1.0", "510 000000 FAIL\r\n"},
	}
	for _, tt := range refused {
		_, refusal := ParseHeader([]byte(tt.datagram))
		if refusal == nil {
			t.Errorf("%q was accepted", tt.datagram)
		} else if got := string(refusal.Reply()); got != tt.reply {
			t.Errorf("%q: got %q, want %q", tt.datagram, got, tt.reply)
		}
	}
}

// §25: transaction ids are free text of any length, but a reply is never longer than MaxReply.
func TestLongTransactionID(t *testing.T) {
	id := strings.Repeat("x", 1900)
	if _, refusal := ParseHeader([]byte("AUEP " + id + " null@mgw MGCP 1.0")); refusal != nil {
		t.Errorf("AUEP with an id of %d characters: %+v", len(id), refusal)
	}
	reply := ConnectionReply{
		Transaction:  id[:maxLongReplyID],
		Endpoint:     "rtpbridge/ffff@" + strings.Repeat("d", 255),
		ConnectionID: "FFFFFFFF",
		OsmuxCID:     255,
		Session: Session{
			ConnectionID: "FFFFFFFF", Addr: "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Port: 65535,
			Codec:      Codec{PayloadType: 126, FullName: strings.Repeat("n", maxName), OctetAlign: OctetAlignOn},
			PacketTime: maxNumber, SendName: true, SendTime: true,
		},
	}
	if n := len(reply.Text()); n > MaxReply {
		t.Errorf("the longest reply has %d octets", n)
	}
}

func FuzzHeader(f *testing.F) {
	for _, seed := range []string{
		"AUEP 5003 rtpbridge/3@mgw MGCP 1.0\r\n",
		"crcx 1 rtpbridge/*@mgw MGCP 1.0\nC: 1\nM: recvonly\n\nv=0\n",
		"200 1 OK\r\n",
		"AUEP 1 a@b MGCP 1.0 NCS 1.0",
		"hello world\r\n",
		"\x00AUE",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, datagram []byte) {
		h, refusal := ParseHeader(datagram)
		if refusal != nil {
			if reply := refusal.Reply(); reply != nil && !strings.HasSuffix(string(reply), " 000000 FAIL\r\n") {
				t.Errorf("refused with %q", reply)
			}
			return
		}
		again, refusal := ParseHeader([]byte(string(h.Verb) + " " + h.Transaction + " " + h.Endpoint + " MGCP 1.0\r\n" + h.Body))
		if refusal != nil || again != h {
			t.Errorf("%+v became %+v, %+v", h, again, refusal)
		}
	})
}
