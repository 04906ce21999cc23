package live

import (
	"slices"
	"strings"
	"sync"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/tui"
)

// logLength is how many lines a screen keeps.
const logLength = 1000

// logTail keeps the last lines of a log target. The target writes, the screen reads.
type logTail struct {
	mu    sync.Mutex
	lines []tui.LogLine
}

// openLog makes a target of its own for a screen.
func openLog(logs *logging.System) (*logTail, *logging.Target) {
	tail := &logTail{}
	target := logs.OpenSession(tail)
	target.Change(func(s *logging.Settings) {
		*s = logging.DefaultSettings()
		s.FilterAll, s.Colour, s.CategoryHex, s.File = true, false, false, logging.NoFile
		s.ExtendedTimestamp, s.Category, s.PrintLevel = true, true, true
	})
	return tail, target
}

// Write takes a formatted line: time, category, level and text.
func (t *logTail) Write(line []byte) (int, error) {
	parts := strings.SplitN(strings.TrimRight(string(line), "\n"), " ", 4)
	for len(parts) < 4 {
		parts = append(parts, "")
	}
	l := tui.LogLine{Time: clock(parts[0]), Category: parts[1], Level: parts[2], Text: parts[3]}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == logLength {
		t.lines = slices.Delete(t.lines, 0, logLength/10)
	}
	t.lines = append(t.lines, l)
	return len(line), nil
}

// clock is the time of day in an extended timestamp, YYYYMMDDhhmmssmmm.
func clock(stamp string) string {
	if len(stamp) != 17 {
		return stamp
	}
	return stamp[8:10] + ":" + stamp[10:12] + ":" + stamp[12:14] + "." + stamp[14:]
}

func (t *logTail) copy() []tui.LogLine {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.lines)
}
