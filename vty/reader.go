package vty

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// maxFileLine is how long a line of a configuration file may be, in octets.
const maxFileLine = 16384

// ReadError is a configuration file that was not read to its end.
type ReadError struct {
	File string
	Open error // the file could not be read at all; all below is empty then

	Line     int    // counted from 1
	Text     string // the line, without its end
	Reason   string // what osmo-mgw says first about it: one or more lines, or ""
	Output   string // what the commands of the file printed, the failing one last
	Expected string // what would have been right
}

func (r *ReadError) Error() string {
	if r.Open != nil {
		return r.Open.Error()
	}
	return fmt.Sprintf("%s:%d: %s", r.File, r.Line, r.Expected)
}

func (r *ReadError) Unwrap() error { return r.Open }

// Report is what goes to standard error: osmo-mgw's lines, then FILE:LINE and what was expected. A file that is there
// but cannot be read has the reason first, because scripts look for osmo-mgw's line at the end.
func (r *ReadError) Report() string {
	failed := fmt.Sprintf("Failed to parse the config file: '%s'\n", r.File)
	if errors.Is(r.Open, fs.ErrNotExist) {
		return failed
	}
	if r.Open != nil {
		return r.Open.Error() + "\n" + failed
	}
	var b strings.Builder
	if r.Reason != "" {
		fmt.Fprintf(&b, "%s\n", r.Reason)
	}
	fmt.Fprintf(&b, "Error occurred during reading the below line:\n%s\n\n%s%s%s\n", r.Text, r.Output, failed, r.Error())
	return b.String()
}

// ReadFile reads a configuration file. Output is what its commands printed, for standard error. The error is a
// *ReadError; what the lines before the wrong one set stays set.
func (e *Engine) ReadFile(path string) (output string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", &ReadError{File: path, Open: err}
	}
	return e.Read(path, text)
}

// Read reads the text of a configuration file called name, as ReadFile does.
func (e *Engine) Read(name string, text []byte) (output string, err error) {
	r := reader{file: name}
	r.context = Context{engine: e, print: func(text []byte) { r.output.Write(text) }}
	r.context.Enter(Config, nil)
	r.levels = []level{{depth: 1}}
	for number := 1; len(text) > 0; number++ {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		if err := r.line(number, string(line)); err != nil {
			return r.output.String(), err
		}
	}
	return r.output.String(), nil
}

// reader reads one file.
type reader struct {
	file    string
	context Context
	output  bytes.Buffer
	levels  []level
	entered bool // the last line went into a node, whose first line is still to come
}

func (r *reader) line(number int, text string) error {
	fail := func(reason, expected string) error {
		shown := text
		if len(shown) > maxFileLine {
			shown = shown[:72] + " ..."
		}
		return &ReadError{File: r.file, Line: number, Text: shown, Reason: reason, Output: r.output.String(), Expected: expected}
	}
	if len(text) > maxFileLine {
		return fail("Line too long.", fmt.Sprintf("expected a line of at most %d octets, this one has %d", maxFileLine, len(text)))
	}
	content, _, _ := strings.Cut(text, "\x00")
	words := splitLine(content)
	if len(words) == 0 {
		return nil
	}
	if problem := r.indent(leadingBlanks(content)); problem != "" {
		return fail("Indentation error: "+problem, problem)
	}
	before, depth := r.context.node(), len(r.context.frames)
	err := r.context.run(words, written)
	r.entered = len(r.context.frames) > depth
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrUnknown):
		return fail("There is no such command.", before.explain(words))
	case errors.Is(err, ErrAmbiguous):
		return fail("Ambiguous command.", before.explain(words))
	case errors.Is(err, ErrIncomplete):
		return fail("", before.explain(words))
	case !errors.Is(err, ErrFailed):
		r.context.Printf("%s\n", err)
	}
	said := strings.TrimSpace(r.output.String())
	return fail("", "the command failed: "+said[strings.LastIndexByte(said, '\n')+1:])
}
