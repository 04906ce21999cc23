// Package vtytest has tests that walk over all declarations of an engine, for the programs that make them.
package vtytest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"osmo-mgw-go/vty"
)

// Program is a fresh program: its engine, and its settings as plain data that go-cmp can compare.
type Program struct {
	Engine *vty.Engine
	State  func() any
}

// Hints say what RoundTrip cannot know from the declarations.
type Hints struct {
	// Before has lines that go before the samples of a node, by the node's ID: lines of that node that make what its
	// commands speak of.
	Before map[string][]string
	// Words are words for the lines that lead to nodes, by token, as in vty.Setting.Samples.
	Words map[string][]string
}

// mixtures is how many configurations RoundTrip puts together from lines of all nodes, and mixed the number of lines of
// each.
const mixtures, mixed = 80, 40

// RoundTrip proves of every setting of a program that nothing is lost by writing the configuration:
//
//   - a program that reads what another has written is in the same state, and writes the same text;
//   - what changes the state changes the text;
//   - each setting can change something.
//
// It does so with every sample of each command (vty.Command.Samples), and with mixtures of them, in which nodes are
// entered by each line that leads there. A sample may be refused by its command; what was written may not.
func RoundTrip(t *testing.T, fresh func(t testing.TB) Program, hints Hints) {
	engine := fresh(t).Engine
	paths := findPaths(engine, hints.Words)
	var pool [][]sample // by node
	for _, node := range engine.Nodes() {
		if len(paths[node.ID]) == 0 || len(node.Settings()) == 0 {
			continue
		}
		var samples []sample
		for _, setting := range node.Settings() {
			var own []sample
			for _, command := range setting.Commands {
				for _, line := range command.Samples(setting.Samples) {
					own = append(own, sample{path: paths[node.ID][0], before: hints.Before[node.ID], line: line})
				}
			}
			t.Run(node.ID+": "+setting.Commands[0].Syntax, func(t *testing.T) { checkSetting(t, fresh, own) })
			samples = append(samples, own...)
		}
		for _, path := range paths[node.ID][1:] {
			for _, s := range samples[:len(samples):len(samples)] {
				s.path = path
				samples = append(samples, s)
			}
		}
		pool = append(pool, samples)
	}
	random := rand.New(rand.NewPCG(1, 2)) // the same mixtures each time
	for range mixtures {
		mixture := make([]sample, mixed)
		for i := range mixture {
			of := pool[random.IntN(len(pool))]
			mixture[i] = of[random.IntN(len(of))]
		}
		t.Run("mixture", func(t *testing.T) { roundTrip(t, fresh, mixture...) })
	}
}

// checkSetting checks all samples of one setting, which have the same lines before them.
func checkSetting(t *testing.T, fresh func(testing.TB) Program, samples []sample) {
	without, nothing := fresh(t), samples[0]
	nothing.line = "! nothing"
	read(without, nothing)
	state, text := without.State(), configuration(without)
	changes := false
	for _, s := range samples {
		with := roundTrip(t, fresh, s)
		diff := cmp.Diff(state, with.State(), cmpopts.EquateEmpty())
		written := configuration(with) != text
		if diff != "" && !written {
			t.Errorf("%v: %q changes the settings, but not what is written:\n%s", s.path, s.line, diff)
		}
		changes = changes || diff != "" || written
	}
	if !changes {
		t.Error("no sample changes anything")
	}
}

// sample is a line, the lines that lead to its node, and those that go before it there.
type sample struct {
	path, before []string
	line         string
}

// text is the sample as a configuration file.
func (s sample) text() string {
	var b strings.Builder
	indent := ""
	for _, line := range s.path {
		fmt.Fprintf(&b, "%s%s\n", indent, line)
		indent += " "
	}
	for _, line := range append(s.before[:len(s.before):len(s.before)], s.line) {
		fmt.Fprintf(&b, "%s%s\n", indent, line)
	}
	return b.String()
}

// findPaths finds the lines that lead to each node of the configuration: one way for each command that enters it.
func findPaths(e *vty.Engine, words map[string][]string) map[string][][]string {
	paths := map[string][][]string{vty.Config: {{}}}
	// A node stands behind its parent.
	for _, node := range e.Nodes() {
		if len(paths[node.ID]) == 0 {
			continue
		}
		path := paths[node.ID][0]
		for _, c := range node.Commands() {
			if c.Enters != "" {
				paths[c.Enters] = append(paths[c.Enters], append(path[:len(path):len(path)], c.Samples(words)[0]))
			}
		}
	}
	return paths
}

// roundTrip reads samples one after the other, and in another program what was written after them. It returns the first
// program.
func roundTrip(t *testing.T, fresh func(testing.TB) Program, samples ...sample) Program {
	t.Helper()
	one, two := fresh(t), fresh(t)
	after := ""
	for _, s := range samples {
		if read(one, s) {
			after += s.text()
		}
	}
	written := configuration(one)
	if _, err := two.Engine.Read("written.cfg", []byte(written)); err != nil {
		t.Errorf("%v\nwritten after reading\n%s", err, after)
		return one
	}
	if again := configuration(two); again != written {
		t.Errorf("written, read and written again, it differs:\n%safter reading\n%s", cmp.Diff(written, again), after)
	}
	if diff := cmp.Diff(one.State(), two.State(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("written and read, the settings differ:\n%safter reading\n%s", diff, after)
	}
	return one
}

// read reads a sample and tells whether it was accepted.
func read(p Program, s sample) bool {
	_, err := p.Engine.Read("sample.cfg", []byte(s.text()))
	return err == nil
}

func configuration(p Program) string {
	text, _ := p.Engine.Configuration()
	return text
}
