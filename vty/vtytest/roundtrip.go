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

// mixtures is how many configurations RoundTrip puts together from lines of all settings, and mixed the number of lines
// of each.
const mixtures, mixed = 60, 25

// RoundTrip proves of every setting of a program that nothing is lost by writing the configuration:
//
//   - a program that reads what another has written is in the same state, and writes the same text;
//   - what changes the state changes the text;
//   - each setting can change something.
//
// It does so with every sample of each command (vty.Command.Samples), and with mixtures of them. A sample may be refused
// by its command; what was written may not. Prepare has lines that go before the samples of a node, by the node's ID:
// lines of that node that make what its commands speak of.
func RoundTrip(t *testing.T, fresh func(t testing.TB) Program, prepare map[string][]string) {
	engine := fresh(t).Engine
	paths := findPaths(engine)
	var all []sample
	for _, node := range engine.Nodes() {
		path, ok := paths[node.ID]
		if !ok {
			continue
		}
		for _, setting := range node.Settings() {
			t.Run(node.ID+": "+setting.Commands[0].Syntax, func(t *testing.T) {
				changes := false
				for _, command := range setting.Commands {
					for _, line := range command.Samples(setting.Samples) {
						s := sample{path: path, before: prepare[node.ID], line: line}
						all = append(all, s)
						roundTrip(t, fresh, s)
						changes = checkChange(t, fresh, s) || changes
					}
				}
				if !changes {
					t.Error("no sample changes anything")
				}
			})
		}
	}
	random := rand.New(rand.NewPCG(1, 2)) // the same mixtures each time
	for range mixtures {
		mixture := make([]sample, mixed)
		for i := range mixture {
			mixture[i] = all[random.IntN(len(all))]
		}
		t.Run("mixture", func(t *testing.T) { roundTrip(t, fresh, mixture...) })
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

// findPaths finds the lines that lead to each node of the configuration.
func findPaths(e *vty.Engine) map[string][]string {
	paths := map[string][]string{vty.Config: {}}
	for found := true; found; {
		found = false
		for _, node := range e.Nodes() {
			path, ok := paths[node.ID]
			if !ok {
				continue
			}
			for _, c := range node.Commands() {
				if c.Enters == "" || paths[c.Enters] != nil {
					continue
				}
				paths[c.Enters] = append(path[:len(path):len(path)], c.Samples(nil)[0])
				found = true
			}
		}
	}
	return paths
}

// checkChange tells whether a sample changes anything, and complains if the change is not written.
func checkChange(t *testing.T, fresh func(testing.TB) Program, s sample) bool {
	t.Helper()
	without, with := fresh(t), fresh(t)
	nothing := s
	nothing.line = "! nothing"
	read(without, nothing)
	read(with, s)
	changed := !cmp.Equal(without.State(), with.State(), cmpopts.EquateEmpty())
	written := configuration(without) != configuration(with)
	if changed && !written {
		t.Errorf("%v: %q changes the settings, but not what is written:\n%s", s.path, s.line, cmp.Diff(without.State(), with.State()))
	}
	return changed || written
}

// roundTrip reads samples one after the other, and what was written after them.
func roundTrip(t *testing.T, fresh func(testing.TB) Program, samples ...sample) {
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
		return
	}
	if again := configuration(two); again != written {
		t.Errorf("written, read and written again, it differs:\n%safter reading\n%s", cmp.Diff(written, again), after)
	}
	if diff := cmp.Diff(one.State(), two.State(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("written and read, the settings differ:\n%safter reading\n%s", diff, after)
	}
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
