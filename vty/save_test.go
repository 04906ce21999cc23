package vty

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"osmo-mgw-go/internal/needs"
)

func TestSaveFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.cfg")
	save := func(text string, secret bool) {
		t.Helper()
		if err := saveFile(path, []byte(text), secret); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(name, text string, mode os.FileMode) {
		t.Helper()
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != text {
			t.Errorf("%s: %q, %v, want %q", name, got, err, text)
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().Perm() != mode {
			t.Errorf("%s: mode %o, want %o", name, info.Mode().Perm(), mode)
		}
	}
	save("one", false)
	expect("x.cfg", "one", 0o640)
	if err := os.Chmod(path, 0o604); err != nil {
		t.Fatal(err)
	}
	save("two", true)
	expect("x.cfg", "two", 0o604)
	expect("x.cfg.sav", "one", 0o604)
	save("three", false)
	expect("x.cfg.sav", "two", 0o604)
	// A link stays a link.
	link := filepath.Join(dir, "link.cfg")
	if err := os.Symlink("x.cfg", link); err != nil {
		t.Fatal(err)
	}
	if err := saveFile(link, []byte("four"), false); err != nil {
		t.Fatal(err)
	}
	expect("x.cfg", "four", 0o604)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	// A backup that is a second name of the very file.
	if err := os.Remove(path + ".sav"); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, path+".sav"); err != nil {
		t.Fatal(err)
	}
	save("five", false)
	expect("x.cfg", "five", 0o604)
	expect("x.cfg.sav", "four", 0o604)
	path = filepath.Join(dir, "secret.cfg")
	save("password", true)
	expect("secret.cfg", "password", 0o600)
	if names, _ := filepath.Glob(filepath.Join(dir, "*.*.??????*")); len(names) > 0 {
		t.Errorf("left behind: %q", names)
	}
}

// TestSaveFileKeepsOwner: a file of somebody else stays theirs.
func TestSaveFileKeepsOwner(t *testing.T) {
	needs.Root(t)
	path := filepath.Join(t.TempDir(), "x.cfg")
	if err := os.WriteFile(path, nil, 0o660); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 12, 34); err != nil {
		t.Fatal(err)
	}
	if err := saveFile(path, []byte("x"), false); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if stat := info.Sys().(*syscall.Stat_t); stat.Uid != 12 || stat.Gid != 34 {
		t.Errorf("owner %d:%d", stat.Uid, stat.Gid)
	}
}

// TestSaveFails: what cannot be saved says so in osmo-mgw's words and leaves everything as it was.
func TestSaveFails(t *testing.T) {
	for _, tt := range []struct {
		name    string
		prepare func(t *testing.T, dir string)
		message string // with % for the six letters
	}{
		{"no such folder", func(t *testing.T, dir string) { os.RemoveAll(dir) }, "Can't open configuration file DIR/x.cfg.%."},
		{"backup is a folder", func(t *testing.T, dir string) {
			os.WriteFile(filepath.Join(dir, "x.cfg"), []byte("old"), 0o640)
			os.Mkdir(filepath.Join(dir, "x.cfg.sav"), 0o755)
		}, "Can't unlink backup configuration file DIR/x.cfg.sav."},
		{"file is a folder", func(t *testing.T, dir string) { os.Mkdir(filepath.Join(dir, "x.cfg"), 0o755) },
			"Can't backup old configuration file DIR/x.cfg.sav."},
		{"disk full", func(t *testing.T, dir string) {
			needs.Root(t)
			if err := syscall.Mount("full", dir, "tmpfs", 0, "size=4k"); err != nil {
				needs.Missing(t, "the privilege to mount a file system")
			}
			t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
			os.WriteFile(filepath.Join(dir, "x.cfg"), []byte("old"), 0o640)
		}, "Can't save configuration file DIR/x.cfg: write DIR/x.cfg.%: no space left on device."},
		{"read-only file system", func(t *testing.T, dir string) {
			needs.Root(t)
			if err := syscall.Mount("fixed", dir, "tmpfs", 0, "size=64k"); err != nil {
				needs.Missing(t, "the privilege to mount a file system")
			}
			t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
			os.WriteFile(filepath.Join(dir, "x.cfg"), []byte("old"), 0o640)
			if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
				t.Fatal(err)
			}
		}, "Can't open configuration file DIR/x.cfg.%."},
		{"no permission", func(t *testing.T, dir string) {
			os.WriteFile(filepath.Join(dir, "x.cfg"), []byte("old"), 0o644)
			os.Chmod(dir, 0o555)
			t.Cleanup(func() { os.Chmod(dir, 0o755) })
			if os.Geteuid() == 0 {
				// Files are asked for as another user from here on, on this thread.
				runtime.LockOSThread()
				if err := syscall.Setfsuid(65534); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() {
					syscall.Setfsuid(0)
					runtime.UnlockOSThread()
				})
			}
		}, "Can't open configuration file DIR/x.cfg.%."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "d")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			tt.prepare(t, dir)
			before, _ := os.ReadDir(dir)
			err := saveFile(filepath.Join(dir, "x.cfg"), bytes.Repeat([]byte("new"), 3000), false)
			if err == nil {
				t.Fatal("saved")
			}
			want := strings.ReplaceAll(tt.message, "DIR", dir)
			start, end, _ := strings.Cut(want, "%")
			if got := err.Error(); !strings.HasPrefix(got, start) || !strings.HasSuffix(got, end) {
				t.Errorf("%q, want %q", got, want)
			}
			after, _ := os.ReadDir(dir)
			if fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("before %v, after %v", before, after)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "x.cfg")); err == nil && string(text) != "old" {
				t.Errorf("the old file is now %q", text)
			}
		})
	}
}

