package e2e

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/internal/testnet"
)

// The packets of a call are the same number wherever an operator looks: VTY, CTRL, Prometheus and statsd.
func TestFiguresAgree(t *testing.T) {
	server, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	config := testnet.NewConfig(t)
	metrics := freeTCP(t)
	host, port, _ := net.SplitHostPort(metrics)
	config.CTRL = tcpPort(t)
	config.Top = append(config.Top,
		"stats interval 0",
		"stats reporter statsd",
		" remote-ip 127.0.0.1",
		fmt.Sprintf(" remote-port %d", server.LocalAddr().(*net.UDPAddr).Port),
		" prefix mgw1",
		" enable",
		"stats reporter prometheus",
		" bind "+host+" "+port,
		" level peer",
		" enable",
	)
	g := testnet.Start(t, config)
	c := testnet.NewCall(t, testnet.NewAgent(t, g), "figures", "127.0.0.1", "127.0.0.2")
	const packets = 100
	c.Talk(t, packets, 5*time.Millisecond)
	const sum = 2 * packets // of both legs

	ctrl, vty := testnet.NewCTRL(t, g), testnet.NewVTY(t, g)
	for _, counter := range []string{"packets_rx", "packets_tx"} {
		name := "all_rtp:" + counter
		testnet.Eventually(t, "CTRL to show "+name, func() error {
			variable := "rate_ctr.abs.all_rtp_conn.0." + name
			if got, want := ctrl.Request(t, "GET 1 "+variable), fmt.Sprintf("GET_REPLY 1 %s %d", variable, sum); got != want {
				return fmt.Errorf("got %q, want %q", got, want)
			}
			return nil
		})
		if want, got := fmt.Sprintf("%25s: %10d (", name, sum), vty.Command(t, "show rate-counters skip-zero"); !strings.Contains(got, want) {
			t.Errorf("VTY: no line %q in\n%s", want, got)
		}
		series := scrape(t, metrics)
		if want := fmt.Sprintf("osmo_mgw_all_rtp_conn_all_rtp_%s{trunk=\"virtual-0\"} %d\n", counter, sum); !strings.Contains(series, want) {
			t.Errorf("Prometheus: no %q", want)
		}
		for connection := range 2 {
			want := fmt.Sprintf("osmo_mgw_conn_rtp_rtp_%s{connection=\"%d\",trunk=\"virtual-0\"} %d\n", counter, connection, packets)
			if !strings.Contains(series, want) {
				t.Errorf("Prometheus: no %q", want)
			}
		}
	}
	if got := ctrl.Request(t, "GET 2 stat_item.last.trunk.0.endpoints:used"); !strings.HasSuffix(got, " 1") {
		t.Errorf("%q, want one endpoint in use", got)
	}
	vty.Commands(t, "enable", "stats report")
	for _, want := range []string{
		fmt.Sprintf("mgw1.conn_rtp.0.rtp.packets_rx:%d|c", packets),
		fmt.Sprintf("mgw1.all_rtp_conn.virtual-0.rtp_conn.all_rtp.packets_tx:%d|c", sum),
		"mgw1.trunk.virtual-0.common.endpoints.used:1|g",
	} {
		awaitDatagram(t, server, want)
	}

	c.Hangup(t)
	if series := scrape(t, metrics); strings.Contains(series, "osmo_mgw_conn_rtp") {
		t.Error("Prometheus still shows connections that have ended")
	}
	if got := ctrl.Request(t, "GET 3 rate_ctr.abs.conn_rtp.0"); got != "ERROR 3 Counter group with given name and index not found" {
		t.Errorf("a connection that has ended: %q", got)
	}
	vty.Commands(t, "configure terminal", "stats interval 1")
	awaitDatagram(t, server, "mgw1.trunk.virtual-0.common.endpoints.used:0|g")
}

// awaitDatagram reads until a datagram comes that is text.
func awaitDatagram(t *testing.T, server *net.UDPConn, text string) {
	t.Helper()
	buf := make([]byte, 65536)
	server.SetReadDeadline(time.Now().Add(10 * time.Second))
	for {
		n, err := server.Read(buf)
		if err != nil {
			t.Fatalf("no datagram %q: %v", text, err)
		}
		if string(buf[:n]) == text {
			return
		}
	}
}

func scrape(t *testing.T, address string) string {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status, err)
	}
	return string(body)
}

// freeTCP returns an address of this machine that nobody listens on.
func freeTCP(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func tcpPort(t *testing.T) int {
	t.Helper()
	address, err := net.ResolveTCPAddr("tcp", freeTCP(t))
	if err != nil {
		t.Fatal(err)
	}
	return address.Port
}
