package transcript

import (
	"fmt"
	"strings"
)

// compare tells how an answer differs from the recorded one; "" if it does not. A recorded line "..." stands for any
// lines up to the next recorded one (or the end), "... !REGEX" likewise, for lines that do not match REGEX.
func compare(want, got []string) (difference string) {
	g := 0
	for w := 0; w < len(want); w++ {
		line := want[w]
		if !isSkip(line) {
			switch {
			case g >= len(got):
				return fmt.Sprintf("missing line %q", line)
			case got[g] != line:
				return fmt.Sprintf("expected %q, got %q", line, got[g])
			}
			g++
			continue
		}
		end := g
		for end < len(got) && (w+1 >= len(want) || got[end] != want[w+1]) {
			end++
		}
		if forbidden, ok := strings.CutPrefix(line, "... !"); ok {
			p, err := compile(forbidden)
			if err != nil {
				return err.Error()
			}
			for _, skipped := range got[g:end] {
				if found, _ := p.find(skipped); found {
					return fmt.Sprintf("forbidden line %q for %q", skipped, line)
				}
			}
		}
		g = end
	}
	if g < len(got) {
		return fmt.Sprintf("unexpected line %q", got[g])
	}
	return ""
}

// compareList is compare for answers to `list` and to `?`: these may hold further lines, our own commands, anywhere.
func compareList(want, got []string) (difference string) {
	g := 0
	for _, line := range want {
		if isSkip(line) {
			continue
		}
		for g < len(got) && got[g] != line {
			g++
		}
		if g == len(got) {
			return fmt.Sprintf("missing line (or out of order) %q", line)
		}
		g++
	}
	return ""
}

func isSkip(line string) bool { return line == "..." || strings.HasPrefix(line, "... !") }

// splitLines splits text as a screen shows it.
func splitLines(text string) []string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
