// Package media runs the real binary and lets phones of all kinds speak through it: AMR in both framings, Iu UP, and
// Osmux between two gateways, of which one may be Debian's osmo-mgw.
package media

import (
	"fmt"
	"testing"

	"osmo-mgw-go/internal/testnet"
)

func TestMain(m *testing.M) { testnet.Main(m) }

// onEach runs a test on each I/O backend, with one queue and with two.
func onEach(t *testing.T, run func(t *testing.T, config testnet.Config)) {
	for _, backend := range []string{"epoll", "io_uring"} {
		for _, queues := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s-%d", backend, queues), func(t *testing.T) {
				config := testnet.NewConfig(t)
				config.Top = append(config.Top, "io", " backend "+backend, fmt.Sprintf(" queues %d", queues), " queue-select round-robin")
				run(t, config)
			})
		}
	}
}

// load is n, or a tenth of it under the race detector.
func load(n int) int {
	if testnet.Race {
		return max(1, n/10)
	}
	return n
}
