package mgw

import (
	"sync"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
)

// written is what the settings' Write functions read while a configuration is written: a copy of all that belongs to
// the control side, so that the control side does not wait for the writing.
type written struct {
	mu     sync.Mutex // held while one configuration is written
	config core.Config
	lines  []e1.Line
	ipa    e1.IPASettings
}

// snapshot runs write with a fresh copy. It is vty.Options.Snapshot.
func (m *mgw) snapshot(write func()) {
	m.written.mu.Lock()
	defer m.written.mu.Unlock()
	m.written.config = m.gateway.Config()
	m.gateway.Do(func() {
		m.written.lines = m.written.lines[:0]
		for _, line := range m.lines.All() {
			m.written.lines = append(m.written.lines, *line)
		}
		m.written.ipa = m.lines.IPA
	})
	write()
}

// config is the configuration that is being written. For Write functions only.
func (m *mgw) config() *core.Config { return &m.written.config }
