package transcript

import (
	"fmt"
	"net"
	"os"
	"regexp"
	"strings"
	"time"
)

// The prompt at the start of a line.
var promptLine = regexp.MustCompile(`^(OsmoMGW(?:\([\w-]*\))?[#>] )(.*)$`)

// exchange is one command and its answer.
type exchange struct {
	prompt, command string
	answer          []string
}

// readVTY reads a screen dump. Blank lines before a prompt are no part of an answer.
func readVTY(file string) ([]exchange, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var exchanges []exchange
	blanks := 0
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" {
			blanks++
			continue
		}
		if m := promptLine.FindStringSubmatch(line); m != nil {
			exchanges = append(exchanges, exchange{prompt: m[1], command: m[2]})
		} else if len(exchanges) == 0 {
			return nil, fmt.Errorf("a line before the first prompt: %q", line)
		} else {
			last := &exchanges[len(exchanges)-1]
			last.answer = append(append(last.answer, make([]string, blanks)...), line)
		}
		blanks = 0
	}
	return exchanges, nil
}

// playVTY plays a screen dump.
func (target *Target) playVTY(file string) error {
	exchanges, err := readVTY(file)
	if err != nil {
		return err
	}
	conn, err := target.dial(target.VTY)
	if err != nil {
		return err
	}
	defer conn.Close()
	// The original tools need greeting and prompt in one segment.
	greeting := make([]byte, 4096)
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	n, err := conn.Read(greeting)
	if err != nil {
		return fmt.Errorf("greeting: %w", err)
	}
	lines := strings.Split(string(greeting[:n]), "\n")
	m := regexp.MustCompile(`(OsmoMGW[^\n]*[#>] )$`).FindStringSubmatch(lines[len(lines)-1])
	if m == nil {
		return fmt.Errorf("no prompt at the end of the first segment: %q", greeting[:n])
	}
	prompt := m[1]
	for _, x := range exchanges {
		at := x.prompt + x.command
		if x.prompt != prompt {
			return fmt.Errorf("at %q: the prompt is %q", at, prompt)
		}
		ask := strings.HasSuffix(x.command, "?")
		keys, echo := x.command+"\r", strings.TrimSpace(x.command)
		if ask {
			keys, echo = x.command, strings.TrimSuffix(echo, "?")
		}
		var lines []string
		if lines, prompt, err = keysIn(conn, keys); err != nil {
			return fmt.Errorf("at %q: %w", at, err)
		}
		if len(lines) > 0 && lines[0] == echo {
			lines = lines[1:]
		}
		if ask {
			if _, prompt, err = keysIn(conn, "\x03"); err != nil {
				return fmt.Errorf("at %q: %w", at, err)
			}
		}
		difference := ""
		if ask || strings.HasPrefix(x.command, "list") {
			difference = compareList(x.answer, lines)
		} else {
			difference = compare(x.answer, lines)
		}
		if difference != "" {
			return fmt.Errorf("at %q: %s", at, difference)
		}
	}
	return nil
}

// keysIn sends keys and returns the lines that come before the next prompt, and the prompt.
func keysIn(conn net.Conn, keys string) (lines []string, prompt string, err error) {
	if _, err := conn.Write([]byte(keys)); err != nil {
		return nil, "", err
	}
	var text []byte
	buf := make([]byte, 65536)
	for {
		_ = conn.SetReadDeadline(time.Now().Add(2 * patience))
		n, err := conn.Read(buf)
		if err != nil {
			return nil, "", fmt.Errorf("%w; so far %q", err, text)
		}
		text = append(text, buf[:n]...)
		lines := splitLines(string(text))
		if len(lines) == 0 {
			continue
		}
		if m := promptLine.FindStringSubmatch(lines[len(lines)-1]); m != nil {
			return lines[:len(lines)-1], m[1], nil
		}
	}
}
