package e2e

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"osmo-mgw-go/internal/needs"
	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/internal/testnet"
)

// The load generator of test/tools for a few seconds: nothing is lost, damaged or reordered. Its figures are printed, and
// are no test.
func TestLoad(t *testing.T) {
	rtpload := buildRTPLoad(t)
	onEachBackend(t, func(t *testing.T, config testnet.Config) {
		config.IPv6 = "" // the generator's descriptions come late; it wants IPv4 from the start
		g := testnet.Start(t, config)
		cmd := exec.Command(rtpload, "-c", strconv.Itoa(load(50)), "-s", "3", "-w", "1",
			"-m", strconv.Itoa(config.MGCP), "-p", strconv.Itoa(g.PID()), "-g", "0")
		out, err := cmd.CombinedOutput()
		if err != nil || !regexp.MustCompile(` lost=0 bad=0 reorder=0 `).Match(out) {
			t.Errorf("rtpload: %v\n%s", err, out)
		}
		t.Logf("%s", out)
	})
}

// buildRTPLoad compiles the generator.
func buildRTPLoad(t *testing.T) string {
	t.Helper()
	cc := needs.Program(t, "gcc", "gcc")
	binary := filepath.Join(t.TempDir(), "rtpload")
	out, err := exec.Command(cc, "-O2", "-o", binary, filepath.Join(specdata.Root(t), "test/tools/rtpload.c")).CombinedOutput()
	if err != nil {
		t.Fatalf("compile rtpload: %v\n%s", err, out)
	}
	return binary
}
