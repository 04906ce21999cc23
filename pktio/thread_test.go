package pktio_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/pktio"
)

// threads are the engine's threads by name, with the CPUs they may use as the kernel lists them.
func threads(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	tasks, err := filepath.Glob("/proc/self/task/*/status")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		status, err := os.ReadFile(task)
		if err != nil {
			continue // it has ended
		}
		fields := map[string]string{}
		for line := range strings.Lines(string(status)) {
			name, value, _ := strings.Cut(line, ":")
			fields[name] = strings.TrimSpace(value)
		}
		if strings.HasPrefix(fields["Name"], "mgw-q") {
			found[fields["Name"]] = fields["Cpus_allowed_list"]
		}
	}
	return found
}

// allowed are the CPUs of the test.
func allowed(t *testing.T) (cpus []int) {
	t.Helper()
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(unix.Getpid(), &set); err != nil {
		t.Fatal(err)
	}
	for cpu := range 1024 {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

func TestThreadsAreNamedAndPinned(t *testing.T) {
	cpus := allowed(t)
	first, last := cpus[0], cpus[len(cpus)-1]
	var mu sync.Mutex
	var started []int
	e := newEngine(t, pktio.Config{
		Backend: "epoll", Queues: 3, CPUs: []int{pktio.AutoCPU, last},
		ThreadStart: func(queue int) {
			mu.Lock()
			defer mu.Unlock()
			started = append(started, queue)
		},
	})
	want := map[string]string{"mgw-q0": fmt.Sprint(first), "mgw-q1": fmt.Sprint(last), "mgw-q2": fmt.Sprint(cpus[2%len(cpus)])}
	if got := threads(t); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("threads %v, want %v", got, want)
	}
	mu.Lock()
	if slices.Sort(started); !slices.Equal(started, []int{0, 1, 2}) {
		t.Errorf("ThreadStart was called for %v", started)
	}
	mu.Unlock()

	if err := e.SetAffinity(0, last); err != nil {
		t.Fatal(err)
	}
	if err := e.SetAffinity(1, pktio.AutoCPU); err != nil {
		t.Fatal(err)
	}
	want["mgw-q0"], want["mgw-q1"] = fmt.Sprint(last), fmt.Sprint(cpus[1%len(cpus)])
	if got := threads(t); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("threads %v, want %v", got, want)
	}
	// What is pinned stays so on another backend, and what is gone is gone.
	if err := e.SetBackend("io_uring"); err != nil {
		notRun(t, "io_uring")
	}
	if err := e.Resize(2); err != nil {
		t.Fatal(err)
	}
	delete(want, "mgw-q2")
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		got := threads(t)
		if fmt.Sprint(got) == fmt.Sprint(want) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("threads %v, want %v", got, want)
		}
	}
	s := e.Snapshot()
	if s.Queues[0].PinnedTo != last || s.Queues[0].CPU != last || s.Queues[1].PinnedTo != pktio.AutoCPU {
		t.Errorf("snapshot %+v", s.Queues)
	}
}
