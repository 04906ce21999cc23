package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/table"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// styles are how things look. Reverse and bold carry the meaning; colour only helps.
type styles struct {
	bar, tab, tabOn, label, head, good, warn, bad, chart, faint lipgloss.Style
	table                                                       table.Styles
	textBox                                                     lipgloss.Style
}

func newStyles(r *lipgloss.Renderer) styles {
	plain := r.NewStyle()
	colour := func(ansi string) lipgloss.Style { return plain.Foreground(lipgloss.Color(ansi)) }
	return styles{
		bar:   plain,
		tab:   plain,
		tabOn: plain.Reverse(true).Bold(true),
		label: colour("6"),
		head:  plain.Bold(true),
		good:  colour("2"),
		warn:  colour("3").Bold(true),
		bad:   colour("1").Bold(true),
		chart: colour("4"),
		faint: plain.Faint(true),
		table: table.Styles{
			Header: plain.Bold(true).PaddingRight(1), Cell: plain.PaddingRight(1), Selected: plain.Reverse(true),
		},
		textBox: plain.Border(lipgloss.NormalBorder()).Padding(0, 1),
	}
}

// profile is what the terminal can show, as far as its environment tells. Telnet tells nothing: then 16 colours, which
// everything has that is a screen at all.
func profile(environment []string) termenv.Profile {
	value := func(name string) string {
		found := ""
		for _, variable := range environment {
			if v, ok := strings.CutPrefix(variable, name+"="); ok {
				found = v
			}
		}
		return found
	}
	if value("NO_COLOR") != "" || value("TERM") == "dumb" || strings.HasPrefix(value("TERM"), "vt") {
		return termenv.Ascii
	}
	return termenv.ANSI
}
