package tui

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/table"
	tea "github.com/charmbracelet/bubbletea"
)

// queuesView is the page of the packet engine.
type queuesView struct {
	table table.Model
}

func newQueues(m *Model) *queuesView {
	return &queuesView{table: table.New(table.WithFocused(true), table.WithStyles(m.styles.table))}
}

func (*queuesView) typing() bool { return false }

func (*queuesView) keys() []key.Binding {
	return []key.Binding{keys.backend, keys.queues, keys.cpu, keys.coalesce}
}

func (q *queuesView) refresh(m *Model) {
	cursor := q.table.Cursor()
	rows := make([]table.Row, len(m.snapshot.Queues))
	for i, queue := range m.snapshot.Queues {
		load := "–"
		if queue.Load >= 0 {
			load = fmt.Sprintf("%.1f %%", queue.Load)
		}
		busy := "no"
		if queue.Busy {
			busy = "yes"
		}
		rows[i] = table.Row{
			strconv.Itoa(queue.Index), queue.CPU, load, strconv.Itoa(queue.Endpoints), short(float64(queue.Received)), short(float64(queue.Sent)),
			short(float64(queue.Batches)), busy, strconv.FormatUint(queue.Restarts, 10),
		}
	}
	q.table.SetColumns([]table.Column{
		{Title: "Queue", Width: 6}, {Title: "CPU", Width: 5}, {Title: "Load", Width: 8}, {Title: "Endpoints", Width: 9}, {Title: "Received", Width: 9},
		{Title: "Sent", Width: 9}, {Title: "Batches", Width: 9}, {Title: "Gathers", Width: 7}, {Title: "Restarts", Width: 8},
	})
	q.table.SetRows(rows)
	q.table.SetCursor(max(0, min(cursor, len(rows)-1)))
}

// selected is the number of the queue under the cursor.
func (q *queuesView) selected() int { return max(0, q.table.Cursor()) }

// effects is what every change of the engine promises.
const effects = "Calls stay up and no packet is lost. If it cannot be done, nothing changes."

func (q *queuesView) key(m *Model, k tea.KeyMsg) tea.Cmd {
	io, calls := &m.snapshot.IO, len(m.snapshot.Endpoints)
	inIO := func(line string) []string { return []string{"configure terminal", "io", line} }
	switch {
	case key.Matches(k, keys.backend):
		q.change(m, "Backend: auto, epoll or io_uring", func(word string) {
			m.confirm("Change the backend to "+word, inIO("backend "+word),
				fmt.Sprintf("The queues move from %s to %s under %d calls, one queue after the other.", io.Backend, word, calls), effects)
		})
	case key.Matches(k, keys.queues):
		q.change(m, "Number of queues, 1 to 64", func(word string) {
			m.confirm("Change the number of queues to "+word, inIO("queues "+word),
				fmt.Sprintf("There are %d now, with %d calls. Calls move so that each queue has its share.", len(m.snapshot.Queues), calls), effects)
		})
	case key.Matches(k, keys.cpu):
		queue := q.selected()
		q.change(m, fmt.Sprintf("CPU of queue %d: its number, or auto", queue), func(word string) {
			m.confirm(fmt.Sprintf("Move queue %d to CPU %s", queue, word), inIO(fmt.Sprintf("queue %d cpu %s", queue, word)),
				"The queue's thread moves at once; its calls stay with it.", effects)
		})
	case key.Matches(k, keys.coalesce):
		q.change(m, "Coalescing: off, auto, or microseconds from 1 to 10000", func(word string) {
			m.confirm("Change coalescing to "+word, inIO("coalesce "+word),
				fmt.Sprintf("It is %s now. Longer gathering costs less CPU and delays each packet by up to that much.", io.Coalesce), effects)
		})
	default:
		q.table, _ = q.table.Update(k)
	}
	return nil
}

// change asks for a word; then says what it will do.
func (q *queuesView) change(m *Model, question string, then func(word string)) {
	if !m.mayAct() {
		return
	}
	m.ask(func(answer string) tea.Cmd {
		if strings.ContainsAny(answer, " \t") {
			m.note = m.styles.bad.Render("One word, please. Nothing was changed.")
			return nil
		}
		then(answer)
		return nil
	}, question)
}

func (q *queuesView) view(m *Model, width, height int) string {
	io := &m.snapshot.IO
	label := m.styles.label.Render
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s (configured %s)   %s %s   %s %s\n", label("Backend"), io.Backend, io.Configured,
		label("Select"), io.Select, label("Coalesce"), io.Coalesce)
	if io.Fallback != "" {
		b.WriteString(m.styles.warn.Render("Not the preferred one: ") + io.Fallback + "\n")
	}
	fmt.Fprintf(&b, "%s %d datagrams, %d octets\n", label("Received"), io.Received, io.OctetsReceived)
	fmt.Fprintf(&b, "%s     %d datagrams, %d octets\n", label("Sent"), io.Sent, io.OctetsSent)
	fmt.Fprintf(&b, "%s     %d buffers a queue", label("Pool"), io.Pool)
	if io.PacketsPerBatch > 0 {
		fmt.Fprintf(&b, "   %s %.1f datagrams each", label("Batches"), io.PacketsPerBatch)
	}
	b.WriteByte('\n')
	b.WriteByte('\n')
	counters := q.counters(m)
	q.table.SetWidth(width)
	q.table.SetHeight(max(3, min(len(m.snapshot.Queues)+1, height-strings.Count(b.String(), "\n")-min(len(counters), 8)-2)))
	b.WriteString(q.table.View() + "\n\n")
	b.WriteString(strings.Join(counters, "\n"))
	return b.String()
}

// counters are those of the queue under the cursor.
func (q *queuesView) counters(m *Model) []string {
	i := q.selected()
	if i >= len(m.snapshot.Queues) {
		return nil
	}
	list := []string{m.styles.head.Render(fmt.Sprintf("Queue %d", m.snapshot.Queues[i].Index))}
	for _, c := range m.snapshot.Queues[i].Counters {
		list = append(list, fmt.Sprintf("  %-18s %12d  %s", c.Name, c.N, c.Help))
	}
	if len(list) == 1 {
		list = append(list, m.styles.faint.Render("  No errors, nothing dropped."))
	}
	return list
}
