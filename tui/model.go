package tui

import (
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
)

// The least window.
const (
	MinWidth  = 80
	MinHeight = 24
)

const (
	// interval is how often a screen looks.
	interval = 500 * time.Millisecond
	// share is how much longer a screen waits than it looks: with thousands of calls it looks less often, and stays
	// below one percent of a CPU.
	share = 200
	// maxInterval is the longest that it waits.
	maxInterval = 5 * time.Second
)

// The pages, in the order of their keys.
const (
	overviewPage = iota
	endpointsPage
	queuesPage
	osmuxPage
	logPage
	numPages
)

var pageNames = [numPages]string{"Overview", "Endpoints", "Queues", "Osmux", "Log"}

// page is one page of the screen.
type page interface {
	// key takes a key that has no meaning on all pages.
	key(m *Model, k tea.KeyMsg) tea.Cmd
	// view draws the page into a box.
	view(m *Model, width, height int) string
	// keys are those that it takes, for the help.
	keys() []key.Binding
	// typing is true while keys are text.
	typing() bool
}

// Model is a screen.
type Model struct {
	source   Source
	operator Operator
	ended    <-chan struct{} // closed when nobody looks any more; nil: never
	styles   styles

	width, height int
	current       int
	pages         [numPages]page
	snapshot      Snapshot
	log           []LogLine
	span          time.Duration
	all           bool // endpoints without calls, too

	command commandLine
	dialog  *dialog       // asks for something; takes all keys
	pane    *pane         // shows something in place of the page
	note    string        // the last line, until the next key
	busy    bool          // a command runs
	cost    time.Duration // of the last look
}

// New makes a screen that is drawn by a renderer.
func New(source Source, operator Operator, r *lipgloss.Renderer) *Model {
	m := &Model{source: source, operator: operator, styles: newStyles(r), width: MinWidth, height: MinHeight, span: time.Minute}
	m.pages = [numPages]page{&overview{}, newEndpoints(m), newQueues(m), &osmuxView{}, newLogView()}
	m.command = newCommandLine()
	m.look()
	return m
}

// lookMsg says that it is time to look again.
type lookMsg struct{}

// Init starts the looking.
func (m *Model) Init() tea.Cmd { return m.wait() }

func (m *Model) wait() tea.Cmd {
	pause := max(interval, min(share*m.cost, maxInterval))
	return func() tea.Msg {
		timer := time.NewTimer(pause)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-m.ended:
		}
		return lookMsg{}
	}
}

// look takes a new snapshot.
func (m *Model) look() {
	start := time.Now()
	defer func() { m.cost = time.Since(start) }()
	m.snapshot = m.source.Snapshot(m.all && m.current == endpointsPage, m.span)
	m.log = m.source.Log()
	if p, ok := m.pages[m.current].(interface{ refresh(*Model) }); ok {
		p.refresh(m)
	}
}

// Update takes a message: a key, a new size, the end of a command.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case lookMsg:
		m.look()
		return m, m.wait()
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, nil
	case outcome:
		m.finish(msg)
		return m, nil
	case tea.KeyMsg:
		m.note = ""
		return m, m.keyByKey(msg)
	}
	return m, nil
}

// keyByKey takes letters that came in one piece, as those of a quick typist do, one after the other.
func (m *Model) keyByKey(k tea.KeyMsg) tea.Cmd {
	if k.Type != tea.KeyRunes || len(k.Runes) < 2 {
		return m.key(k)
	}
	var commands []tea.Cmd
	for _, r := range k.Runes {
		commands = append(commands, m.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: k.Alt}))
	}
	return tea.Batch(commands...)
}

func (m *Model) key(k tea.KeyMsg) tea.Cmd {
	p := m.pages[m.current]
	switch {
	case k.String() == "ctrl+c":
		return tea.Quit
	case m.dialog != nil:
		return m.dialog.key(m, k)
	case m.command.on:
		return m.command.key(m, k)
	case m.pane != nil && !key.Matches(k, keys.command):
		return m.pane.key(m, k)
	case p.typing():
		return p.key(m, k)
	case key.Matches(k, keys.quit):
		return tea.Quit
	case key.Matches(k, keys.help):
		m.pane = m.helpPane()
	case key.Matches(k, keys.command):
		return m.command.open(m)
	case key.Matches(k, keys.next):
		m.turnTo((m.current + 1) % numPages)
	case key.Matches(k, keys.previous):
		m.turnTo((m.current + numPages - 1) % numPages)
	case key.Matches(k, keys.span):
		m.span = map[time.Duration]time.Duration{time.Minute: 5 * time.Minute, 5 * time.Minute: time.Hour, time.Hour: time.Minute}[m.span]
		m.look()
	default:
		for i := range keys.page {
			if key.Matches(k, keys.page[i]) {
				m.turnTo(i)
				return nil
			}
		}
		return p.key(m, k)
	}
	return nil
}

func (m *Model) turnTo(page int) {
	m.current = page
	m.look()
}

// View draws the screen: a bar, the page, and a line for commands and notes.
func (m *Model) View() string {
	if m.width < MinWidth || m.height < MinHeight {
		return box("Too small:\n80x24 at least.\nq quits.", m.width, m.height)
	}
	height := m.height - 3
	var body string
	if m.pane != nil {
		body = m.pane.view(m, m.width, height)
	} else {
		body = m.pages[m.current].view(m, m.width, height)
	}
	body = box(body, m.width, height)
	if m.dialog != nil {
		body = m.dialog.over(m, body, m.width)
	}
	return m.bar() + "\n" + fit("", m.width) + "\n" + body + "\n" + m.lastLine()
}

func (m *Model) bar() string {
	var b strings.Builder
	for i, name := range pageNames {
		style := m.styles.tab
		if i == m.current {
			style = m.styles.tabOn
		}
		b.WriteString(style.Render(" "+keys.page[i].Help().Key+" "+name+" ") + " ")
	}
	right := "? help "
	if !m.operator.MayAct() {
		right = "view only  " + right
	}
	return fit(b.String(), m.width-len(right)) + right
}

func (m *Model) lastLine() string {
	switch {
	case m.command.on:
		return fit(m.command.view(m), m.width)
	case m.busy:
		return fit(m.styles.faint.Render("running…"), m.width)
	case m.note != "":
		return fit(m.note, m.width)
	}
	var hints []string
	for _, b := range append(m.pages[m.current].keys(), keys.command, keys.quit) {
		hints = append(hints, b.Help().Key+" "+b.Help().Desc)
	}
	return fit(m.styles.faint.Render(strings.Join(hints, "  ")), m.width)
}

// mayAct says whether the session may change things, and notes why not.
func (m *Model) mayAct() bool {
	if !m.operator.MayAct() {
		m.note = m.styles.warn.Render("This session may only look. Start the screen from the enable node to act.")
		return false
	}
	return true
}
