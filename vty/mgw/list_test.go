package mgw

import (
	"slices"
	"strings"
	"testing"
)

// startsWith tells whether a list begins with other lines.
func startsWith(lines, first []string) bool {
	return len(lines) >= len(first) && slices.Equal(lines[:len(first)], first)
}

// TestTranscriptsList holds what `list` and `list with-flags` say in each node against the recorded sessions. Ours may
// stand behind theirs.
func TestTranscriptsList(t *testing.T) {
	for _, name := range []string{
		"08-list-view", "09-list-enable", "10-list-config", "11-list-config-log", "12-list-config-stats", "13-list-config-line-ctrl-sched",
		"14-list-config-e1_input", "15-list-config-mgcp", "16-list-config-mgcp-trunk", "17-list-with-flags",
	} {
		t.Run(name, func(t *testing.T) {
			b := newBed(t, "")
			typed := []string{"disable"} // recorded sessions start in the view node
			for _, step := range parseSession(transcript(t, name+".vty")) {
				if !strings.HasPrefix(step.command, "list") {
					typed = append(typed, step.command)
					continue
				}
				got := strings.Split(strings.TrimSuffix(b.run(append(typed, step.command)...), "\n"), "\n")
				if !startsWith(got, step.answer) && step.answer[0] != "..." {
					t.Errorf("%v, %s:\n%s\nwant\n%s", typed, step.command, strings.Join(got, "\n"), strings.Join(step.answer, "\n"))
				}
			}
		})
	}
}
