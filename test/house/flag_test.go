// Package house checks the rules that hold for the repository as a whole.
package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
)

// The linker flag that giouring needs stands in the Makefile, once, and nowhere else where it would have to be kept
// in step. Documents and comments may speak of it.
func TestLinkFlagStandsInOnePlace(t *testing.T) {
	const flag = "-check" + "linkname=0"
	root := specdata.Root(t)
	places := 0
	for _, name := range sourceFiles(t, root) {
		if filepath.Ext(name) == ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			line = strings.TrimSpace(line)
			if !strings.Contains(line, flag) || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
				continue
			}
			places++
			if name != "Makefile" {
				t.Errorf("%s:%d has the link flag: %s", name, i+1, line)
			}
		}
	}
	if places != 1 {
		t.Errorf("the link flag stands in %d places, want one", places)
	}
}

// sourceFiles lists the files of the checkout, without what git ignores; where there is no git, all of them.
func sourceFiles(t *testing.T, root string) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	var names []string
	if out, err := cmd.Output(); err == nil {
		for _, name := range strings.Fields(string(out)) {
			if _, err := os.Stat(filepath.Join(root, name)); err == nil { // deleted but not yet committed
				names = append(names, name)
			}
		}
		return names
	}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && (d.Name() == ".git" || d.Name() == "bin") {
				return filepath.SkipDir
			}
			return err
		}
		name, err := filepath.Rel(root, path)
		names = append(names, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
