package mgw

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestSched(t *testing.T) {
	b := newBed(t, "cpu-sched\n policy rr 5\n cpu-affinity worker 0xF delay\n cpu-affinity self 1\n cpu-affinity worker 3 delay\n")
	want := "\ncpu-sched\n policy rr 5\n cpu-affinity self 0x1\n cpu-affinity worker 0x3 delay\n"
	if got := b.run("show running-config"); !strings.Contains(got, want) {
		t.Errorf("written:\n%s\nwant\n%s", got, want)
	}
	if got, _ := b.try(typed("configure terminal|cpu-sched|cpu-affinity self xyz")...); got != "% Failed parsing CPU Affinity Mask xyz\n" {
		t.Errorf("bad mask: %s", got)
	}
	want = fmt.Sprintf("Thread list for PID %d:\n TID: 12, NAME: 'mgw-q0', cpu-affinity: 0x3\n", os.Getpid())
	if got := b.run("show cpu-sched threads"); got != want {
		t.Errorf("threads: %s", got)
	}
}
