package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/internal/testnet"
)

// Backend and number of queues are changed in the VTY while calls run: no packet is lost, doubled or out of order.
func TestLiveChange(t *testing.T) {
	config := testnet.NewConfig(t)
	config.Endpoints = 100
	g := testnet.Start(t, config)
	a := testnet.NewAgent(t, g)
	var calls []*testnet.Call
	for i := range load(20) {
		calls = append(calls, testnet.NewCall(t, a, fmt.Sprintf("l%d", i), "127.0.0.1", "127.0.0.2"))
	}
	v := testnet.NewVTY(t, g)
	v.Commands(t, "enable", "configure terminal", "io")
	changed := make(chan struct{})
	go func() {
		defer close(changed)
		for range 3 {
			for _, line := range []string{"backend epoll", "queues 4", "backend io_uring", "queues 2", "coalesce off", "queues 1", "coalesce auto"} {
				time.Sleep(50 * time.Millisecond)
				if answer, err := v.Try(line); err != nil || answer != "" {
					t.Errorf("%s: %q, %v", line, answer, err)
				}
			}
		}
	}()
	testnet.Talk(t, calls, 300, 5*time.Millisecond)
	<-changed
	if screen := v.Commands(t, "end", "show io"); !strings.Contains(screen, "io_uring") {
		t.Errorf("show io after the changes:\n%s", screen)
	}
	for _, c := range calls {
		c.Hangup(t)
	}
}
