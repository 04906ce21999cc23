// Package specdata tells tests where the recorded vectors and sessions are.
//
// A checkout carries its own copy under testdata/. The environment variable MGW_SPEC names another
// folder of the same shape (with vectors/ and transcripts/ in it), so that the same tests can be
// pointed at another set.
package specdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Vectors returns the path of the vector file called name, for example "amr.json".
func Vectors(t testing.TB, name string) string { return find(t, "vectors", name) }

// Transcripts returns the path of the transcript file called name; "" is the folder itself.
func Transcripts(t testing.TB, name string) string { return find(t, "transcripts", name) }

func find(t testing.TB, kind, name string) string {
	t.Helper()
	dir := os.Getenv("MGW_SPEC")
	if dir == "" {
		dir = filepath.Join(Root(t), "testdata")
	}
	path := filepath.Join(dir, kind, name)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("spec data: %v", err)
	}
	return path
}

// Root returns the top folder of the checkout. Binaries built with -trimpath have no source paths, so
// it walks up from the test's working directory to go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("spec data: no go.mod above the working directory")
		}
		dir = up
	}
}
