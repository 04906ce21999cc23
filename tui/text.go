package tui

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// printable leaves control characters out of what others have said: call agents, log lines.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '.'
	}, s)
}

// fit cuts a line to a width, and pads it to it.
func fit(s string, width int) string {
	s = ansi.Truncate(s, width, "…")
	return s + strings.Repeat(" ", max(0, width-ansi.StringWidth(s)))
}

// lines cuts and pads text to a box.
func box(text string, width, height int) string {
	list := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(list) > height {
		list = list[:max(0, height)]
	}
	for len(list) < height {
		list = append(list, "")
	}
	for i := range list {
		list[i] = fit(list[i], width)
	}
	return strings.Join(list, "\n")
}

// beside puts two boxes next to each other.
func beside(left, right string) string {
	l, r := strings.Split(left, "\n"), strings.Split(right, "\n")
	var b strings.Builder
	for i := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l[i])
		if i < len(r) {
			b.WriteString(r[i])
		}
	}
	return b.String()
}

// short is a number in at most six characters.
func short(n float64) string {
	switch {
	case n >= 1e10:
		return fmt.Sprintf("%.0fG", n/1e9)
	case n >= 1e7:
		return fmt.Sprintf("%.1fM", n/1e6)
	case n >= 1e5:
		return fmt.Sprintf("%.0fk", n/1e3)
	}
	return fmt.Sprintf("%.0f", n)
}

// ago is a time since, which is negative for what never happened.
func ago(d time.Duration) string {
	switch {
	case d < 0:
		return "never"
	case d >= time.Minute:
		return d.Round(time.Second).String() + " ago"
	}
	return fmt.Sprintf("%.1f s ago", d.Seconds())
}

// ms is a jitter.
func ms(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)) }
