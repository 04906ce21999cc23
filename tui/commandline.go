package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// maxHistory is how many lines the command line remembers.
const maxHistory = 50

// commandLine runs any VTY command: ":" opens it, TAB completes, the arrows go back to earlier lines.
type commandLine struct {
	on      bool
	input   textinput.Model
	history []string
	at      int // place in history while going through it
}

func newCommandLine() commandLine {
	c := commandLine{input: textinput.New()}
	c.input.CharLimit = 1000
	return c
}

func (c *commandLine) open(m *Model) tea.Cmd {
	if m.busy {
		m.note = m.styles.warn.Render("Another command still runs.")
		return nil
	}
	c.on, c.at = true, len(c.history)
	c.input.Prompt = ":" + m.operator.Prompt()
	c.input.SetValue("")
	c.input.Focus()
	return nil
}

func (c *commandLine) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.Type {
	case tea.KeyEsc:
		c.on = false
	case tea.KeyEnter:
		c.on = false
		line := strings.TrimSpace(c.input.Value())
		if line == "" {
			return nil
		}
		c.history = append(c.history, line)
		c.history = c.history[max(0, len(c.history)-maxHistory):]
		m.pane = nil
		return m.run(line, false, func() (string, error) { return m.operator.Run(line) })
	case tea.KeyTab:
		completed, choices := m.operator.Complete(c.input.Value())
		c.input.SetValue(completed)
		c.input.CursorEnd()
		if len(choices) > 1 {
			m.pane = newPane("What may follow", strings.Join(choices, "\n"))
		} else {
			m.pane = nil
		}
	case tea.KeyUp, tea.KeyDown:
		if k.Type == tea.KeyUp {
			c.at = max(0, c.at-1)
		} else {
			c.at = min(len(c.history), c.at+1)
		}
		c.input.SetValue("")
		if c.at < len(c.history) {
			c.input.SetValue(c.history[c.at])
		}
		c.input.CursorEnd()
	default:
		if k.Type == tea.KeyBackspace && c.input.Value() == "" {
			c.on = false
			return nil
		}
		c.input, _ = c.input.Update(k)
	}
	return nil
}

func (c *commandLine) view(m *Model) string {
	c.input.Width = m.width - len(c.input.Prompt) - 2
	return c.input.View()
}
