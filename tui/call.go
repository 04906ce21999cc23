package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// call is one endpoint with its legs, and how many packets came from each while the page is open.
type call struct {
	endpoint Endpoint
	over     bool
	rates    map[string]*rate // by connection id
	at       time.Duration    // of the last look, on the source's clock
}

// rate is what a leg receives, look by look.
type rate struct {
	last    uint64
	history []float64 // packets a second
}

const rateLength = 240

func newCall(e *Endpoint, at time.Duration) *call {
	c := &call{endpoint: *e, rates: make(map[string]*rate), at: at}
	for _, l := range e.Legs {
		c.rates[l.ID] = &rate{last: l.Received}
	}
	return c
}

// refresh follows the call into a new snapshot. When it is over the last state stays on the screen.
func (c *call) refresh(m *Model) {
	i := slices.IndexFunc(m.snapshot.Endpoints, func(e Endpoint) bool { return e.Name == c.endpoint.Name })
	if i < 0 || len(m.snapshot.Endpoints[i].Legs) == 0 && len(c.endpoint.Legs) > 0 {
		c.over = true
		return
	}
	c.endpoint, c.over = m.snapshot.Endpoints[i], false
	seconds := (m.snapshot.At - c.at).Seconds()
	c.at = m.snapshot.At
	if seconds <= 0 {
		return
	}
	for _, l := range c.endpoint.Legs {
		r := c.rates[l.ID]
		if r == nil {
			r = &rate{last: l.Received}
			c.rates[l.ID] = r
		}
		r.history = append(r.history, float64(l.Received-min(r.last, l.Received))/seconds)
		r.history = r.history[max(0, len(r.history)-rateLength):]
		r.last = l.Received
	}
}

func (c *call) key(m *Model, page *endpoints, k tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(k, keys.back):
		page.call = nil
	case key.Matches(k, keys.kill):
		c.operate(m, "Free", c.endpoint.Free,
			"All connections of this endpoint are deleted at once: the call has no audio from then on.",
			"The call agent is not told; it finds out by its next request.")
	case key.Matches(k, keys.reset):
		c.operate(m, "Reset", c.endpoint.Reset,
			"The call agent is told that this endpoint has restarted (RSIP), and will most likely end the call.")
	}
	return nil
}

// operate asks whether to run a command on the endpoint.
func (c *call) operate(m *Model, what, line string, consequences ...string) {
	switch {
	case !m.mayAct():
	case line == "":
		m.note = m.styles.warn.Render("The VTY frees and resets endpoints of E1 trunks only.")
	default:
		m.confirm(what+" "+c.endpoint.Name, []string{line}, consequences...)
	}
}

func (c *call) view(m *Model, width, height int) string {
	var b strings.Builder
	state := ""
	if c.over {
		state = m.styles.warn.Render("  the call is over; this is how it was last seen")
	}
	fmt.Fprintf(&b, "%s  call %s%s\n", m.styles.head.Render(printable(c.endpoint.Name)), printable(c.endpoint.CallID), state)
	if len(c.endpoint.Legs) == 0 {
		b.WriteString("\nNo connections.\n")
	}
	legs := min(len(c.endpoint.Legs), 2)
	room := height - 1
	graph := 1
	if legs > 0 && room/legs > 14 {
		graph = 4
	}
	for i := range c.endpoint.Legs {
		b.WriteString(c.leg(m, &c.endpoint.Legs[i], width, graph))
	}
	return b.String()
}

func (c *call) leg(m *Model, l *Leg, width, graph int) string {
	var b strings.Builder
	label := m.styles.label.Render
	ptime := ""
	if l.PacketTime > 0 {
		ptime = fmt.Sprintf(", %d ms", l.PacketTime)
	}
	fmt.Fprintf(&b, "\n%s %s  %s, %s, %s%s\n", label("Leg"), l.ID, l.Kind, l.Mode, printable(l.Codec), ptime)
	fmt.Fprintf(&b, "  %s %s  %s %s\n", label("here"), l.Local, label("peer"), l.Remote)
	quality := ""
	if l.LossKnown {
		quality = fmt.Sprintf(", %d lost, jitter %s ms", l.Lost, ms(l.Jitter))
	}
	fmt.Fprintf(&b, "  %s %d packets, %d octets, last %s%s\n", label("received"), l.Received, l.OctetsIn, ago(l.Silent), quality)
	fmt.Fprintf(&b, "  %s %d packets, %d octets   %s %d\n", label("sent"), l.Sent, l.OctetsSent, label("dropped"), l.Dropped)
	if l.Circuit != "" {
		fmt.Fprintf(&b, "  %s %s\n", label("osmux"), l.Circuit)
	}
	if l.LastDrop != "" {
		fmt.Fprintf(&b, "  %s %s\n", label("last drop"), printable(l.LastDrop))
	}
	if r := c.rates[l.ID]; r != nil && len(r.history) > 0 {
		const name = 20
		left := box(fmt.Sprintf("  %s %.0f/s", label("coming in"), r.history[len(r.history)-1]), name, graph)
		b.WriteString(beside(left, box(chart(r.history, width-name, graph, m.styles.chart), width-name, graph)) + "\n")
	}
	for _, finding := range l.Findings {
		b.WriteString("  " + m.styles.warn.Render("! ") + printable(finding) + "\n")
	}
	if len(l.Findings) == 0 {
		b.WriteString("  " + m.styles.good.Render("Nothing wrong is seen.") + "\n")
	}
	return b.String()
}