// TestSaveFailsWithReason: the session gets osmo-mgw's line, which has no reason; the log gets the reason.
func TestSaveFailsWithReason(t *testing.T) {
	var log strings.Builder
	toy := newToy(t, func(o *Options) { o.Log = func(format string, a ...any) { fmt.Fprintf(&log, format+"\n", a...) } })
	path := filepath.Join(t.TempDir(), "nowhere", "x.cfg")
	var said strings.Builder
	c := &Context{engine: toy.Engine, print: func(text []byte) { said.Write(text) }}
	toy.setConfigFile(path)
	err := writeFile(c, Args{})
	if err == nil || !strings.HasPrefix(err.Error(), "Can't open configuration file "+path+".") || said.Len() != 0 {
		t.Errorf("the session: %v, %q", err, said.String())
	}
	if !strings.Contains(log.String(), "no such file or directory") {
		t.Errorf("the log: %q", log.String())
	}
}

// killedWriter is set in the process that TestSaveSurvivesKill kills.
const killedWriter = "VTY_TEST_SAVE_FOR_EVER"

// TestSaveSurvivesKill kills a process that saves without a pause, again and again, until it has saved 200 times.
// There is a whole file at every moment, and what is there loads.
func TestSaveSurvivesKill(t *testing.T) {
	if path := os.Getenv(killedWriter); path != "" {
		saveForEver(t, path)
	}
	path := filepath.Join(t.TempDir(), "x.cfg")
	if err := saveConfiguration(newToy(t), path, 0); err != nil {
		t.Fatal(err)
	}
	var done atomic.Bool
	watched := make(chan error)
	go func() { watched <- watchFile(path, &done) }()
	saved, kills := 0, 0
	for saved < 200 {
		// Between the first save and some tens of them.
		saved += killAfter(t, path, 1+kills*3%17)
		kills++
		for _, name := range []string{path, path + ".sav"} {
			if _, err := newToy(t).ReadFile(name); err != nil {
				t.Fatalf("after kill %d: %v", kills, err)
			}
		}
	}
	done.Store(true)
	if err := <-watched; err != nil {
		t.Error(err)
	}
	t.Logf("%d saves, %d kills", saved, kills)
}

// saveConfiguration saves a configuration that is different for each n.
func saveConfiguration(toy *toy, path string, n int) error {
	toy.domain = fmt.Sprintf("toy%d%s", n, strings.Repeat("-", 1000*(n%9)))
	toy.setConfigFile(path)
	_, err := toy.Save()
	return err
}

func saveForEver(t *testing.T, path string) {
	toy := newToy(t)
	for n := 0; ; n++ {
		if err := saveConfiguration(toy, path, n); err != nil {
			t.Fatal(err)
		}
		fmt.Println(".")
	}
}

// killAfter starts a process that saves, and kills it some time after it has reported a number of saves. It returns
// how many were reported.
func killAfter(t *testing.T, path string, saves int) int {
	cmd := exec.Command(os.Args[0], "-test.run", "^TestSaveSurvivesKill$")
	cmd.Env = append(os.Environ(), killedWriter+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	buf := make([]byte, 1)
	for seen < saves {
		if _, err := out.Read(buf); err != nil {
			t.Fatalf("the process that saves has ended: %v", err)
		}
		if buf[0] == '.' {
			seen++
		}
	}
	// Somewhere inside the next save.
	time.Sleep(time.Duration(saves*131) * time.Microsecond)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	return seen
}

// watchFile reads a file all the time and fails when it is not there or not whole.
func watchFile(path string, done *atomic.Bool) error {
	for n := 0; !done.Load(); n++ {
		text, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("reading %d: %w", n, err)
		}
		if !bytes.HasSuffix(text, []byte("\n osmux off\n")) || !bytes.HasPrefix(text, []byte("!\n! Toy (1.0) configuration saved from vty\n!!\n!\n")) {
			return fmt.Errorf("reading %d: not whole: %q", n, text)
		}
	}
	return nil
}
