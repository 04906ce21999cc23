package tui

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// overview is the page that tells whether all is well.
type overview struct{}

func (*overview) key(*Model, tea.KeyMsg) tea.Cmd { return nil }
func (*overview) keys() []key.Binding            { return []key.Binding{keys.span} }
func (*overview) typing() bool                   { return false }

func (o *overview) view(m *Model, width, height int) string {
	charts := max(1, (height-14)/8) // lines of each of the eight charts
	var b strings.Builder
	b.WriteString(o.figures(m))
	fmt.Fprintf(&b, "%s\n", m.styles.head.Render(spanTitle(m.span)))
	h := m.snapshot.History
	for _, c := range []struct {
		name, unit string
		now        float64
		pick       func(Sample) float64
	}{
		{"Calls", "", m.snapshot.Now.Calls, func(s Sample) float64 { return s.Calls }},
		{"Received", "/s", m.snapshot.Now.Received, func(s Sample) float64 { return s.Received }},
		{"Sent", "/s", m.snapshot.Now.Sent, func(s Sample) float64 { return s.Sent }},
		{"Discarded", "/s", m.snapshot.Now.Discarded, func(s Sample) float64 { return s.Discarded }},
		{"Delay", "µs", m.snapshot.Now.Median, func(s Sample) float64 { return s.Median }},
		{"Delay p99", "µs", m.snapshot.Now.P99, func(s Sample) float64 { return s.P99 }},
		{"CPU", "%", m.snapshot.Now.CPU, func(s Sample) float64 { return s.CPU }},
		{"Memory", "MiB", m.snapshot.Now.RSS, func(s Sample) float64 { return s.RSS }},
	} {
		const name, peaks = 21, 13
		values := series(h, c.pick)
		peak := 0.0
		for _, v := range values {
			peak = max(peak, v)
		}
		left := box(m.styles.label.Render(fmt.Sprintf("%-10s", c.name))+fmt.Sprintf("%6s %-3s", short(c.now), c.unit), name, charts)
		columns := box(chart(values, width-name-peaks, charts, m.styles.chart), width-name-peaks, charts)
		right := box(m.styles.faint.Render("  peak "+short(peak)), peaks, charts)
		b.WriteString(beside(beside(left, columns), right) + "\n")
	}
	b.WriteString(o.troubles(m, width))
	return b.String()
}

func spanTitle(span time.Duration) string {
	if span == time.Minute {
		return "The last minute"
	}
	return fmt.Sprintf("The last %d minutes", int(span.Minutes()))
}

func (*overview) figures(m *Model) string {
	s := &m.snapshot
	calls, connections := 0, 0
	for _, t := range s.Trunks {
		calls += t.Used
		connections += t.Connections
	}
	label := m.styles.label.Render
	queues := "queues"
	if len(s.Queues) == 1 {
		queues = "queue"
	}
	line := fmt.Sprintf("%s %d   %s %d   %s %s, %d %s", label("Calls"), calls, label("Connections"), connections,
		label("Backend"), s.IO.Backend, len(s.Queues), queues)
	if s.Process.Uptime > 0 {
		line += fmt.Sprintf("   %s %v", label("Up"), s.Process.Uptime)
	}
	line += "\n"
	for i, t := range s.Trunks {
		if i == 3 {
			line += fmt.Sprintf("and %d more trunks\n", len(s.Trunks)-i)
			break
		}
		line += fmt.Sprintf("%s: %d of %d endpoints in use\n", t.Name, t.Used, t.Size)
	}
	return line + "\n"
}

// troubles are alarms first, then what was dropped and why.
func (*overview) troubles(m *Model, width int) string {
	s := &m.snapshot
	var b strings.Builder
	b.WriteByte('\n')
	for i := len(s.Alarms) - 1; i >= max(0, len(s.Alarms)-3); i-- {
		b.WriteString(m.styles.bad.Render("Alarm: ") + printable(s.Alarms[i]) + "\n")
	}
	if s.IO.Fallback != "" {
		b.WriteString(m.styles.warn.Render("Backend: ") + s.IO.Fallback + "\n")
	}
	list := func(title string, counts []Count) {
		if len(counts) == 0 {
			return
		}
		var parts []string
		for _, c := range counts {
			parts = append(parts, fmt.Sprintf("%d %s", c.N, c.Name))
		}
		b.WriteString(m.styles.label.Render(title) + fit(strings.Join(parts, ", "), max(10, width-len(title))) + "\n")
	}
	list("Dropped in calls: ", s.Drops)
	list("Engine: ", s.Counters)
	if len(s.Alarms)+len(s.Drops) == 0 && s.IO.Fallback == "" {
		b.WriteString(m.styles.good.Render("No alarms, nothing dropped.") + "\n")
	}
	return b.String()
}
