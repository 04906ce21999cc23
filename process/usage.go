package process

import (
	"fmt"
	"time"

	"github.com/prometheus/procfs"
)

// Usage is what the kernel accounts to the process.
type Usage struct {
	CPU     time.Duration // user and system time of all its threads, also of those that ended
	RSS     uint64        // octets of memory in use
	Started time.Time
	Threads int
	Files   int // open descriptors
}

// ReadUsage reads the figures from /proc.
func ReadUsage() (Usage, error) {
	self, err := procfs.Self()
	if err != nil {
		return Usage{}, fmt.Errorf("read process figures: %w", err)
	}
	stat, err := self.Stat()
	if err != nil {
		return Usage{}, fmt.Errorf("read process figures: %w", err)
	}
	started, err := stat.StartTime()
	if err != nil {
		return Usage{}, fmt.Errorf("read process figures: %w", err)
	}
	files, err := self.FileDescriptorsLen()
	if err != nil {
		return Usage{}, fmt.Errorf("count open descriptors: %w", err)
	}
	return Usage{
		CPU:     time.Duration(stat.CPUTime() * float64(time.Second)),
		RSS:     uint64(stat.ResidentMemory()),
		Started: time.Unix(0, int64(started*float64(time.Second))),
		Threads: stat.NumThreads,
		Files:   files,
	}, nil
}

// ThreadCPU is the CPU time that each thread of the process has used, by the thread's name; threads of the same name are
// added up.
func ThreadCPU() (map[string]time.Duration, error) {
	self, err := procfs.Self()
	if err != nil {
		return nil, fmt.Errorf("read thread figures: %w", err)
	}
	threads, err := procfs.AllThreads(self.PID)
	if err != nil {
		return nil, fmt.Errorf("read thread figures: %w", err)
	}
	used := make(map[string]time.Duration, len(threads))
	for _, thread := range threads {
		stat, err := thread.Stat()
		if err != nil {
			continue // it has ended meanwhile
		}
		used[stat.Comm] += time.Duration(stat.CPUTime() * float64(time.Second))
	}
	return used, nil
}
