package mgw

import (
	"sync"

	"osmo-mgw-go/vty"
)

// Defaults of what osmo-mgw would watch of its TCP sockets.
const (
	tcpInterval  = 0 // off
	tcpBatchSize = 5
)

// tcpWatch are the stats-tcp settings. They are kept for the file's sake: neither osmo-mgw nor this program has a TCP
// socket that they apply to.
type tcpWatch struct {
	mu              sync.Mutex
	interval, batch int
}

func (t *tcpWatch) set(field *int, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*field = n
}

func (t *tcpWatch) get(field *int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return *field
}

// statsIntervals are the settings of the config node about reports.
func (m *mgw) statsIntervals() []vty.Setting {
	m.tcpWatch.interval, m.tcpWatch.batch = tcpInterval, tcpBatchSize
	return []vty.Setting{
		{
			Order: orderStats,
			Commands: []vty.Command{{
				Syntax: "stats interval <0-65535>",
				Help: vty.Words{
					"stats": statsWords["stats"], "interval": "How often reporters report", "<0-65535>": "Seconds (default 5); 0: only when `stats report` asks for it",
				},
				Doc: "A change reports at once.",
				Run: func(_ *vty.Context, a vty.Args) error {
					m.stats.SetInterval(a.Int(0))
					return nil
				},
			}},
			Write: func(w *vty.Writer, _ any) { w.Line("stats interval %d", m.stats.Interval()) },
		},
		m.tcpSetting(orderStats+1, "interval", "<0-65535>", "Seconds between looks at TCP sockets; 0: none (default)", tcpInterval, &m.tcpWatch.interval),
		m.tcpSetting(orderStats+2, "batch-size", "<1-65535>", "TCP sockets looked at together (default 5)", tcpBatchSize, &m.tcpWatch.batch),
	}
}

func (m *mgw) tcpSetting(order int, word, span, help string, usual int, field *int) vty.Setting {
	return vty.Setting{
		Order: order,
		Commands: []vty.Command{{
			Syntax: "stats-tcp " + word + " " + span,
			Help:   vty.Words{"stats-tcp": "Watching TCP sockets; kept, but there are none to watch", word: help, span: "Number"},
			Run: func(_ *vty.Context, a vty.Args) error {
				m.tcpWatch.set(field, a.Int(0))
				return nil
			},
		}},
		Write: func(w *vty.Writer, _ any) {
			if n := m.tcpWatch.get(field); n != usual {
				w.Line("stats-tcp %s %d", word, n)
			}
		},
	}
}
