package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parsed is what one command line leads to.
type parsed struct {
	Calls  []string // the options in the order in which they acted
	Rest   []string
	Errors string
}

// play runs getopt over words with osmo-mgw's options and two of ours; `version` ends the program.
func play(words []string) parsed {
	var p parsed
	var errs bytes.Buffer
	note := func(name string) func(string) verdict {
		return func(value string) verdict {
			p.Calls = append(p.Calls, strings.TrimRight(name+" "+value, " "))
			if name == "version" {
				return exitWith(exitOK)
			}
			return goOn
		}
	}
	options := []option{
		{long: "help", short: 'h', act: note("help")},
		{long: "config-file", short: 'c', hasArg: true, act: note("config-file")},
		{long: "daemonize", short: 'D', act: note("daemonize")},
		{long: "disable-color", short: 's', act: note("disable-color")},
		{long: "version", short: 'V', act: note("version")},
		{long: "vty-ref-mode", hasArg: true, act: note("vty-ref-mode")},
		{long: "vty-ref-xml", act: note("vty-ref-xml")},
		{long: "defaults", own: true, act: note("defaults")},
		{long: "check", own: true, act: note("check")},
	}
	p.Rest, _ = getopt("mgw", words, options, &errs)
	p.Errors = errs.String()
	return p
}

// The messages and the choice are those of glibc's getopt_long, as Debian's osmo-mgw shows them.
func TestGetopt(t *testing.T) {
	for _, tt := range []struct {
		words string
		want  parsed
	}{
		{"-s -D", parsed{Calls: []string{"disable-color", "daemonize"}}},
		{"-sD", parsed{Calls: []string{"disable-color", "daemonize"}}},
		{"-cfoo -c bar", parsed{Calls: []string{"config-file foo", "config-file bar"}}},
		{"-sc", parsed{Calls: []string{"disable-color"}, Errors: "mgw: option requires an argument -- 'c'\n"}},
		{"-c -s", parsed{Calls: []string{"config-file -s"}}},
		{"--config-file", parsed{Errors: "mgw: option '--config-file' requires an argument\n"}},
		{"--conf=a --conf b", parsed{Calls: []string{"config-file a", "config-file b"}}},
		{"--foo -s", parsed{Calls: []string{"disable-color"}, Errors: "mgw: unrecognized option '--foo'\n"}},
		{"--foo=3", parsed{Errors: "mgw: unrecognized option '--foo'\n"}},
		{"-x -s", parsed{Calls: []string{"disable-color"}, Errors: "mgw: invalid option -- 'x'\n"}},
		{"--help=3", parsed{Errors: "mgw: option '--help' doesn't allow an argument\n"}},
		{"--vty", parsed{Errors: "mgw: option '--vty' is ambiguous; possibilities: '--vty-ref-mode' '--vty-ref-xml'\n"}},
		{"foo -V -s", parsed{Calls: []string{"version"}, Rest: []string{"foo"}}},
		{"-s -- -D foo", parsed{Calls: []string{"disable-color"}, Rest: []string{"-D", "foo"}}},
		{"-", parsed{Rest: []string{"-"}}},
		// Ours come second: what osmo-mgw takes, or finds ambiguous, stays so.
		{"--c=x", parsed{Calls: []string{"config-file x"}}},
		{"--d", parsed{Errors: "mgw: option '--d' is ambiguous; possibilities: '--daemonize' '--disable-color'\n"}},
		{"--de --ch", parsed{Calls: []string{"defaults", "check"}}},
	} {
		t.Run(tt.words, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, play(strings.Fields(tt.words))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzGetopt: no command line makes it crash, and no word is lost: it acts, is reported or is handed on.
func FuzzGetopt(f *testing.F) {
	f.Add("-s -c a --conf=b --foo -- x")
	f.Add("-sVc --d --vty-ref-mode")
	f.Add("--=x -- --")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Split(line, " ")
		p := play(words)
		if len(p.Calls) == 0 && len(p.Rest) == 0 && p.Errors == "" && strings.Trim(line, "- ") != "" {
			t.Errorf("%q went nowhere", words)
		}
	})
}
