// Package transcripts plays the recorded sessions of osmo-mgw against the real binary.
package transcripts

import (
	"path/filepath"
	"testing"

	"osmo-mgw-go/internal/testnet"
	"osmo-mgw-go/internal/transcript"
)

func TestMain(m *testing.M) { testnet.Main(m) }

// TestTranscripts plays every recording. They use fixed ports: one at a time, in the namespace of this package.
func TestTranscripts(t *testing.T) {
	binary := testnet.Binary(t)
	for _, file := range transcript.Files(t) {
		t.Run(filepath.Base(file), func(t *testing.T) { transcript.Play(t, binary, file) })
	}
}
