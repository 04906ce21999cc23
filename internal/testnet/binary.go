package testnet

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"osmo-mgw-go/internal/specdata"
)

// built is the binary that this test program made.
var built struct {
	once sync.Once
	dir  string
	path string
	out  []byte
	err  error
}

// Binary returns the path of the gateway's binary, which make builds at the first call. MGW_BINARY names another one to
// be tested in its place.
func Binary(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("MGW_BINARY"); path != "" {
		return path
	}
	root := specdata.Root(t)
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "osmo-mgw-go-test-"); built.err != nil {
			return
		}
		// An unprivileged user runs it too, in the test of the systemd unit.
		if built.err = os.Chmod(built.dir, 0o755); built.err != nil {
			return
		}
		built.path = filepath.Join(built.dir, "osmo-mgw-go")
		cmd := exec.Command("make", "-s", "-C", root, "build", "BIN="+built.path)
		if Race {
			cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "GOFLAGS=-race")
		}
		built.out, built.err = cmd.CombinedOutput()
	})
	if built.err != nil {
		t.Fatalf("build the gateway: %v\n%s", built.err, built.out)
	}
	return built.path
}

func removeBinary() {
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
}
