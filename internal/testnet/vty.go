package testnet

import (
	"fmt"
	"net"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// VTY is a telnet session with the gateway.
type VTY struct {
	conn net.Conn
	// Prompt is the last prompt seen, without the blank behind it.
	Prompt string
}

var prompt = regexp.MustCompile(`(?:^|\n)([\w.-]+(?:\([\w-]*\))?[#>]) $`)

// NewVTY opens a telnet session and waits for the prompt.
func NewVTY(t testing.TB, g *Gateway) *VTY {
	t.Helper()
	v := DialVTY(t, g)
	if _, err := v.read(); err != nil {
		t.Fatal(err)
	}
	return v
}

// DialVTY opens a connection to the VTY port and reads nothing.
func DialVTY(t testing.TB, g *Gateway) *VTY {
	t.Helper()
	conn, err := net.Dial("tcp", net.JoinHostPort(g.Config.IP, strconv.Itoa(g.Config.VTY)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &VTY{conn: conn}
}

// Command types a line and returns what was printed until the next prompt, without the echo, with LF line ends.
func (v *VTY) Command(t testing.TB, line string) string {
	t.Helper()
	text, err := v.Try(line)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Try is Command for goroutines that may not end the test.
func (v *VTY) Try(line string) (string, error) {
	if _, err := v.conn.Write([]byte(line + "\r")); err != nil {
		return "", err
	}
	text, err := v.read()
	_, text, _ = strings.Cut(text, "\n") // the echo
	return text, err
}

// Commands types lines and returns the answer to the last.
func (v *VTY) Commands(t testing.TB, lines ...string) (answer string) {
	t.Helper()
	for _, line := range lines {
		answer = v.Command(t, line)
	}
	return answer
}

// Conn is the connection below, for tests that misbehave on it.
func (v *VTY) Conn() net.Conn { return v.conn }

// read returns everything up to the next prompt.
func (v *VTY) read() (string, error) {
	var text []byte
	buf := make([]byte, 4096)
	for {
		if err := v.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
			return "", err
		}
		n, err := v.conn.Read(buf)
		if err != nil {
			return "", fmt.Errorf("waiting for a prompt: %w; so far %q", err, text)
		}
		text = append(text, buf[:n]...)
		got := strings.ReplaceAll(withoutOptions(text), "\r\n", "\n")
		if m := prompt.FindStringSubmatchIndex(got); m != nil {
			v.Prompt = got[m[2]:m[3]]
			return got[:m[2]], nil
		}
	}
}

// withoutOptions drops what the greeting negotiates: IAC, WILL to DONT, option.
func withoutOptions(text []byte) string {
	var plain []byte
	for i := 0; i < len(text); i++ {
		if text[i] == 0xff && i+2 < len(text) && text[i+1] >= 0xfb {
			i += 2
			continue
		}
		plain = append(plain, text[i])
	}
	return string(plain)
}
