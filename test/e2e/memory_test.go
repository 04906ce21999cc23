package e2e

import (
	"errors"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"osmo-mgw-go/internal/testnet"
)

// memory is what the gateway says of itself on SIGUSR1.
type memory struct{ allocations, goroutines int }

var memoryLine = regexp.MustCompile(`(?m)^memory report: .* (\d+) allocations so far, .* (\d+) goroutines$`)

func memoryReport(t *testing.T, g *testnet.Gateway) (m memory) {
	t.Helper()
	before := len(memoryLine.FindAllString(g.Stderr.String(), -1))
	g.Signal(t, syscall.SIGUSR1)
	testnet.Eventually(t, "the memory report", func() error {
		reports := memoryLine.FindAllStringSubmatch(g.Stderr.String(), -1)
		if len(reports) == before {
			return errors.New("no new one")
		}
		last := reports[len(reports)-1]
		m.allocations, _ = strconv.Atoi(last[1])
		m.goroutines, _ = strconv.Atoi(last[2])
		return nil
	})
	return m
}

// mostAllocations is how many a hundred thousand packets may cost, above what the program does each second anyway.
const mostAllocations = 100

// allocationsDuring counts what the gateway allocates while something is done.
func allocationsDuring(t *testing.T, g *testnet.Gateway, do func()) int {
	t.Helper()
	before := memoryReport(t, g)
	do()
	return memoryReport(t, g).allocations - before.allocations
}

// A packet costs no allocation, on its whole way through the program.
func TestPacketsAllocateNothing(t *testing.T) {
	onEachBackend(t, func(t *testing.T, config testnet.Config) {
		g := testnet.Start(t, config)
		a := testnet.NewAgent(t, g)
		var calls []*testnet.Call
		for i := range 25 {
			calls = append(calls, testnet.NewCall(t, a, strconv.Itoa(i), "127.0.0.1", "127.0.0.2"))
		}
		testnet.Talk(t, calls, 40, 5*time.Millisecond) // what is made once is made now
		memoryReport(t, g)
		idle := allocationsDuring(t, g, func() { time.Sleep(2 * time.Second) })
		start := time.Now()
		cost := allocationsDuring(t, g, func() { testnet.Talk(t, calls, load(2000), 5*time.Millisecond) })
		others := int(time.Since(start)/time.Second+1) * idle / 2
		t.Logf("%d packets: %d allocations; %d were due without a packet", 2*len(calls)*load(2000), cost, others)
		if cost-others > mostAllocations {
			t.Errorf("%d packets cost %d allocations, at most %d are allowed", 2*len(calls)*load(2000), cost-others, mostAllocations)
		}
	})
}
