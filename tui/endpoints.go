package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/table"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// endpoints is the table of endpoints, or one call of it.
type endpoints struct {
	table     table.Model
	shown     []*Endpoint // in the order of the rows
	filter    textinput.Model
	filtering bool
	order     int // column
	reversed  bool
	call      *call // nil: the table
}

// endpointColumns are the columns; compare orders endpoints by them.
var endpointColumns = []struct {
	title   string
	width   int // the first one takes the rest, too
	text    func(*Endpoint) string
	compare func(a, b *Endpoint) int
}{
	{"Endpoint", 20, func(e *Endpoint) string { return e.Name }, func(a, b *Endpoint) int { return compareNames(a.Name, b.Name) }},
	{"Call", 10, func(e *Endpoint) string { return e.CallID }, func(a, b *Endpoint) int { return cmp.Compare(a.CallID, b.CallID) }},
	{"Legs", 4, func(e *Endpoint) string { return fmt.Sprint(len(e.Legs)) }, func(a, b *Endpoint) int { return len(b.Legs) - len(a.Legs) }},
	{"Codecs", 11, codecs, func(a, b *Endpoint) int { return cmp.Compare(codecs(a), codecs(b)) }},
	{"Received", 8, func(e *Endpoint) string { return short(float64(received(e))) }, func(a, b *Endpoint) int { return cmp.Compare(received(b), received(a)) }},
	{"Lost", 5, func(e *Endpoint) string { return short(float64(lost(e))) }, func(a, b *Endpoint) int { return cmp.Compare(lost(b), lost(a)) }},
	{"Jitter", 6, jitter, func(a, b *Endpoint) int { return cmp.Compare(worstJitter(b), worstJitter(a)) }},
	{"Last", 6, silence, func(a, b *Endpoint) int { return cmp.Compare(longestSilence(b), longestSilence(a)) }},
}

func newEndpoints(m *Model) *endpoints {
	e := &endpoints{table: table.New(table.WithFocused(true), table.WithStyles(m.styles.table)), filter: textinput.New()}
	e.filter.Prompt = "/"
	return e
}

func (e *endpoints) typing() bool { return e.filtering }

func (e *endpoints) keys() []key.Binding {
	if e.call != nil {
		if e.call.endpoint.Free == "" {
			return []key.Binding{keys.back}
		}
		return []key.Binding{keys.back, keys.kill, keys.reset}
	}
	return []key.Binding{keys.open, keys.filter, keys.all, keys.sort, keys.reverse}
}

func (e *endpoints) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch {
	case e.filtering:
		switch k.Type {
		case tea.KeyEsc:
			e.filtering = false
			e.filter.SetValue("")
		case tea.KeyEnter:
			e.filtering = false
		default:
			e.filter, _ = e.filter.Update(k)
		}
		e.refresh(m)
	case e.call != nil:
		return e.call.key(m, e, k)
	case key.Matches(k, keys.filter):
		e.filtering = true
		e.filter.Focus()
	case key.Matches(k, keys.back):
		e.filter.SetValue("")
		e.refresh(m)
	case key.Matches(k, keys.all):
		m.all = !m.all
		m.look()
	case key.Matches(k, keys.sort):
		e.order = (e.order + 1) % len(endpointColumns)
		e.refresh(m)
	case key.Matches(k, keys.reverse):
		e.reversed = !e.reversed
		e.refresh(m)
	case key.Matches(k, keys.open):
		if i := e.table.Cursor(); i >= 0 && i < len(e.shown) {
			e.call = newCall(e.shown[i], m.snapshot.At)
		}
	default:
		e.table, _ = e.table.Update(k)
	}
	return nil
}

// refresh takes the endpoints of a new snapshot; the cursor stays with its endpoint.
func (e *endpoints) refresh(m *Model) {
	selected := ""
	if i := e.table.Cursor(); i >= 0 && i < len(e.shown) {
		selected = e.shown[i].Name
	}
	e.shown = e.shown[:0:0]
	for i := range m.snapshot.Endpoints {
		if point := &m.snapshot.Endpoints[i]; matches(point, e.filter.Value()) {
			e.shown = append(e.shown, point)
		}
	}
	slices.SortStableFunc(e.shown, func(a, b *Endpoint) int {
		by := endpointColumns[e.order].compare(a, b)
		if e.reversed {
			return -by
		}
		return by
	})
	rows := make([]table.Row, len(e.shown))
	cursor := max(0, min(e.table.Cursor(), len(rows)-1))
	for i, point := range e.shown {
		for _, column := range endpointColumns {
			rows[i] = append(rows[i], printable(column.text(point)))
		}
		if point.Name == selected {
			cursor = i
		}
	}
	e.setColumns(m.width)
	e.table.SetRows(rows)
	e.table.SetCursor(cursor)
	if e.call != nil {
		e.call.refresh(m)
	}
}

