package mgw

import (
	"slices"
	"strings"
	"testing"

	"osmo-mgw-go/vty"
)

// Our own commands keep out of the way of osmo-mgw's: in its nodes they are listed last, none of their first words could
// be taken for one that operators shorten, and none adds a word where scripts expect osmo-mgw's.
func TestOwnCommandsKeepAside(t *testing.T) {
	reference := []string{
		vty.View, vty.Enable, vty.Config, vty.Line, "config-log", "config-stats", nodeE1, nodeCTRL, nodeSched, nodeMGCP, nodeTrunk,
	}
	ours := 0
	for _, node := range newBed(t, "").engine.Nodes() {
		if !slices.Contains(reference, node.ID) {
			continue
		}
		var theirs [][]string
		own := false
		for _, c := range node.Commands() {
			words := strings.Fields(c.Syntax)
			if !c.Own {
				if own {
					t.Errorf("%s: %q is listed behind commands of ours", node.ID, c.Syntax)
				}
				theirs = append(theirs, words)
				continue
			}
			own = true
			ours++
			checkAside(t, node.ID, words, theirs)
		}
	}
	if ours < 5 {
		t.Errorf("only %d commands of ours were looked at", ours)
	}
}

func checkAside(t *testing.T, node string, words []string, theirs [][]string) {
	t.Helper()
	// has tells whether a command of osmo-mgw begins with these words.
	has := func(words []string) bool {
		return slices.ContainsFunc(theirs, func(other []string) bool {
			return len(other) >= len(words) && slices.Equal(other[:len(words)], words)
		})
	}
	line := strings.Join(words, " ")
	if first := words[0]; !has(words[:1]) {
		for _, taken := range map[string][]string{vty.View: {"e", "s"}, vty.Enable: {"sh"}}[node] {
			if strings.HasPrefix(first, taken) {
				t.Errorf("%s: %q begins with %s", node, line, taken)
			}
		}
	}
	for _, taken := range [][]string{{"show", "mgcp"}, {"rtp"}, {"log"}, {"no"}} {
		n := len(taken)
		if len(words) > n && slices.Equal(words[:n], taken) && !has(words[:n+1]) {
			t.Errorf("%s: %q puts %q directly behind %q", node, line, words[n], strings.Join(taken, " "))
		}
	}
}
