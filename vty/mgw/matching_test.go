package mgw

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/vty"
)

// TestTranscriptsAbbreviations proves that our own commands change nothing of what can be typed on osmo-mgw: each word of
// each recorded command is cut to every length, alone and together with all others, and means the same with and without
// ours. That holds also for what is refused.
func TestTranscriptsAbbreviations(t *testing.T) {
	engine := newBed(t, "").engine
	seen := map[string]bool{}
	count := 0
	check := func(node string, words []string) {
		line := strings.Join(words, " ")
		if seen[node+" "+line] {
			return
		}
		seen[node+" "+line] = true
		count++
		with, errWith := engine.Resolve(node, words, true)
		without, errWithout := engine.Resolve(node, words, false)
		if with != without || errWith != errWithout {
			t.Errorf("%s: %q is %s, and %s without our commands", node, line, outcome(with, errWith), outcome(without, errWithout))
		}
	}
	for _, c := range recordedCommands(t) {
		words := strings.Fields(c.line)
		longest := 0
		for i, word := range words {
			longest = max(longest, len(word))
			for n := 1; n <= len(word); n++ {
				cut := append([]string(nil), words...)
				cut[i] = word[:n]
				check(c.node, cut)
			}
			check(c.node, words[:i+1])
		}
		for n := 1; n <= longest; n++ {
			cut := make([]string, len(words))
			for i, word := range words {
				cut[i] = word[:min(n, len(word))]
			}
			check(c.node, cut)
		}
	}
	if count < 1000 {
		t.Errorf("only %d lines were compared", count)
	}
}

func outcome(c *vty.Command, err error) string {
	if err != nil {
		return err.Error()
	}
	return c.Syntax
}

// recorded is a command line and the node that it was typed in.
type recorded struct{ node, line string }

var nodePattern = regexp.MustCompile(`^OsmoMGW(?:\(([a-z0-9_-]+)\))?([>#]) (.*)$`)

// recordedCommands reads what was typed in all recorded sessions, in nodes that there are.
func recordedCommands(t *testing.T) []recorded {
	t.Helper()
	files, err := os.ReadDir(specdata.Transcripts(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	var list []recorded
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".vty") {
			continue
		}
		for _, line := range strings.Split(transcript(t, file.Name()), "\n") {
			match := nodePattern.FindStringSubmatch(line)
			if match == nil || strings.HasSuffix(match[3], "?") {
				continue
			}
			node, command := match[1], match[3]
			switch {
			case node == "" && match[2] == ">":
				node = vty.View
			case node == "":
				node = vty.Enable
			case strings.HasPrefix(command, "do "):
				node, command = vty.Enable, strings.TrimPrefix(command, "do ")
			}
			if strings.TrimSpace(command) != "" && !strings.HasPrefix(strings.TrimSpace(command), "!") {
				list = append(list, recorded{node, command})
			}
		}
	}
	return list
}
