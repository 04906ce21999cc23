package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// levels are the log's, from the most to the least talkative.
var levels = []string{"debug", "info", "notice", "error", "fatal"}

// logView is the tail of the log.
type logView struct {
	level     int    // index in levels
	category  string // empty: all
	filter    textinput.Model
	filtering bool
	back      int // lines scrolled back
}

func newLogView() *logView {
	v := &logView{level: slices.Index(levels, "notice"), filter: textinput.New()}
	v.filter.Prompt = "/"
	return v
}

func (v *logView) typing() bool { return v.filtering }

func (v *logView) keys() []key.Binding {
	return []key.Binding{keys.level, keys.category, keys.filter, keys.up, keys.down}
}

func (v *logView) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch {
	case v.filtering:
		switch k.Type {
		case tea.KeyEsc:
			v.filtering = false
			v.filter.SetValue("")
		case tea.KeyEnter:
			v.filtering = false
		default:
			v.filter, _ = v.filter.Update(k)
		}
	case key.Matches(k, keys.filter):
		v.filtering = true
		v.filter.Focus()
	case key.Matches(k, keys.level):
		v.level = (v.level + 1) % len(levels)
		m.source.SetLogLevel(levels[v.level])
	case key.Matches(k, keys.category):
		v.nextCategory(m)
	case key.Matches(k, keys.back):
		v.filter.SetValue("")
		v.category, v.back = "", 0
	case key.Matches(k, keys.up):
		v.back++
	case key.Matches(k, keys.down):
		v.back = max(0, v.back-1)
	case k.Type == tea.KeyPgUp:
		v.back += m.height / 2
	case k.Type == tea.KeyPgDown:
		v.back = max(0, v.back-m.height/2)
	}
	return nil
}

// nextCategory goes through those that the lines have, and back to all.
func (v *logView) nextCategory(m *Model) {
	var all []string
	for _, l := range m.log {
		if !slices.Contains(all, l.Category) {
			all = append(all, l.Category)
		}
	}
	slices.Sort(all)
	all = append([]string{""}, all...)
	v.category = all[(slices.Index(all, v.category)+1)%len(all)]
}

// shown are the lines that the filters let through.
func (v *logView) shown(m *Model) []LogLine {
	text := strings.ToLower(v.filter.Value())
	var list []LogLine
	for _, l := range m.log {
		level := slices.Index(levels, strings.ToLower(l.Level))
		if level >= 0 && level < v.level || v.category != "" && l.Category != v.category || !strings.Contains(strings.ToLower(l.Text), text) {
			continue
		}
		list = append(list, l)
	}
	return list
}

func (v *logView) view(m *Model, width, height int) string {
	lines := v.shown(m)
	room := height - 2
	v.back = min(v.back, max(0, len(lines)-room))
	end := len(lines) - v.back
	category := "all"
	if v.category != "" {
		category = v.category
	}
	head := fmt.Sprintf("Level %s and above, category %s, %d lines", levels[v.level], category, len(lines))
	switch {
	case v.filtering:
		head += "   filter " + v.filter.View()
	case v.filter.Value() != "":
		head += "   filter /" + printable(v.filter.Value())
	}
	if v.back > 0 {
		head += fmt.Sprintf("   %d lines back", v.back)
	}
	var b strings.Builder
	b.WriteString(head + "\n\n")
	if len(lines) == 0 {
		b.WriteString(m.styles.faint.Render("Nothing was logged since the screen was opened. `l` changes the level."))
	}
	for _, l := range lines[max(0, end-room):end] {
		style := m.styles.bar
		switch l.Level {
		case "ERROR", "FATAL":
			style = m.styles.bad
		case "NOTICE":
			style = m.styles.warn
		}
		line := fmt.Sprintf("%s %s ", l.Time, m.styles.label.Render(fmt.Sprintf("%-8s", l.Category))) + style.Render(fmt.Sprintf("%-6s", l.Level)) + " " + printable(l.Text)
		b.WriteString(fit(line, width) + "\n")
	}
	return b.String()
}
