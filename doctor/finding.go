package doctor

import (
	"fmt"
	"io"
)

// Severity is how much a finding matters.
type Severity uint8

const (
	// Fine: looked at, nothing to do.
	Fine Severity = iota
	// Note: works, but could be better or is worth knowing.
	Note
	// Problem: calls will fail or lose packets.
	Problem
)

// String is the word that stands before a finding.
func (s Severity) String() string { return [...]string{"ok", "note", "PROBLEM"}[s] }

// Finding is what one check has to say.
type Finding struct {
	Severity Severity
	Check    string // what was looked at: "nofile", "port range"
	Says     string // what is the case, with the numbers
	Do       string // what to do about it; empty if nothing
}

// Worst returns the highest severity among the findings.
func Worst(findings []Finding) Severity {
	worst := Fine
	for _, f := range findings {
		worst = max(worst, f.Severity)
	}
	return worst
}

// Write prints the findings, one line each and an indented one where there is something to do.
func Write(w io.Writer, findings []Finding) error {
	for _, f := range findings {
		if _, err := fmt.Fprintf(w, "%-8s%-16s%s\n", f.Severity, f.Check, f.Says); err != nil {
			return err
		}
		if f.Do == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-8s%-16sdo: %s\n", "", "", f.Do); err != nil {
			return err
		}
	}
	return nil
}
