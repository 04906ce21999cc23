package logging

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// OpenFile makes a target that appends to a file, creating it if it is missing.
func (s *System) OpenFile(name string, mode Mode) (*Target, error) {
	file, err := openAppending(name)
	if err != nil {
		return nil, err
	}
	return s.add(File, name, mode, &fileSink{name: name, file: file}), nil
}

// openAppending opens a log file. A pipe that nobody reads is an error, not something to wait for.
func openAppending(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY|unix.O_NONBLOCK, 0o640)
}

// fileSink writes to a file or to standard error, which is not its own to close.
type fileSink struct {
	name   string
	file   *os.File
	shared bool
}

func (f *fileSink) write(_ *Line, formatted []byte, mode Mode) bool {
	if mode == NonBlocking && !writable(f.file) {
		return false
	}
	_, err := f.file.Write(formatted)
	return err == nil
}

// reopen keeps the old file if there can be no new one.
func (f *fileSink) reopen() error {
	if f.shared {
		return nil
	}
	file, err := openAppending(f.name)
	if err != nil {
		return fmt.Errorf("cannot be opened anew, the old one is used on: %w", err)
	}
	f.file.Close()
	f.file = file
	return nil
}

func (f *fileSink) close() {
	if !f.shared {
		f.file.Close()
	}
}
