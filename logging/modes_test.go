package logging

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-systemd/v22/journal"
)

// TestModesOfAFullOutput: non-blocking loses the lines that would have to wait, blocking keeps them for later; neither
// holds up who logs.
func TestModesOfAFullOutput(t *testing.T) {
	const lines, line = 200, 1024
	for _, mode := range []Mode{NonBlocking, Blocking, WorkQueue} {
		s := bench(t)
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		target := s.add(File, "pipe", mode, &fileSink{file: w})
		target.Change(func(set *Settings) { set.Colour, set.CategoryHex, set.File = false, false, NoFile })
		for range lines {
			s.Logger().Log(RTP, Notice, "%s", strings.Repeat("x", line-1))
		}
		if mode == NonBlocking {
			target.Sync() // nothing waits for the reader that is not there
		}
		got := make(chan int)
		go func() {
			read, buffer := 0, make([]byte, 64*line)
			for {
				n, err := r.Read(buffer)
				read += n
				if err != nil {
					got <- read / line
					return
				}
			}
		}()
		target.Sync()
		s.Close(time.Second)
		n := <-got
		if lost := int(target.Dropped()); n+lost != lines || (mode == NonBlocking) != (lost > 0) {
			t.Errorf("%q: %d lines came through, %d were lost, of %d", mode.Word(), n, lost, lines)
		}
		r.Close()
	}
}

func TestJournal(t *testing.T) {
	s := bench(t)
	target, err := s.OpenJournal(true)
	if journal.Enabled() {
		if err != nil || target.Name != "raw" || s.FindKind(Journal) != target {
			t.Errorf("%+v, %v", target, err)
		}
	} else if !errors.Is(err, ErrNoJournal) {
		t.Errorf("without a journal: %v", err)
	}
	for level, want := range map[Level]journal.Priority{
		Debug: journal.PriDebug, Info: journal.PriInfo, Notice: journal.PriNotice, Error: journal.PriErr, Fatal: journal.PriCrit,
	} {
		if got := journalPriority(level); got != want {
			t.Errorf("%v: priority %d, want %d", level, got, want)
		}
	}
}
