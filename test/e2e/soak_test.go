package e2e

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"osmo-mgw-go/internal/testnet"
)

// soakTime is how long the soak lasts: MGW_SOAK, else short enough to run with all other tests.
func soakTime(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("MGW_SOAK")
	if text == "" {
		return 3 * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("MGW_SOAK: %v", err)
	}
	return d
}

// Eight telnet clients that type nonsense, close half of the connection, or stop reading cost a call no packet and leave
// no goroutine and no descriptor behind.
func TestSoakSessions(t *testing.T) {
	g := testnet.Start(t, testnet.NewConfig(t))
	c := testnet.NewCall(t, testnet.NewAgent(t, g), "1", "127.0.0.1", "127.0.0.2")
	files, goroutines := g.Files(t), memoryReport(t, g).goroutines

	stop := make(chan struct{})
	var clients sync.WaitGroup
	address := net.JoinHostPort(g.Config.IP, strconv.Itoa(g.Config.VTY))
	for n := range 8 {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(uint64(n), 1))
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := misbehave(address, random); err != nil {
					t.Errorf("client %d: %v", n, err)
					return
				}
			}
		})
	}
	const pace = 20 * time.Millisecond
	c.Talk(t, int(soakTime(t)/pace), pace)
	close(stop)
	clients.Wait()

	testnet.Eventually(t, "sessions to be gone", func() error {
		if now := g.Files(t); now > files {
			return fmt.Errorf("%d descriptors, %d before", now, files)
		}
		if now := memoryReport(t, g).goroutines; now > goroutines {
			return fmt.Errorf("%d goroutines, %d before", now, goroutines)
		}
		return nil
	})
	c.Hangup(t)
}

// keys that an operator's fingers may find, and some that they may not.
var keys = []string{
	"enable\r", "configure terminal\r", "mgcp\r", "show mgcp\r", "list\r", "show running-config\r", "exit\r", "end\r", "?", "\t", "show ?",
	"\x01", "\x03", "\x04", "\x05", "\x08", "\x0b", "\x10", "\x15", "\x1a", "\x1b[A", "\x1b[D", "\x7f", "\xff\xfb\x1f", "\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0",
	"\xff\xff", "\x00", "\r\n", "logging enable\r", "logging level set-all debug\r", "conf t\r", "no ", "do show version\r",
}

// misbehave is one session.
func misbehave(address string, random *rand.Rand) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	reads := random.IntN(4) > 0 // else it never reads what it is sent
	for range 1 + random.IntN(40) {
		key := keys[random.IntN(len(keys))]
		_ = conn.SetDeadline(time.Now().Add(100 * time.Millisecond))
		if _, err := conn.Write([]byte(key)); err != nil {
			return nil // ^D or exit ended the session; a client that does not read may be cut off
		}
		if reads {
			_, _ = conn.Read(make([]byte, 1+random.IntN(4096)))
		}
	}
	if random.IntN(2) == 0 {
		_ = conn.(*net.TCPConn).CloseWrite()
		_, _ = conn.Read(make([]byte, 100))
	}
	return nil
}
