package telnet_test

import (
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/internal/transcript"
	"osmo-mgw-go/vty"
	"osmo-mgw-go/vty/telnet"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve opens the engine's telnet door on a free port and returns its address.
func serve(t testing.TB, e *vty.Engine) string {
	t.Helper()
	server, err := telnet.Listen(e, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.Addr().String()
}

// TestTranscriptsOfTheEngine plays the recordings that need little of a gateway.
func TestTranscriptsOfTheEngine(t *testing.T) {
	for _, name := range []string{
		"01-nodes.vty", "02-end.vty", "03-errors.vty", "05-do.vty", "06-history.vty", "07-comments.vty",
		"08-list-view.vty", "09-list-enable.vty", "10-list-config.vty", "11-list-config-log.vty", "12-list-config-stats.vty",
		"13-list-config-line-ctrl-sched.vty", "14-list-config-e1_input.vty", "15-list-config-mgcp.vty",
		"16-list-config-mgcp-trunk.vty", "17-list-with-flags.vty", "18-hidden-echo.vty", "19-vty-attributes.vty", "20-question-mark.vty",
		"27-config-host.vty", "53-terminal.vty", "54-expert-and-disable.vty",
		"raw-01-greeting.json", "raw-02-line-ends.json", "raw-03-editing.json", "raw-05-history.json", "raw-06-tab.json",
		"raw-07-help-format.json", "raw-08-telnet-options.json", "raw-09-ctrl-d-z.json", "raw-10-login.json",
		"raw-11-login-no-password.json", "raw-12-advanced-motd.json", "raw-13-two-sessions.json",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := specdata.Transcripts(t, name)
			r := newRecorded(t, strings.TrimSuffix(name, filepath.Ext(name))+".cfg")
			(&transcript.Target{VTY: serve(t, r.Engine)}).Play(t, file)
		})
	}
}
