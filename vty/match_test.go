package vty

import (
	"bytes"
	"strings"
	"testing"
)

// Each line is typed in a node; command is the syntax of what runs, or the answer.
func TestMatch(t *testing.T) {
	for _, tt := range []struct{ node, line, command string }{
		{View, "sho mgcp ac", "show mgcp active"},
		{View, "show mgcp", "show mgcp [stats]"},
		{View, "show mgcp s", "show mgcp [stats]"},
		{View, "s", "% Command incomplete."},
		{View, "e", "% Ambiguous command."}, // exit, enable, echo (hidden)
		{View, "en", "enable [expert-mode]"},
		{View, "show mgcp endpoint", "% Command incomplete."},
		{View, "show mgcp endpoint a b", "% Unknown command."},
		{View, "show mgcp trunk 65 endpoint x", "% Unknown command."},
		{View, "show mgcp trunk -1 endpoint x", "% Unknown command."},
		{View, "show mgcp trunk +064 endpoint x", "show mgcp trunk <0-64> endpoint NAME"},
		{View, "end", "% Unknown command."},
		{View, "show vty g", "show vty-attributes (application|library|global)"},
		{View, "echo", "% Command incomplete."},
		{View, "echo a b c", "echo .MESSAGE"},
		{View, "do show version", "% Unknown command."},
		{View, "Show version", "% Unknown command."},
		{View, "show io", "show io"},
		{View, "show i", "show io"}, // ours, as nothing of osmo-mgw's begins so
		{Enable, "sh mgcp", "% Ambiguous command."},
		{Enable, "conf", "configure [terminal]"},
		{Config, "password abc", "password LINE"},
		{Config, "password 8", "% Command incomplete."},
		{Config, "password a b", "% Unknown command."},
		{Config, "password 8 x", "password (8|) WORD"},
		{Config, "password 8 a b", "% Unknown command."},
		{Config, "no hostname whatever", "no hostname [HOSTNAME]"},
		{"config-mgcp", "osmux o", "% Ambiguous command."},
		{"config-mgcp", "osmux on", "osmux (on|off|only)"},
		{"config-mgcp", "rtp net", "% Ambiguous command."}, // two deprecated ones
		{"config-mgcp", "rtp keep o", "rtp keep-alive once"},
		{"config-mgcp", "rtp keep 1", "rtp keep-alive <1-120>"},
		{"config-mgcp", "rtp keep 0", "% Unknown command."},
		{"config-mgcp", "rtp keep 0x1", "% Unknown command."},
		{"config-mgcp", "loop 1", "loop (0|1)"},
		{"config-mgcp", "bind ip 10.0.0", "% Unknown command."},
		{"config-mgcp", "bind ip 1.2.3.400", "% Unknown command."},
		{"config-mgcp", "bind ip 127.000.000.001", "bind ip (A.B.C.D|X:X::X:X)"},
		{"config-mgcp", "bind ip foo", "% Unknown command."},
		{"config-mgcp", "bind ip fe80::1%eth0", "bind ip (A.B.C.D|X:X::X:X)"},
		{"config-mgcp", "bind ip ::ffff:1.2.3.4", "bind ip (A.B.C.D|X:X::X:X)"},
		{Line, "bind ::1", "% Unknown command."},
		{Line, "bind 127.0.0.1 65536", "% Unknown command."},
		{View, "echo" + strings.Repeat(" x", 255), "echo .MESSAGE"},
		{View, "echo" + strings.Repeat(" x", 256), "% Unknown command."},
	} {
		toy := newToy(t)
		cmd, _, err := toy.node(tt.node).match(splitLine(tt.line), typed)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = cmd.Syntax
		}
		if got != tt.command {
			t.Errorf("%s: %q is %q, want %q", tt.node, tt.line, got, tt.command)
		}
	}
}

func TestArguments(t *testing.T) {
	for _, tt := range []struct{ node, line, args string }{
		{View, "list w", "with-flags"},
		{View, "list", ""},
		{View, "show mgcp trunk 007 endpoint Foo", "007|Foo"},
		{View, "echo   a  b", "a|b"},
		{"config-mgcp", "osmux of", "off"},
		{Config, "password 8 x", "8|x"},
	} {
		_, args, err := newToy(t).node(tt.node).match(splitLine(tt.line), typed)
		if got := strings.Join(args, "|"); got != tt.args || err != nil {
			t.Errorf("%q: arguments %q, %v, want %q", tt.line, got, err, tt.args)
		}
	}
}

func TestExec(t *testing.T) {
	for _, tt := range []struct {
		role  Role
		lines []string
		want  string
	}{
		{Operator, []string{"show mgcp endpoint x"}, "shown x\n"},
		{Operator, []string{"show pid extra"}, "% Unknown command.\n"},
		{Operator, []string{"configure", "mgcp", "domain foo", "do show mgcp active", "show running-config"},
			"shown \n\nCurrent configuration:\n!\n!\nline vty\n no login\n!\nmgcp\n domain foo\n rtp port-range 16002 16066\n no rtp keep-alive\n osmux off\nend\n"},
		{Operator, []string{"configure", "mgcp", "trunk 3", "line 4", "end", "configure", "trunk 3"}, "% Unknown command.\n"},
		{Operator, []string{"echo a", "exit", "echo b"}, "a\n"},
		{Operator, []string{"bogus", "echo b"}, "% Unknown command.\n"},
		{Viewer, []string{"show mgcp active", "enable", "write"}, "shown \n% Not allowed: this user may only look.\n"},
	} {
		var out bytes.Buffer
		_ = newToy(t).Exec(User{Role: tt.role}, tt.lines, &out)
		if out.String() != tt.want {
			t.Errorf("%q: got %q, want %q", tt.lines, out.String(), tt.want)
		}
	}
}

func TestConfigurationLockIsGivenBack(t *testing.T) {
	toy := newToy(t)
	var out bytes.Buffer
	for range 2 {
		if err := toy.Exec(User{}, []string{"configure", "mgcp"}, &out); err != nil {
			t.Fatalf("%v: %s", err, out.String())
		}
	}
}

// TestFileOnly: a command for files is not there for an operator, by whatever key.
func TestFileOnly(t *testing.T) {
	toy := newToy(t)
	toy.AddCommands(Config, Command{Syntax: "antique <1-9>", Help: Words{"antique": "Old", "<1-9>": "N"}, FileOnly: true, Run: doNothing})
	n := toy.node(Config)
	if _, _, err := n.match([]string{"antique", "3"}, written); err != nil {
		t.Errorf("in a file: %v", err)
	}
	if _, _, err := n.match([]string{"antique", "3"}, typed); err != ErrUnknown {
		t.Errorf("typed: %v", err)
	}
	if lines, err := n.helpLines(nil, "ant", true); err == nil {
		t.Errorf("? shows %v", lines)
	}
	if words, _ := n.keywords(nil, "ant"); len(words) > 0 {
		t.Errorf("TAB shows %v", words)
	}
}
