package pktio_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"osmo-mgw-go/pktio"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// openFiles counts the process's descriptors.
func openFiles(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// TestDescriptorsAreClosed makes and ends engines, changes them and closes groups: no descriptor stays.
func TestDescriptorsAreClosed(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		round := func() {
			e, err := pktio.New(pktio.Config{Backend: backend, Queues: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			for key := range uint64(4) {
				fd1, _ := socket(t, "127.0.0.1")
				fd2, _ := socket(t, "127.0.0.1")
				g, _, _ := newCall(e, key, fd1, fd2, pktio.Addr{}, pktio.Addr{})
				if key%2 == 0 {
					g.Close()
				}
			}
			for _, b := range []string{"epoll", "io_uring"} {
				if err := e.SetBackend(b); err != nil {
					t.Fatal(err)
				}
			}
			if err := e.Resize(1); err != nil {
				t.Fatal(err)
			}
		}
		round()
		before := openFiles(t)
		for range 20 {
			round()
		}
		if after := openFiles(t); after > before {
			t.Errorf("%d descriptors before, %d after 20 rounds", before, after)
		}
	})
}

// TestPortIsFreeAfterCloseThen binds a port again as soon as the engine says that the flow is closed.
func TestPortIsFreeAfterCloseThen(t *testing.T) {
	onEachKind(t, func(t *testing.T, backend string) {
		e := newEngine(t, pktio.Config{Backend: backend})
		g := e.NewGroup(0)
		for range 100 {
			fd, at := socket(t, "127.0.0.1")
			f := g.Open(fd, &leg{})
			done := make(chan struct{})
			f.CloseThen(func() { close(done) })
			<-done
			c, err := listen(at)
			if err != nil {
				t.Fatal(err)
			}
			c.Close()
		}
	})
}
