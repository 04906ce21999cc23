package tui

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var update = flag.Bool("update", false, "write the golden screens anew")

// bed is a screen over a gateway that stands still.
type bed struct {
	*testing.T
	*Model
	frozen *frozen
}

func newBed(t *testing.T, width, height int, environment ...string) *bed {
	f := &frozen{may: true, snapshot: frozenSnapshot}
	r := lipgloss.NewRenderer(nil)
	r.SetColorProfile(termenv.Ascii)
	if environment != nil {
		r.SetColorProfile(profile(environment))
	}
	b := &bed{t, New(f, f, r), f}
	b.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return b
}

// press types keys: names as bubbletea calls them, or text.
func (b *bed) press(names ...string) {
	b.Helper()
	special := map[string]tea.KeyType{
		"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "backspace": tea.KeyBackspace, "ctrl+c": tea.KeyCtrlC,
	}
	for _, name := range names {
		if t, ok := special[name]; ok {
			b.send(tea.KeyMsg{Type: t})
			continue
		}
		for _, r := range name {
			b.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
}

// send hands a message on, and what a command beside the screen answers to it.
func (b *bed) send(msg tea.Msg) {
	if _, cmd := b.Update(msg); cmd != nil {
		if answer, ok := cmd().(outcome); ok {
			b.Update(answer)
		}
	}
}

func (b *bed) shows(texts ...string) {
	b.Helper()
	for _, text := range texts {
		if !strings.Contains(b.View(), text) {
			b.Errorf("no %q in\n%s", text, b.View())
		}
	}
}

func (b *bed) ran(lines ...string) {
	b.Helper()
	if !slices.Equal(b.frozen.ran, lines) {
		b.Errorf("ran %q, want %q", b.frozen.ran, lines)
	}
}

// TestGoldenScreens holds every page against testdata; -update writes it.
func TestGoldenScreens(t *testing.T) {
	sizes := map[string][2]int{"80x24": {80, 24}, "200x60": {200, 60}}
	for name, keys := range map[string][]string{
		"overview": {"1"}, "endpoints": {"2"}, "call": {"2", "/", "d4e5", "enter", "enter"}, "queues": {"3"}, "osmux": {"4"}, "log": {"5"},
		"help": {"2", "?"}, "confirm": {"3", "b", "io_uring", "enter"},
	} {
		for size, wh := range sizes {
			t.Run(name+"-"+size, func(t *testing.T) {
				b := newBed(t, wh[0], wh[1])
				b.press(keys...)
				b.Update(lookMsg{})
				got := b.View()
				for i, line := range strings.Split(got, "\n") {
					if w := ansi.StringWidth(line); w != wh[0] {
						t.Errorf("line %d is %d wide: %q", i, w, line)
					}
				}
				if n := strings.Count(got, "\n") + 1; n != wh[1] {
					t.Errorf("%d lines", n)
				}
				path := filepath.Join("testdata", name+"-"+size+".golden")
				if *update {
					if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if got+"\n" != string(want) {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

func TestFilterAsYouType(t *testing.T) {
	b := newBed(t, 80, 24)
	b.press("2", "/", "efr")
	b.shows("1 endpoints in use", "ds/e1-1")
	b.press("esc")
	b.shows("3 endpoints in use")
	b.press("a")
	b.shows("4 endpoints in all", "rtpbridge/3@mgw")
}

func TestEndpointsAreSorted(t *testing.T) {
	b := newBed(t, 80, 24)
	order := func() (list []string) {
		for _, e := range b.pages[endpointsPage].(*endpoints).shown {
			list = append(list, e.Name)
		}
		return list
	}
	b.press("2")
	want := []string{"ds/e1-1/s-1/su16-0@mgw", "rtpbridge/2@mgw", "rtpbridge/10@mgw"}
	if got := order(); !slices.Equal(got, want) {
		t.Errorf("by name: %q", got)
	}
	b.press("r")
	slices.Reverse(want)
	if got := order(); !slices.Equal(got, want) {
		t.Errorf("the other way: %q", got)
	}
	b.press("r", "ssss") // by packets received
	if got := order(); got[0] != "rtpbridge/2@mgw" {
		t.Errorf("by packets: %q", got)
	}
}

// The cursor stays with its endpoint when others come and go.
func TestCursorFollowsItsEndpoint(t *testing.T) {
	b := newBed(t, 80, 24)
	b.press("2", "down", "down")
	b.frozen.snapshot = func() Snapshot {
		s := frozenSnapshot()
		s.Endpoints = s.Endpoints[:1]
		return s
	}
	b.Update(lookMsg{})
	b.press("enter")
	b.shows("rtpbridge/10@mgw  call a1b2c3")
}

func TestCallThatEndsStaysOnTheScreen(t *testing.T) {
	b := newBed(t, 80, 24)
	b.press("2", "enter")
	b.frozen.snapshot = func() Snapshot { return Snapshot{} }
	b.Update(lookMsg{})
	b.shows("ds/e1-1/s-1/su16-0@mgw", "the call is over")
}

func TestChangesAreConfirmed(t *testing.T) {
	b := newBed(t, 80, 24)
	b.press("3", "n", "4", "enter")
	b.shows("Change the number of queues to 4", "queues 4", "no packet is lost")
	b.press("n")
	b.shows("Nothing was changed.")
	b.ran()
	b.press("down", "c", "1", "enter")
	b.shows("Move queue 1 to CPU 1")
	b.press("y")
	b.ran("configure terminal", "io", "queue 1 cpu 1")
	b.shows("Done: Move queue 1 to CPU 1")
}

func TestFreeAndResetEndpoint(t *testing.T) {
	b := newBed(t, 80, 24)
	b.press("2", "enter", "x")
	b.shows("The call agent is not told")
	b.press("y")
	b.press("r")
	b.shows("has restarted (RSIP)")
	b.press("y")
	b.ran("free-endpoint 1 2", "reset-endpoint 1 2")
}

// Those who may only look are refused before they are asked anything.
func TestViewersDoNotAct(t *testing.T) {
	for _, keys := range []string{"3b", "3n", "3c", "3o"} {
		b := newBed(t, 80, 24)
		b.frozen.may = false
		b.press(keys)
		b.shows("view only", "may only look")
		b.press("auto", "enter", "y")
		b.ran()
	}
	b := newBed(t, 80, 24)
	b.frozen.may = false
	b.press("2", "enter", "x", "y")
	b.ran()
}

func TestCommandLine(t *testing.T) {
	b := newBed(t, 80, 24)
	b.press(":", "show m", "tab")
	b.shows("mgcp", "memory")
	b.press("emory", "enter")
	b.ran("show memory")
	b.shows("first answer", "second answer")
	b.press("esc", ":", "up")
	b.shows(":OsmoMGW# show memory")
	b.press("esc", ":", "compl", "tab")
	b.shows("complete")
}

func TestLogFilters(t *testing.T) {
	b := newBed(t, 80, 24)
	b.press("5")
	b.shows("made", "wrong address", "an escape .[2J")
	if strings.Contains(b.View(), "not shown") {
		t.Error("a line below the level is shown")
	}
	b.press("l")
	if b.frozen.level != "error" || strings.Contains(b.View(), "made") {
		t.Errorf("level %q:\n%s", b.frozen.level, b.View())
	}
	b.press("llll", "c")
	if strings.Contains(b.View(), "wrong address") {
		t.Errorf("category filter:\n%s", b.View())
	}
}

func TestSmallWindow(t *testing.T) {
	b := newBed(t, 80, 24)
	for _, size := range [][2]int{{79, 24}, {80, 23}, {1, 1}, {0, 0}} {
		b.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		if strings.Contains(b.View(), "Overview") {
			t.Errorf("%v: draws a page", size)
		}
	}
	b.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	b.shows("Overview")
}

func TestColours(t *testing.T) {
	for _, tt := range []struct {
		environment []string
		colour      bool
	}{
		{[]string{"TERM=xterm-256color"}, true},
		{[]string{"TERM=xterm", "NO_COLOR=1"}, false},
		{[]string{"TERM=dumb"}, false},
		{[]string{""}, true},
	} {
		b := newBed(t, 80, 24, tt.environment...)
		if got := strings.Contains(b.View(), "\x1b[3"); got != tt.colour {
			t.Errorf("%q: colour %v", tt.environment, got)
		}
		if strings.Contains(b.View(), "38;5") || strings.Contains(b.View(), "38;2") {
			t.Errorf("%q: more than 16 colours", tt.environment)
		}
	}
}

func TestQuit(t *testing.T) {
	for _, k := range []tea.KeyMsg{{Type: tea.KeyCtrlC}, {Type: tea.KeyRunes, Runes: []rune{'q'}}} {
		b := newBed(t, 80, 24)
		_, cmd := b.Update(k)
		if cmd == nil || cmd() != tea.Quit() {
			t.Errorf("%v does not quit", k)
		}
	}
}
