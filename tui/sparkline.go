package tui

import (
	"strings"

	"github.com/NimbleMarkets/ntcharts/sparkline"
	"github.com/charmbracelet/lipgloss"
)

// chart draws the last values as columns, newest at the right. More values than columns are put together, the highest
// of each group counting: a peak must not vanish.
func chart(values []float64, width, height int, style lipgloss.Style) string {
	if width < 1 || height < 1 {
		return ""
	}
	s := sparkline.New(width, height, sparkline.WithStyle(lipgloss.NewStyle()))
	s.PushAll(squeeze(values, width))
	s.Draw()
	// Coloured line by line: the canvas would colour every character by itself, which is ten times as much to send.
	lines := strings.Split(s.View(), "\n")
	for i := range lines {
		lines[i] = style.Render(lines[i])
	}
	return strings.Join(lines, "\n")
}

// squeeze makes n values of more.
func squeeze(values []float64, n int) []float64 {
	if len(values) <= n {
		return values
	}
	out := make([]float64, n)
	for i := range out {
		for _, v := range values[i*len(values)/n : (i+1)*len(values)/n] {
			out[i] = max(out[i], v)
		}
	}
	return out
}

// series picks one figure of the samples.
func series(samples []Sample, pick func(Sample) float64) []float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = pick(s)
	}
	return values
}
