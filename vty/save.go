package vty

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// saveFile replaces the file at path by text. At every moment there is a whole file at path, the old or the new one,
// whenever the process or the machine stops:
//
//  1. write path.XXXXXX beside it, with the mode and owner that the result will have, and fsync it;
//  2. link the old file to path.sav.XXXXXX and rename that to path.sav;
//  3. rename path.XXXXXX to path, and fsync the folder.
//
// An existing file keeps mode and owner (the owner as far as we may); a new one is 0640, or 0600 with a secret in it.
// The error's text is the line that an osmo-mgw operator knows; where that does not say why, the error unwraps to the
// reason.
func saveFile(path string, text []byte, secret bool) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real // a link stays a link
	}
	mode := fs.FileMode(0o640)
	if secret {
		mode = 0o600
	}
	old, err := os.Stat(target)
	exists := err == nil
	if exists {
		mode = old.Mode().Perm()
	}
	suffix := "." + randomLetters()
	temporary := target + suffix
	if err := writeSynced(temporary, text, mode, old); err != nil {
		os.Remove(temporary)
		var chmod *chmodError
		if errors.As(err, &chmod) {
			return Failf("Can't chmod configuration file %s: %s (%d).", path, chmod.errno.Error(), int(chmod.errno))
		}
		if errors.Is(err, errOpen) {
			return &saveError{fmt.Sprintf("Can't open configuration file %s.", path+suffix), err}
		}
		return Failf("Can't save configuration file %s: %v.", path, errors.Unwrap(err))
	}
	if exists {
		if err := backUp(path, target, suffix); err != nil {
			os.Remove(temporary)
			return err
		}
	}
	if err := os.Rename(temporary, target); err != nil {
		os.Remove(temporary)
		return &saveError{fmt.Sprintf("Can't save configuration file %s.", path), err}
	}
	if folder, err := os.Open(filepath.Dir(target)); err == nil {
		folder.Sync() // best effort: not every file system can
		folder.Close()
	}
	return nil
}

// backUp makes target.sav another name of the file at target.
func backUp(path, target, suffix string) error {
	link := target + ".sav" + suffix
	if err := os.Link(target, link); err != nil {
		return &saveError{fmt.Sprintf("Can't backup old configuration file %s.sav.", path), err}
	}
	if err := os.Rename(link, target+".sav"); err != nil {
		os.Remove(link)
		return &saveError{fmt.Sprintf("Can't unlink backup configuration file %s.sav.", path), err}
	}
	// Renaming a name onto another name of the same file does nothing; then the odd name is still there.
	os.Remove(link)
	return nil
}

var errOpen = errors.New("cannot open")

// saveError is a failure that osmo-mgw reports by a line without its reason.
type saveError struct {
	line   string
	reason error
}

func (e *saveError) Error() string { return e.line }

func (e *saveError) Unwrap() error { return e.reason }

// chmodError is a file mode that could not be set.
type chmodError struct{ errno syscall.Errno }

func (e *chmodError) Error() string { return e.errno.Error() }

// writeSynced writes a new file and waits until it is on the disk. Old, if any, is the file whose owner it gets.
func writeSynced(path string, text []byte, mode fs.FileMode, old fs.FileInfo) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("%w: %w", errOpen, err)
	}
	defer func() {
		if closeErr := file.Close(); err == nil && closeErr != nil {
			err = fmt.Errorf("close: %w", closeErr)
		}
	}()
	if old != nil {
		if stat, ok := old.Sys().(*syscall.Stat_t); ok {
			// Not ours to give away? Then at least the group.
			if file.Chown(int(stat.Uid), int(stat.Gid)) != nil {
				_ = file.Chown(-1, int(stat.Gid))
			}
		}
	}
	if err := file.Chmod(mode); err != nil {
		var errno syscall.Errno
		errors.As(err, &errno)
		return &chmodError{errno}
	}
	if _, err := file.Write(text); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if err := file.Sync(); err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	return nil
}

// randomLetters makes the six letters of a temporary file's name.
func randomLetters() string { return rand.Text()[:6] }
