package transcript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
)

// Files returns the recordings to play, sorted by name. Those called oddity-… show behaviour of osmo-mgw that is
// mended here; they are left out.
func Files(t testing.TB) []string {
	t.Helper()
	dir := specdata.Transcripts(t, "")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, entry := range entries {
		switch filepath.Ext(entry.Name()) {
		case ".vty", ".ctrl", ".json":
			if !strings.HasPrefix(entry.Name(), "oddity") {
				files = append(files, filepath.Join(dir, entry.Name()))
			}
		}
	}
	if len(files) == 0 {
		t.Fatalf("no recordings in %s", dir)
	}
	return files
}

// Play starts the binary as the recording wants it, in a folder of its own, plays the file and ends the program. The
// ports are fixed, so that one file can be played at a time in a network namespace.
func Play(t testing.TB, binary, file string) {
	t.Helper()
	dir := t.TempDir()
	args, config := []string{"-c", strings.TrimSuffix(file, filepath.Ext(file)) + ".cfg"}, ""
	if filepath.Ext(file) == ".json" {
		r, err := readRecording(file)
		if err != nil {
			t.Fatal(err)
		}
		if args, config, err = r.arguments(file, dir); err != nil {
			t.Fatal(err)
		}
	}
	process, err := start(binary, args, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer process.stop()
	(&Target{Process: process, Config: config, Here: filepath.Dir(file)}).Play(t, file)
}
