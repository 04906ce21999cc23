package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// outcome is the end of a command.
type outcome struct {
	title  string
	output string
	err    error
	brief  bool // a note is enough if it went well
}

// run runs a command beside the screen, which goes on.
func (m *Model) run(title string, brief bool, do func() (string, error)) tea.Cmd {
	if m.busy {
		m.note = m.styles.warn.Render("Another command still runs.")
		return nil
	}
	m.busy = true
	return func() tea.Msg {
		output, err := do()
		return outcome{title: title, output: output, err: err, brief: brief}
	}
}

// finish shows how a command ended.
func (m *Model) finish(o outcome) {
	m.busy = false
	output := strings.TrimRight(o.output, "\n")
	m.look()
	switch {
	case o.brief && o.err == nil && output == "":
		m.note = m.styles.good.Render("Done: " + printable(o.title))
	case output == "" && o.err == nil:
		m.note = m.styles.faint.Render("Done, nothing to say: " + printable(o.title))
	case !strings.Contains(output, "\n"):
		style := m.styles.good
		if o.err != nil {
			style = m.styles.bad
			if output == "" {
				output = o.err.Error()
			}
		}
		m.note = style.Render(printable(output))
	default:
		m.pane = newPane(o.title, output)
	}
}
