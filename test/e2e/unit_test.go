package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/internal/needs"
	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/internal/testnet"
)

// nobody is a user who may do nothing.
const nobody = 65534

var capabilityNumbers = map[string]uintptr{"CAP_SYS_NICE": unix.CAP_SYS_NICE, "CAP_NET_ADMIN": unix.CAP_NET_ADMIN}

// The gateway serves as an unprivileged user with the capabilities that the systemd unit gives it, real-time scheduling
// included, and can write its configuration.
func TestUnprivileged(t *testing.T) {
	needs.Root(t)
	needs.RealTime(t)
	unit, err := os.ReadFile(filepath.Join(specdata.Root(t), "etc/osmo-mgw-go.service"))
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^AmbientCapabilities=(.*)$`).FindSubmatch(unit)
	if line == nil {
		t.Fatal("the unit gives no capabilities")
	}
	var capabilities []uintptr
	for _, name := range strings.Fields(string(line[1])) {
		number, ok := capabilityNumbers[name]
		if !ok {
			t.Fatalf("unit: unknown capability %s", name)
		}
		capabilities = append(capabilities, number)
	}
	onEachBackend(t, func(t *testing.T, config testnet.Config) {
		config.Top = append(config.Top, "cpu-sched", " policy rr 2")
		config.MGCPLines = append(config.MGCPLines, " rtp ip-dscp 46", " rtp socket-priority 6")
		g := testnet.Start(t, config, as(t, nobody, capabilities))
		c := testnet.NewCall(t, testnet.NewAgent(t, g), "1", "127.0.0.1", "127.0.0.2")
		c.Talk(t, 20, 0)
		c.Hangup(t)
		answer := testnet.NewVTY(t, g).Commands(t, "enable", "write")
		if !strings.Contains(answer, "Configuration saved to osmo-mgw.cfg") {
			t.Errorf("write: %q", answer)
		}
	})
}

// as runs the gateway as another user, who owns its working directory.
func as(t *testing.T, uid uint32, capabilities []uintptr) testnet.Option {
	return func(cmd *exec.Cmd) {
		for _, name := range []string{cmd.Dir, filepath.Join(cmd.Dir, "osmo-mgw.cfg")} {
			if err := os.Chown(name, int(uid), int(uid)); err != nil {
				t.Fatal(err)
			}
		}
		// The test's temporary folders are root's, and closed to others.
		for dir := filepath.Dir(cmd.Dir); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Credential:  &syscall.Credential{Uid: uid, Gid: uid},
			AmbientCaps: capabilities,
		}
	}
}

// limited runs the gateway under limits that the shell's ulimit sets.
func limited(ulimits string) testnet.Option {
	return func(cmd *exec.Cmd) {
		cmd.Args = append([]string{"sh", "-c", ulimits + `; exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
		cmd.Path = "/bin/sh"
	}
}

// The soft limit on open files is raised; where the hard one does not suffice either, one line says what to do.
func TestOpenFiles(t *testing.T) {
	g := testnet.Start(t, testnet.NewConfig(t), limited("ulimit -Sn 100; ulimit -Hn 2000"))
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", g.PID()))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^Max open files +2000 +2000 `).Match(limits) {
		t.Errorf("limits:\n%s", limits)
	}
	if strings.Contains(g.Stderr.String(), "LimitNOFILE") {
		t.Errorf("2,000 descriptors are enough for %d endpoints, but it says: %s", g.Config.Endpoints, g.Stderr.String())
	}
	low := testnet.Start(t, testnet.NewConfig(t), limited("ulimit -n 100"))
	if !regexp.MustCompile(`(?m)^.*nofile: 100 descriptors.*LimitNOFILE.*$`).MatchString(low.Stderr.String()) {
		t.Errorf("with 100 descriptors for %d endpoints: %q", low.Config.Endpoints, low.Stderr.String())
	}
}
