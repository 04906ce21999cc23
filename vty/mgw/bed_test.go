package mgw

import (
	"strings"
	"testing"
	"time"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	_ "osmo-mgw-go/iobackend/epoll"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/process"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/vty"
)

// bed is a gateway with its VTY, without the doors.
type bed struct {
	testing.TB
	engine  *vty.Engine
	gateway *core.Gateway
	lines   *e1.Lines
	io      *IO
	packets *pktio.Engine
	logs    *logging.System
}

// newBed makes a gateway that has read a configuration and is not started.
func newBed(t testing.TB, config string) *bed {
	t.Helper()
	packets, err := pktio.New(pktio.Config{Backend: "epoll"})
	if err != nil {
		t.Fatal(err)
	}
	b := &bed{TB: t, lines: &e1.Lines{}, io: NewIO(), packets: packets, logs: logging.New("OsmoMGW")}
	t.Cleanup(func() { b.logs.Close(time.Second) })
	b.gateway = core.New(core.Options{Plane: core.NewDataPlane(relay.NewPlane(packets)), Lines: b.lines})
	t.Cleanup(func() {
		b.gateway.Close()
		packets.Close()
	})
	b.engine = New(
		vty.Options{Name: "OsmoMGW", Version: "1.2.3", Copyright: "Free.\n"},
		Parts{Gateway: b.gateway, Lines: b.lines, Threads: process.NewThreads("test-control"), IO: b.io, Logs: b.logs},
	)
	b.read(config)
	return b
}

// start starts the gateway.
func (b *bed) start() *bed {
	b.Helper()
	if err := b.gateway.Start(); err != nil {
		b.Fatal(err)
	}
	b.io.Attach(b.packets)
	return b
}

// read reads a configuration.
func (b *bed) read(config string) (output string) {
	b.Helper()
	output, err := b.engine.Read("test.cfg", []byte(config))
	if err != nil {
		b.Fatal(err)
	}
	return output
}

// try types lines in the enable node, as one session, up to the first that fails, and returns all answers.
func (b *bed) try(lines ...string) (answers string, err error) {
	var out strings.Builder
	err = b.engine.Exec(vty.User{}, lines, &out)
	return out.String(), err
}

// run is try for lines that must not fail.
func (b *bed) run(lines ...string) string {
	b.Helper()
	answers, err := b.try(lines...)
	if err != nil {
		b.Fatalf("%q: %s", lines, answers)
	}
	return answers
}
