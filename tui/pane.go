package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/viewport"
	tea "github.com/charmbracelet/bubbletea"
)

// pane shows text in place of the page until it is closed.
type pane struct {
	title string
	text  string
	port  viewport.Model
}

func newPane(title, text string) *pane {
	list := strings.Split(text, "\n")
	for i := range list {
		list[i] = printable(strings.TrimRight(list[i], "\r"))
	}
	p := &pane{title: title, text: strings.Join(list, "\n"), port: viewport.New(0, 0)}
	p.port.SetContent(p.text)
	return p
}

func (p *pane) key(m *Model, k tea.KeyMsg) tea.Cmd {
	if key.Matches(k, keys.back) || key.Matches(k, keys.quit) || key.Matches(k, keys.help) || key.Matches(k, keys.open) {
		m.pane = nil
		return nil
	}
	var cmd tea.Cmd
	p.port, cmd = p.port.Update(k)
	return cmd
}

func (p *pane) view(m *Model, width, height int) string {
	p.port.Width, p.port.Height = width, height-2
	more := ""
	if total := p.port.TotalLineCount(); total > p.port.Height {
		more = fmt.Sprintf("  (lines %d to %d of %d)", p.port.YOffset+1, min(total, p.port.YOffset+p.port.Height), total)
	}
	return m.styles.head.Render(printable(p.title)) + m.styles.faint.Render(more+"  esc closes") + "\n\n" + p.port.View()
}
