// Package e2e runs the real binary, as its users do, and asserts what they see.
package e2e

import (
	"testing"

	"osmo-mgw-go/internal/testnet"
)

func TestMain(m *testing.M) { testnet.Main(m) }

// backends are those that every media test runs on.
var backends = []string{"epoll", "io_uring"}

// onEachBackend runs a test once per I/O backend.
func onEachBackend(t *testing.T, run func(t *testing.T, config testnet.Config)) {
	t.Helper()
	for _, backend := range backends {
		t.Run(backend, func(t *testing.T) { run(t, testnet.NewConfig(t).Backend(backend)) })
	}
}

// load is n, or a tenth of it under the race detector.
func load(n int) int {
	if testnet.Race {
		return max(1, n/10)
	}
	return n
}
