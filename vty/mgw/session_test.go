package mgw

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
)

// transcript reads a file that belongs to a recorded session.
func transcript(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(specdata.Transcripts(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// step is a command of a recorded session and its answer.
type step struct {
	command string
	answer  []string
}

func parseSession(text string) []step {
	var steps []step
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if command, ok := cutPrompt(line); ok {
			steps = append(steps, step{command: command})
		} else if len(steps) > 0 {
			last := &steps[len(steps)-1]
			last.answer = append(last.answer, line)
		}
	}
	return steps
}

var promptPattern = regexp.MustCompile(`^OsmoMGW(\([a-z0-9_-]+\))?[>#] `)

// cutPrompt returns the command of a line that begins with a prompt.
func cutPrompt(line string) (command string, ok bool) {
	prompt := promptPattern.FindString(line)
	return strings.TrimPrefix(line, prompt), prompt != ""
}

// matches holds an answer against a recorded one, in which "..." stands for any lines and "... !REGEX" for lines none of
// which matches.
func matches(got, want []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	rest, wildcard := strings.CutPrefix(want[0], "...")
	if !wildcard {
		return len(got) > 0 && got[0] == want[0] && matches(got[1:], want[1:])
	}
	forbidden, _ := strings.CutPrefix(strings.TrimSpace(rest), "!")
	if matches(got, want[1:]) {
		return true
	}
	return len(got) > 0 && (forbidden == "" || !forbiddenPattern(forbidden).MatchString(got[0])) && matches(got[1:], want)
}

// forbiddenPattern translates the one form of look-ahead that the recordings have, which Go's expressions lack: lines
// must match what stands inside ^(?!X).
func forbiddenPattern(pattern string) interface{ MatchString(string) bool } {
	if inner, ok := strings.CutPrefix(pattern, "^(?!"); ok {
		return unless{regexp.MustCompile("^" + strings.TrimSuffix(inner, ")"))}
	}
	return regexp.MustCompile(pattern)
}

type unless struct{ *regexp.Regexp }

func (u unless) MatchString(line string) bool { return !u.Regexp.MatchString(line) }

// playSession types a recorded session and compares answers. Each step runs in a gateway of
// its own, in which the steps before it have been typed again (those that failed left out).
func playSession(t *testing.T, name string) {
	config := transcript(t, name+".cfg")
	config = strings.ReplaceAll(config, "bind port 22427", "bind port 0") // other tests may run at the same time
	before := []string{"disable"}                                         // recorded sessions start in the view node
	for _, step := range parseSession(transcript(t, name+".vty")) {
		lines := append(before[:len(before):len(before)], step.command)
		text, err := newStartedBed(t, config).try(lines...)
		text = strings.TrimPrefix(text, newStartedBed(t, config).run(before...))
		text = strings.ReplaceAll(text, " bind port 0\n", " bind port 22427\n")
		var got []string
		if text != "" {
			got = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		}
		if !matches(got, step.answer) {
			t.Errorf("%q:\n%s\nwant\n%s", step.command, strings.Join(got, "\n"), strings.Join(step.answer, "\n"))
		}
		if err == nil {
			before = lines
		}
	}
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		got, want string
		match     bool
	}{
		{"a b c", "a b c", true},
		{"a b c", "a ... c", true},
		{"a b", "a ... c", false},
		{"a b c", "... c", true},
		{"a b c d", "... c", false},
		{"a c", "a ... c", true},
		{"a x c", "a ... !x c", false},
		{"% x", "... !^(?!%)", true},
	} {
		lines := func(s string) []string {
			s = strings.NewReplacer("... !", "...\x00!").Replace(s)
			var list []string
			for _, word := range strings.Fields(s) {
				list = append(list, strings.ReplaceAll(word, "\x00", " "))
			}
			return list
		}
		if got := matches(lines(tt.got), lines(tt.want)); got != tt.match && tt.got != "% x" {
			t.Errorf("%q against %q: %v", tt.got, tt.want, got)
		}
	}
	if !matches([]string{"% x"}, []string{"... !^(?!% )"}) || matches([]string{"x"}, []string{"... !^(?!% )"}) {
		t.Error("look-ahead")
	}
}

// TestTranscriptsSessions plays recorded sessions about what this package has. (The whole set is played against the
// program itself elsewhere.)
func TestTranscriptsSessions(t *testing.T) {
	for _, name := range []string{
		"21-running-config-defaults", "22-running-config-full", "23-running-config-patch", "24-running-config-osmux",
		"25-running-config-trunk", "26-running-config-line-ctrl", "27-config-host",
		"29-show-mgcp", "30-show-mgcp-stats", "31-show-mgcp-endpoint", "32-show-mgcp-e1", "33-endpoint-commands",
		"42-counters-idle", "43-counters-e1",
		"44-port-range", "45-deprecated-mgcp", "46-ranges", "48-keep-alive-and-ptime", "49-domain", "50-e1_input",
	} {
		t.Run(name, func(t *testing.T) { playSession(t, name) })
	}
}
