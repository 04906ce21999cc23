package pktio_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// controlFiles are the files of the control side. Every other one is on the packet's way, also those that are yet to come.
var controlFiles = []string{
	"pktio/config.go", "pktio/engine.go", "pktio/thread.go", "pktio/affinity.go", "pktio/change.go", "pktio/watchdog.go", "pktio/procs.go", "pktio/rcvbuf.go",
	"iobackend/registry.go", "iobackend/features.go", "iobackend/iouring/factory.go",
}

func TestPacketPathImports(t *testing.T) {
	forbidden := []string{"sync", "fmt", "log", "log/slog"}
	var checked int
	for _, dir := range []string{"pktio", "iobackend", "iobackend/epoll", "iobackend/iouring"} {
		files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := dir + "/" + filepath.Base(file)
			if strings.HasSuffix(name, "_test.go") || slices.Contains(controlFiles, name) {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			checked++
			for _, imp := range parsed.Imports {
				if path, _ := strconv.Unquote(imp.Path.Value); slices.Contains(forbidden, path) {
					t.Errorf("%s is on the packet's way and imports %s", name, path)
				}
			}
		}
	}
	if checked < 8 {
		t.Fatalf("only %d files found on the packet's way", checked)
	}
}

// relayed runs the receive-to-send path of one packet each way.
func relayed(tb testing.TB) func() {
	net, e := newFake(tb, 1)
	net.Record(false)
	fd1, fd2 := net.Socket("192.0.2.1:4000"), net.Socket("192.0.2.1:4002")
	remote1, remote2 := addr("198.51.100.1:16000"), addr("198.51.100.2:16000")
	newCall(e, 0, fd1, fd2, remote1, remote2)
	payload := make([]byte, 43)
	step := func() {
		net.DeliverFrom(fd1, remote1, payload)
		net.DeliverFrom(fd2, remote2, payload)
		for e.Step() {
		}
	}
	before := net.Count()
	for range 100 {
		step()
	}
	if got := net.Count() - before; got != 200 {
		tb.Fatalf("%d packets relayed, want 200", got)
	}
	return step
}

func TestReceiveToSendDoesNotAllocate(t *testing.T) {
	step := relayed(t)
	if n := testing.AllocsPerRun(1000, step); n != 0 {
		t.Errorf("%v allocations for two packets, want 0", n)
	}
}

func BenchmarkReceiveToSend(b *testing.B) {
	step := relayed(b)
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}
