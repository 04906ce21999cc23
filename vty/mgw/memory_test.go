package mgw

import (
	"regexp"
	"strings"
	"testing"
)

func TestShowMemory(t *testing.T) {
	b := newBed(t, "")
	report := b.run("show talloc-context application full")
	lines := strings.Split(strings.TrimSuffix(report, "\n"), "\n")
	if !regexp.MustCompile(`^full talloc report on 'application' \(total +[0-9]+ bytes in +[0-9]+ blocks\)$`).MatchString(lines[0]) {
		t.Errorf("first line: %q", lines[0])
	}
	for _, line := range lines[1:] {
		if !regexp.MustCompile(`^ +.* contains +[0-9]+ bytes in +[0-9]+ blocks \(ref 0\) 0x[0-9a-f]+$`).MatchString(line) {
			t.Errorf("line: %q", line)
		}
	}
	// One queue with 1,024 buffers of 2,048 octets.
	if !strings.Contains(report, "packet pools                   contains 2097152 bytes in   1 blocks") {
		t.Errorf("packet pools:\n%s", report)
	}
	for _, tt := range []struct{ line, want string }{
		{"show talloc-context all full", ""},
		{"show talloc-context global brief tree 0x99", "Invalid chunk address\n"},
		{"show talloc-context global full tree xyz", "Invalid chunk address\n"},
		{"show talloc-context application full filter [", "Invalid expression\n"},
	} {
		if got, _ := b.try(tt.line); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.line, got, tt.want)
		}
	}
	if got := b.run("show talloc-context global full filter pools"); strings.Count(got, "contains") != 1 {
		t.Errorf("filter:\n%s", got)
	}
}
