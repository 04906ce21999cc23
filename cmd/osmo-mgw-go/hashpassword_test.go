package main

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

func TestHashPassword(t *testing.T) {
	var stdout, stderr bytes.Buffer
	status := run([]string{"hash-password", "--cost", "4"}, strings.NewReader("geheim\nmore\n"), &stdout, &stderr)
	if status != exitOK {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
	hash := strings.TrimSpace(stdout.String())
	if err := bcrypt.CompareHashAndPassword([]byte(hash), []byte("geheim")); err != nil {
		t.Errorf("%s: %v", hash, err)
	}
	for _, tt := range []struct{ args, stdin string }{
		{"hash-password geheim", "x\n"}, {"hash-password", ""}, {"hash-password --cost 99", "x\n"}, {"hash-password --cost x", "x\n"},
		{"hash-password", strings.Repeat("x", 100) + "\n"}, // bcrypt takes 72 octets
	} {
		stdout.Reset()
		if status := run(strings.Fields(tt.args), strings.NewReader(tt.stdin), &stdout, &stderr); status == exitOK || stdout.Len() > 0 {
			t.Errorf("%s with %q: status %d, %q", tt.args, tt.stdin, status, stdout.String())
		}
	}
}
