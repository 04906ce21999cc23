package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// dialog asks something: for a word, or whether to do what it describes.
type dialog struct {
	text   []string
	input  *textinput.Model // nil: yes or no
	accept func(answer string) tea.Cmd
}

// ask asks for a word.
func (m *Model) ask(accept func(string) tea.Cmd, text ...string) {
	input := textinput.New()
	input.Prompt = "> "
	input.CharLimit = 64
	input.Focus()
	m.dialog = &dialog{text: text, input: &input, accept: accept}
}

// confirm says what will happen and asks whether to run the lines.
func (m *Model) confirm(title string, lines []string, consequences ...string) {
	text := append([]string{m.styles.warn.Render(title), ""}, consequences...)
	text = append(text, "", "These commands will run:")
	for _, line := range lines {
		text = append(text, "  "+printable(line))
	}
	text = append(text, "", m.styles.tabOn.Render(" y ")+" do it    "+m.styles.tabOn.Render(" n ")+" leave it")
	m.dialog = &dialog{text: text, accept: func(string) tea.Cmd {
		return m.run(title, true, func() (string, error) { return m.operator.Act(lines...) })
	}}
}

func (d *dialog) key(m *Model, k tea.KeyMsg) tea.Cmd {
	if d.input == nil {
		switch {
		case key.Matches(k, keys.confirm):
			m.dialog = nil
			return d.accept("")
		case key.Matches(k, keys.refuse):
			m.dialog, m.note = nil, "Nothing was changed."
		}
		return nil
	}
	switch k.Type {
	case tea.KeyEsc:
		m.dialog = nil
	case tea.KeyEnter:
		m.dialog = nil
		if answer := strings.TrimSpace(d.input.Value()); answer != "" {
			return d.accept(answer)
		}
	default:
		*d.input, _ = d.input.Update(k)
	}
	return nil
}

// over draws the dialog over the middle of the page.
func (d *dialog) over(m *Model, body string, width int) string {
	text := append([]string(nil), d.text...)
	if d.input != nil {
		text = append(text, "", d.input.View())
	}
	for i := range text {
		text[i] = ansi.Wrap(text[i], width-6, "")
	}
	over := strings.Split(m.styles.textBox.Render(strings.Join(text, "\n")), "\n")
	under := strings.Split(body, "\n")
	top := max(0, (len(under)-len(over))/2)
	for i, line := range over {
		if top+i >= len(under) {
			break
		}
		left := max(0, (width-ansi.StringWidth(line))/2)
		u := under[top+i]
		under[top+i] = ansi.Truncate(u, left, "") + line + ansi.TruncateLeft(u, left+ansi.StringWidth(line), "")
	}
	return strings.Join(under, "\n")
}