func (e *endpoints) setColumns(width int) {
	columns := make([]table.Column, len(endpointColumns))
	rest := width
	for i, c := range endpointColumns {
		title := c.title
		columns[i] = table.Column{Title: title, Width: c.width}
		rest -= c.width + 1
	}
	columns[0].Width += max(0, rest) * 2 / 3
	columns[1].Width += max(0, rest) / 3
	e.table.SetColumns(columns)
	e.table.SetWidth(width)
}

func (e *endpoints) view(m *Model, width, height int) string {
	if e.call != nil {
		return e.call.view(m, width, height)
	}
	e.setColumns(width)
	e.table.SetHeight(height - 2)
	which := "in use"
	if m.all {
		which = "in all"
	}
	way := ""
	if e.reversed {
		way = ", the other way"
	}
	head := fmt.Sprintf("%d endpoints %s, sorted by %s%s", len(e.shown), which, endpointColumns[e.order].title, way)
	switch {
	case e.filtering:
		head += "   filter " + e.filter.View()
	case e.filter.Value() != "":
		head += "   filter /" + printable(e.filter.Value())
	}
	if len(e.shown) == 0 {
		return head + "\n\n" + m.styles.faint.Render("No endpoint matches: `a` shows those without calls, too.")
	}
	return head + "\n\n" + e.table.View()
}

// matches looks for the text in everything that the table or the call page names.
func matches(e *Endpoint, text string) bool {
	text = strings.ToLower(text)
	has := func(s string) bool { return strings.Contains(strings.ToLower(s), text) }
	return text == "" || has(e.Name) || has(e.CallID) || slices.ContainsFunc(e.Legs, func(l Leg) bool {
		return has(l.ID) || has(l.Codec) || has(l.Local) || has(l.Remote)
	})
}

// compareNames puts rtpbridge/9@mgw before rtpbridge/10@mgw.
func compareNames(a, b string) int {
	ka, na := number(a)
	kb, nb := number(b)
	return cmp.Or(cmp.Compare(ka, kb), cmp.Compare(na, nb), cmp.Compare(a, b))
}

// number is a name without its first hexadecimal number behind a slash, and that number.
func number(name string) (rest string, n int) {
	prefix, tail, _ := strings.Cut(name, "/")
	digits, _, _ := strings.Cut(tail, "@")
	value, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return prefix, 0
	}
	return prefix, int(value)
}

func codecs(e *Endpoint) string {
	var list []string
	for _, l := range e.Legs {
		name, _, _ := strings.Cut(l.Codec, "/")
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return strings.Join(list, ",")
}

func received(e *Endpoint) (n uint64) {
	for _, l := range e.Legs {
		n += l.Received
	}
	return n
}

func lost(e *Endpoint) (n int) {
	for _, l := range e.Legs {
		n += int(l.Lost)
	}
	return n
}

func worstJitter(e *Endpoint) float64 {
	worst := -1.0
	for _, l := range e.Legs {
		if l.LossKnown {
			worst = max(worst, l.Jitter.Seconds()*1000)
		}
	}
	return worst
}

func jitter(e *Endpoint) string {
	if w := worstJitter(e); w >= 0 {
		return fmt.Sprintf("%.1f", w)
	}
	return "–"
}

// longestSilence is the time in seconds since the last packet, of the leg where it is longest.
func longestSilence(e *Endpoint) float64 {
	longest := -1.0
	for _, l := range e.Legs {
		if l.Silent < 0 {
			return 1e9
		}
		longest = max(longest, l.Silent.Seconds())
	}
	return longest
}

func silence(e *Endpoint) string {
	switch s := longestSilence(e); {
	case s < 0:
		return "–"
	case s >= 1e9:
		return "never"
	case s >= 600:
		return fmt.Sprintf("%.0f m", s/60)
	default:
		return fmt.Sprintf("%.1f s", s)
	}
}
