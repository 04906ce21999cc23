package transcript

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"time"
)

var ctrlRequest = regexp.MustCompile(`^(SET|GET) ([^ ]*) (.*)$`)

// playCTRL plays requests and answers of the control port.
func (target *Target) playCTRL(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var exchanges []exchange
	for _, line := range strings.Split(string(text), "\n") {
		switch {
		case ctrlRequest.MatchString(line):
			exchanges = append(exchanges, exchange{command: line})
		case line != "" && len(exchanges) > 0:
			last := &exchanges[len(exchanges)-1]
			last.answer = append(last.answer, line)
		}
	}
	conn, err := target.dial(target.CTRL)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, x := range exchanges {
		answer, err := ask(conn, x.command)
		if err != nil {
			return fmt.Errorf("at %q: %w", x.command, err)
		}
		if difference := compare(x.answer, splitLines(answer)); difference != "" {
			return fmt.Errorf("at %q: %s", x.command, difference)
		}
	}
	return nil
}

// ipaFrame is a control message as it goes over the wire: length of what follows the protocol octet, protocol,
// extension, text.
func ipaFrame(text string) []byte {
	octets := toLatin1(text)
	frame := binary.BigEndian.AppendUint16(nil, uint16(len(octets)+1))
	return append(append(frame, 0xee, 0x00), octets...)
}

// ask sends a request and returns the text of the answer.
func ask(conn net.Conn, request string) (string, error) {
	if _, err := conn.Write(ipaFrame(request)); err != nil {
		return "", err
	}
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	head := make([]byte, 3)
	if _, err := io.ReadFull(conn, head); err != nil {
		return "", err
	}
	body := make([]byte, binary.BigEndian.Uint16(head))
	if _, err := io.ReadFull(conn, body); err != nil || len(body) == 0 {
		return "", fmt.Errorf("answer of %d octets: %w", len(body), err)
	}
	return fromLatin1(body[1:]), nil
}
