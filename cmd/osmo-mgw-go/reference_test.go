package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestReference(t *testing.T) {
	for _, tt := range []struct {
		args           string
		status         int
		stdout, stderr string // what begins there, what is in there
	}{
		{"--vty-ref-xml", exitOK, "<vtydoc xmlns='urn:osmocom:xml:libosmocore:vty:doc:1.0'>\n  <node id='_common_cmds_'>", "'default'"},
		{"--vty-ref-mode=hidden --vty-ref-xml", exitOK, "<vtydoc ", "'hidden'"},
		{"--vty-ref-mode foo", exitUsage, "", "'foo'"},
		{"reference commands", exitOK, "# Command reference of OsmoMGW\n", ""},
		{"reference counters", exitOK, "# Counters and gauges\n", ""},
		{"reference x", exitUsage, "", "Usage:"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(strings.Fields(tt.args), strings.NewReader(""), &stdout, &stderr)
		if status != tt.status || !strings.HasPrefix(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) {
			t.Errorf("%s: status %d, %.100q, %q", tt.args, status, stdout.String(), stderr.String())
		}
		if strings.Contains(stdout.String(), "(null)") || strings.Contains(stdout.String(), "doc=''") {
			t.Errorf("%s: texts are missing", tt.args)
		}
	}
}
