package transcript

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// Where the recorded configurations open the program's doors.
const (
	host     = "127.0.0.1"
	vtyPort  = 24243
	ctrlPort = 24267
	mgcpPort = 22427
)

// patience is how long the player waits for what is expected.
const patience = 5 * time.Second

// Target is a program that runs and its doors.
type Target struct {
	VTY, CTRL, MGCP string   // addresses; "" for those of the recorded configurations
	Process         *Process // nil when it runs inside the test
	Config          string   // the configuration file as it was named to the program: ${CFG}
	Here            string   // folder of the recordings: ${HERE}
}

// Play plays a file; what does not match fails the test.
func (target *Target) Play(t testing.TB, file string) {
	t.Helper()
	if target.Here == "" {
		target.Here = filepath.Dir(file)
	}
	for _, door := range []struct {
		address *string
		port    int
	}{{&target.VTY, vtyPort}, {&target.CTRL, ctrlPort}, {&target.MGCP, mgcpPort}} {
		if *door.address == "" {
			*door.address = net.JoinHostPort(host, strconv.Itoa(door.port))
		}
	}
	var err error
	switch filepath.Ext(file) {
	case ".vty":
		err = target.playVTY(file)
	case ".ctrl":
		err = target.playCTRL(file)
	case ".json":
		err = target.playSteps(file)
	default:
		err = fmt.Errorf("not a recording")
	}
	if err != nil {
		t.Errorf("%s: %v", filepath.Base(file), err)
		if target.Process != nil {
			t.Logf("standard error:\n%s", target.Process.tail())
		}
	}
}

// dial opens a TCP connection to a program that may still be starting.
func (target *Target) dial(address string) (net.Conn, error) {
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return conn, nil
		}
		if target.Process.ended() {
			return nil, fmt.Errorf("the program has ended: %w", err)
		}
		if time.Now().After(deadline) {
			return nil, err
		}
	}
}

// until reads from a connection until enough is satisfied with what has come and then nothing more comes for a time
// of silence; or until the connection is closed or patience has run out. Without enough, silence alone decides.
func until(conn net.Conn, silence time.Duration, enough func(text []byte) bool) (text []byte, eof bool) {
	buf := make([]byte, 65536)
	deadline := time.Now().Add(patience)
	for {
		wait := time.Now().Add(silence)
		if enough != nil && !enough(text) {
			if wait = deadline; time.Now().After(deadline) {
				return text, false
			}
		}
		_ = conn.SetReadDeadline(wait)
		n, err := conn.Read(buf)
		text = append(text, buf[:n]...)
		var timeout net.Error
		switch {
		case errors.As(err, &timeout) && timeout.Timeout():
			return text, false
		case errors.Is(err, syscall.ECONNRESET), err != nil:
			return text, true
		}
	}
}
