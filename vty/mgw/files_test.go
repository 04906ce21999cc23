package mgw

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"osmo-mgw-go/internal/needs"
	"osmo-mgw-go/internal/specdata"
)

// TestTranscriptsFiles reads each recorded configuration: it loads, or not, as recorded. What loads is written, read and
// written again without a change.
func TestTranscriptsFiles(t *testing.T) {
	folder := specdata.Transcripts(t, "")
	files, err := filepath.Glob(filepath.Join(folder, "*.cfg"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	folder, err = filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // log files of relative names
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) { checkFile(t, filepath.Join(folder, name), !recordedToFail(t, folder, name)) })
	}
}

// The file that Debian's package installs works unchanged.
func TestShippedFile(t *testing.T) {
	const shipped = "/etc/osmocom/osmo-mgw.cfg"
	if _, err := os.Stat(shipped); err != nil {
		needs.Missing(t, shipped+" (Debian package osmo-mgw)")
	}
	checkFile(t, shipped, true)
}

func checkFile(t *testing.T, path string, loads bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b := newBed(t, "")
	_, err = b.engine.Read(path, text)
	if (err == nil) != loads {
		t.Fatalf("loads: %v, want %v", err, loads)
	}
	if !loads {
		return
	}
	written, _ := b.engine.Configuration()
	again := newBed(t, "")
	if _, err := again.engine.Read("written.cfg", []byte(written)); err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	if second, _ := again.engine.Configuration(); second != written {
		t.Errorf("written:\n%s\nand again:\n%s", written, second)
	}
}

// recordedToFail tells whether the program was recorded to refuse the file (exit status 234).
func recordedToFail(t *testing.T, folder, name string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, strings.TrimSuffix(name, ".cfg")+".json"))
	if err != nil {
		return false // a session, not steps
	}
	var recording struct {
		Steps []struct {
			Exit *int `json:"exit"`
		} `json:"steps"`
	}
	if err := json.Unmarshal(text, &recording); err != nil {
		t.Fatal(err)
	}
	for _, step := range recording.Steps {
		if step.Exit != nil && *step.Exit == 234 {
			return true
		}
	}
	return false
}
