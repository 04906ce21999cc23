package e2e

import (
	"fmt"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"

	"osmo-mgw-go/internal/testnet"
)

func TestVersionNamesCommit(t *testing.T) {
	g := testnet.LaunchText(t, "", testnet.Args("-V"))
	if status := g.WaitExit(t); status != 0 {
		t.Errorf("exit status %d", status)
	}
	if got := g.Stdout.String(); !regexp.MustCompile(`^OsmoMGW version \d+\.\d+\.\d+-([0-9a-f]{10}\+?|unknown\+?)\n\n`).MatchString(got) {
		t.Errorf("-V prints %q", got)
	}
}

// An error in the file: the line and what was expected, status 234, and nothing is bound.
func TestBrokenConfig(t *testing.T) {
	for _, args := range [][]string{{"-c", "osmo-mgw.cfg"}, {"--check", "-c", "osmo-mgw.cfg"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			text := testnet.NewConfig(t).String() + " number endpoints many\n"
			g := testnet.LaunchText(t, text, testnet.Args(args...))
			if status := g.WaitExit(t); status != 234 {
				t.Errorf("exit status %d", status)
			}
			line := strings.Count(text, "\n")
			want := regexp.MustCompile(`(?m)^There is no such command\.\nError occurred during reading the below line:\n number endpoints many\n\n` +
				`Failed to parse the config file: 'osmo-mgw\.cfg'\n` + fmt.Sprintf(`osmo-mgw\.cfg:%d: .+\n`, line))
			if !want.MatchString(g.Stderr.String()) {
				t.Errorf("standard error: %s", g.Stderr.String())
			}
		})
	}
}

// --check says that a good file is good, and does not start: the ports may be in use by the running gateway.
func TestCheck(t *testing.T) {
	config := testnet.NewConfig(t)
	testnet.Start(t, config)
	g := testnet.Launch(t, config, testnet.Args("--check", "-c", "osmo-mgw.cfg"))
	if status := g.WaitExit(t); status != 0 {
		t.Errorf("exit status %d: %s", status, g.Stderr.String())
	}
	missing := testnet.LaunchText(t, "", testnet.Args("--check", "-c", "nowhere.cfg"))
	if status := missing.WaitExit(t); status != 254 || !strings.HasPrefix(missing.Stderr.String(), "Failed to parse the config file: 'nowhere.cfg'\n") {
		t.Errorf("missing file: exit status %d: %s", status, missing.Stderr.String())
	}
}

// Without a file, --defaults serves on loopback and says so.
func TestDefaults(t *testing.T) {
	g := testnet.Launch(t, testnet.Config{IP: "127.0.0.1", MGCP: 2427, VTY: 4243}, testnet.Args("--defaults"))
	if err := os.Remove(g.Path("osmo-mgw.cfg")); err != nil {
		t.Fatal(err)
	}
	g.WaitReady(t)
	c := testnet.NewCall(t, testnet.NewAgent(t, g), "1", "127.0.0.1", "127.0.0.1")
	c.Talk(t, 10, 0)
	c.Hangup(t)
	if !strings.Contains(g.Stderr.String(), "127.0.0.1") {
		t.Errorf("--defaults does not say where it listens: %q", g.Stderr.String())
	}
	testnet.NewVTY(t, g).Commands(t, "enable", "write")
	if _, err := os.Stat(g.Path("osmo-mgw.cfg")); err != nil {
		t.Errorf("write after --defaults: %v", err)
	}
}

// A port in use: one line that names it and says what to do. Only a CTRL port is not worth ending for.
func TestPortInUse(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		take   func(t *testing.T, c testnet.Config) int
	}{
		{"MGCP", 255, func(t *testing.T, c testnet.Config) int {
			conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(c.IP), Port: c.MGCP})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { conn.Close() })
			return c.MGCP
		}},
		{"VTY", 237, func(t *testing.T, c testnet.Config) int { takeTCP(t, c.IP, c.VTY); return c.VTY }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			config := testnet.NewConfig(t)
			port := tt.take(t, config)
			g := testnet.Launch(t, config, testnet.Args("-c", "osmo-mgw.cfg"))
			if status := g.WaitExit(t); status != tt.status {
				t.Errorf("exit status %d, want %d", status, tt.status)
			}
			want := regexp.MustCompile(fmt.Sprintf(`(?m)^.*%s.*:%d.*(in use|use by).*$`, tt.name, port))
			if !want.MatchString(g.Stderr.String()) {
				t.Errorf("standard error: %s", g.Stderr.String())
			}
		})
	}
}

// A CTRL port in use is reported, and everything else works.
func TestCTRLPortInUse(t *testing.T) {
	config := testnet.NewConfig(t)
	takeTCP(t, config.IP, config.CTRL)
	g := testnet.Start(t, config)
	if want := regexp.MustCompile(fmt.Sprintf(`(?m)^.*CTRL.*:%d.*in use.*$`, config.CTRL)); !want.MatchString(g.Stderr.String()) {
		t.Errorf("standard error: %s", g.Stderr.String())
	}
}

func takeTCP(t *testing.T, ip string, port int) {
	t.Helper()
	l, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.ParseIP(ip), Port: port})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
}

// The environment that chooses osmo-mgw's I/O backend chooses ours; another value is an error at start.
func TestBackendFromEnvironment(t *testing.T) {
	for value, want := range map[string]string{"POLL": "epoll", "IO_URING": "io_uring"} {
		t.Run(value, func(t *testing.T) {
			g := testnet.Start(t, testnet.NewConfig(t), testnet.Env("LIBOSMO_IO_BACKEND="+value))
			if screen := testnet.NewVTY(t, g).Commands(t, "enable", "show io"); !strings.Contains(screen, want) {
				t.Errorf("show io:\n%s", screen)
			}
		})
	}
	g := testnet.Launch(t, testnet.NewConfig(t), testnet.Args("-c", "osmo-mgw.cfg"), testnet.Env("LIBOSMO_IO_BACKEND=SELECT"))
	if status := g.WaitExit(t); status != 255 || !strings.Contains(g.Stderr.String(), "SELECT") {
		t.Errorf("exit status %d: %s", status, g.Stderr.String())
	}
}
