package telnet

import (
	"slices"

	gotelnet "github.com/reiver/go-telnet"

	"osmo-mgw-go/vty"
)

// terminal is a telnet connection as a session sees it.
type terminal struct {
	keys   gotelnet.Reader
	screen gotelnet.Writer
	*filter
}

var _ vty.Terminal = terminal{}

func (t terminal) Read(keys []byte) (int, error)  { return t.keys.Read(keys) }
func (t terminal) Write(text []byte) (int, error) { return t.screen.Write(text) }
func (t terminal) WriteNow(text []byte)           { t.output.WriteNow(text) }
func (t terminal) Drain() error                   { return t.output.Drain() }
func (t terminal) Resized() <-chan struct{}       { return t.resized }
func (t terminal) Size() (width, height int) {
	size := t.size.Load()
	return int(size >> 16), int(size & 0xffff)
}

// Greet puts the option requests where osmo-mgw has them: before the prompt.
func (t terminal) Greet(text, prompt []byte) {
	_, _ = t.output.Write(slices.Concat(text, requests, prompt))
}

func (t terminal) Interrupt() {
	t.interrupted.Store(true)
	t.wake()
}
