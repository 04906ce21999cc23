package mgw

import (
	"strings"
	"testing"
)

const (
	onLoopback = "mgcp\n bind ip 127.0.0.1\n bind port 0\n"
	ioNode     = "configure terminal|io|"
)

// typed splits a line of the tests, which has | between commands.
func typed(lines string) []string { return strings.Split(lines, "|") }

// The settings of the node io are kept before there is an engine, and carried out when there is one.
func TestIONode(t *testing.T) {
	for _, started := range []bool{false, true} {
		b := newBed(t, "")
		if started {
			b = newStartedBed(t, onLoopback)
		}
		if got := b.run("show running-config"); strings.Contains(got, "\nio\n") {
			t.Errorf("defaults are written:\n%s", got)
		}
		b.run(typed(ioNode + "backend epoll|queues 2|coalesce 500|queue-select hash|pool 256|queue 0 cpu 0|queue 63 cpu auto")...)
		want := "\nio\n backend epoll\n queues 2\n coalesce 500\n queue-select hash\n pool 256\n queue 0 cpu 0\nmgcp\n"
		if got := b.run("show running-config"); !strings.Contains(got, want) {
			t.Errorf("started %v:\n%s\nwant\n%s", started, got, want)
		}
		if cfg := b.io.EngineConfig(); cfg.Queues != 2 || cfg.Pool != 256 || cfg.Backend != "epoll" || cfg.CPUs[0] != 0 {
			t.Errorf("kept: %+v", cfg)
		}
		if started {
			if s := b.packets.Snapshot(); len(s.Queues) != 2 || s.Pool != 256 || s.Coalesce != 500 {
				t.Errorf("engine: %+v", s)
			}
		}
		b.run(typed(ioNode + "backend auto|queues 1|coalesce auto|queue-select least-loaded|pool 1024|queue 0 cpu auto")...)
		if got := b.run("show running-config"); strings.Contains(got, "\nio\n") {
			t.Errorf("defaults are written again:\n%s", got)
		}
	}
}

// What cannot be done changes nothing, and the operator reads why.
func TestIONodeRefuses(t *testing.T) {
	b := newStartedBed(t, onLoopback)
	for _, tt := range []struct{ line, want string }{
		{"backend io_uring", "% Nothing changed: no I/O backend \"io_uring\" in this program"},
		{"queue 0 cpu 1023", "% Nothing changed: CPU 1023 is not among those"},
		{"pool 1000", "% A pool has 256, 512, 1024, 2048 or 4096 buffers, not 1000\n"},
		{"queues 65", "% Unknown command.\n"},
		{"coalesce 0", "% Unknown command.\n"},
	} {
		got, err := b.try(typed(ioNode + tt.line)...)
		if err == nil || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %s", tt.line, got)
		}
	}
	if got := b.run("show running-config"); strings.Contains(got, "\nio\n") {
		t.Errorf("something changed:\n%s", got)
	}
}

func TestShowIO(t *testing.T) {
	b := newBed(t, "")
	if got, _ := b.try("show io"); got != "% The packet engine does not run yet.\n" {
		t.Errorf("before the start: %s", got)
	}
	b = newStartedBed(t, onLoopback)
	if got := b.run("show io"); !strings.HasPrefix(got, "Backend: epoll (configured: epoll)\n") ||
		!strings.Contains(got, "Queues: 1, queue-select least-loaded, coalesce off, pool 1024 buffers each\n") {
		t.Errorf("show io:\n%s", got)
	}
	if got := b.run("show runtime"); got != "osmo-io backend: epoll\n" {
		t.Errorf("show runtime: %s", got)
	}
	b.run(typed(ioNode + "queues 3")...)
	if got := b.run("show io queues"); strings.Count(got, " no ") != 3 {
		t.Errorf("show io queues:\n%s", got)
	}
}
