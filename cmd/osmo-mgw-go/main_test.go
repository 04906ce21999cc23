package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

func TestCommandLine(t *testing.T) {
	for _, tt := range []struct {
		args           string
		status         int
		stdout, stderr string // regular expressions
	}{
		{"-V", exitOK, `^OsmoMGW version \S+\n\n(.+\n)+\n$`, `^$`},
		{"--version", exitOK, `^OsmoMGW version \S+\n\n`, `^$`},
		{"--help", exitOK, `-h --help[\s\S]*-c --config-file[\s\S]*-s --disable-color[\s\S]*-D --daemonize[\s\S]*-V --version[\s\S]*--vty-ref-mode[\s\S]*--vty-ref-xml[\s\S]*--defaults[\s\S]*--check`, `^$`},
		{"foo", exitUsage, `^$`, `'foo'`},
		{"foo -V", exitOK, `^OsmoMGW version`, `^$`},
		{"-c /nonexistent/x.cfg", exitNoConfig, `^$`, `^Failed to parse the config file: '/nonexistent/x.cfg'\n$`},
		{"-c /", exitNoConfig, `^$`, `^read /: is a directory\nFailed to parse the config file: '/'\n$`},
		{"doctor -c /nonexistent/x.cfg", exitNoConfig, `^$`, `Failed to parse the config file: '/nonexistent/x.cfg'\n$`},
		{"doctor -c testdata/doctor.cfg", 1, `(?m)^PROBLEM +bind address +.*192\.0\.2\.1`, `^$`},
		{"doctor x", exitUsage, `^$`, `'x'`},
		{"doctor --help", exitOK, `^$`, `--config-file`},
		{"--foo -c /nonexistent", exitNoConfig, `^$`, `^osmo-mgw-go: unrecognized option '--foo'\n`},
	} {
		t.Run(tt.args, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			status := run(strings.Fields(tt.args), strings.NewReader(""), &stdout, &stderr)
			if status != tt.status {
				t.Errorf("exit status %d, want %d", status, tt.status)
			}
			for _, c := range []struct{ name, got, want string }{
				{"standard output", stdout.String(), tt.stdout},
				{"standard error", stderr.String(), tt.stderr},
			} {
				if !regexp.MustCompile(c.want).MatchString(c.got) {
					t.Errorf("%s %q does not match %q", c.name, c.got, c.want)
				}
			}
		})
	}
}
