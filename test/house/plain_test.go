package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
)

// A program that imports pktio and iobackend/epoll alone links without giouring's flag, and runs.
func TestEngineLinksPlainly(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "plain")
	build := exec.Command("go", "build", "-o", binary, "./test/house/testdata/plain")
	build.Dir = specdata.Root(t)
	build.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(binary).CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "done" {
		t.Errorf("%v\n%s", err, out)
	}
}
