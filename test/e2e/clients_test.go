package e2e

import (
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/internal/needs"
	"osmo-mgw-go/internal/testnet"
)

// Operators come with Debian's telnet, nc and socat.
func TestTerminalClients(t *testing.T) {
	config := testnet.NewConfig(t)
	testnet.Start(t, config)
	port := strconv.Itoa(config.VTY)
	for _, client := range []struct {
		program, debianPackage string
		args                   []string
	}{
		{"telnet", "telnet", []string{config.IP, port}},
		{"nc", "netcat-openbsd", []string{"-q", "1", config.IP, port}},
		{"socat", "socat", []string{"-", "TCP:" + config.IP + ":" + port}},
	} {
		t.Run(client.program, func(t *testing.T) {
			cmd := exec.Command(needs.Program(t, client.program, client.debianPackage), client.args...)
			keys, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			var screen testnet.Output
			cmd.Stdout, cmd.Stderr = &screen, &screen
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = cmd.Process.Kill() })
			for _, step := range []struct{ line, prompt string }{
				{"", "OsmoMGW> "}, {"enable", "OsmoMGW# "}, {"conf t", "OsmoMGW(config)# "}, {"mgcp", "OsmoMGW(config-mgcp)# "},
				{"do show version", "OsmoMGW(config-mgcp)# "}, {"end", "OsmoMGW# "},
			} {
				before := len(screen.String())
				if step.line != "" {
					if _, err := io.WriteString(keys, step.line+"\n"); err != nil {
						t.Fatal(err)
					}
				}
				testnet.Eventually(t, "the prompt "+step.prompt, func() error {
					if got := screen.String()[before:]; !strings.HasSuffix(got, step.prompt) {
						return &unexpected{got}
					}
					return nil
				})
			}
			if !strings.Contains(screen.String(), "OsmoMGW 0.") {
				t.Errorf("show version is not on the screen:\n%s", screen.String())
			}
			if _, err := io.WriteString(keys, "exit\n"); err != nil {
				t.Fatal(err)
			}
			keys.Close() // nc goes on until its input ends, too
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			select {
			case <-ended:
			case <-time.After(10 * time.Second):
				t.Errorf("exit did not end the session:\n%s", screen.String())
			}
		})
	}
}

// unexpected is a screen that does not show what it should.
type unexpected struct{ screen string }

func (u *unexpected) Error() string { return "the screen shows " + strconv.Quote(u.screen) }
