package mgw

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	_ "osmo-mgw-go/iobackend/epoll"
	"osmo-mgw-go/iobackend/fake"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/process"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/stats"
	"osmo-mgw-go/vty"
)

// bed is a gateway with its VTY, without the doors.
type bed struct {
	testing.TB
	engine  *vty.Engine
	gateway *core.Gateway
	lines   *e1.Lines
	io      *IO
	ctrl    *CTRLBind
	threads *fakeThreads
	packets *pktio.Engine

	onShutdown func()
	logs       *logging.System
	stats      *stats.Registry
}

// newBed makes a gateway that has read a configuration and will not be started.
func newBed(t testing.TB, config string) *bed {
	t.Helper()
	return makeBed(t, config, pktio.Config{Factory: fake.New(), Manual: true})
}

// newStartedBed makes a gateway that has read a configuration and carries calls.
func newStartedBed(t testing.TB, config string) *bed {
	t.Helper()
	b := makeBed(t, config, pktio.Config{Backend: "epoll"})
	if err := b.gateway.Start(); err != nil {
		t.Fatal(err)
	}
	b.io.Attach(b.packets)
	return b
}

func makeBed(t testing.TB, config string, io pktio.Config) *bed {
	t.Helper()
	packets, err := pktio.New(io)
	if err != nil {
		t.Fatal(err)
	}
	b := &bed{
		TB: t, lines: &e1.Lines{}, io: NewIO(), ctrl: &CTRLBind{}, threads: &fakeThreads{}, packets: packets, logs: logging.New("OsmoMGW"),
	}
	// The target that is there from the start.
	b.logs.OpenStderr(logging.Blocking).Change(func(s *logging.Settings) { s.FilterAll = true })
	b.stats = stats.NewRegistry(b.logs.Logger())
	t.Cleanup(b.stats.Close)
	t.Cleanup(func() { b.logs.Close(time.Second) })
	b.gateway = core.New(core.Options{Plane: core.NewDataPlane(relay.NewPlane(packets)), Lines: b.lines, Stats: b.stats})
	t.Cleanup(func() {
		b.gateway.Close()
		packets.Close()
	})
	b.engine = New(
		vty.Options{Name: "OsmoMGW", Version: "1.2.3", Copyright: "Free.\n", Shutdown: func() { b.onShutdown() }},
		Parts{Gateway: b.gateway, Lines: b.lines, Threads: b.threads, IO: b.io, CTRL: b.ctrl, Logs: b.logs, Stats: b.stats},
	)
	b.read(config)
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

// fakeThreads keeps what it is told and leaves the threads of the test alone.
type fakeThreads struct {
	policy     int
	affinities []process.Affinity
}

func (f *fakeThreads) SetPolicyRR(priority int) error {
	f.policy = priority
	return nil
}

func (f *fakeThreads) PolicyRR() int { return f.policy }

func (f *fakeThreads) SetAffinity(target, mask string, delay bool) error {
	if delay && target == "all" {
		return errors.New("delaying makes no sense for all")
	}
	set, err := process.ParseMask(mask)
	if err != nil {
		return fmt.Errorf("failed parsing CPU Affinity Mask %s", mask)
	}
	f.affinities = slices.DeleteFunc(f.affinities, func(a process.Affinity) bool { return a.Target == target })
	if strings.Trim(target, "0123456789") != "" { // ids are not kept
		f.affinities = append(f.affinities, process.Affinity{Target: target, Mask: set, Delay: delay})
	}
	return nil
}

func (f *fakeThreads) Affinities() []process.Affinity { return f.affinities }

func (f *fakeThreads) List() ([]process.Thread, error) {
	return []process.Thread{{ID: 12, Name: "mgw-q0", Affinity: unix.CPUSet{3}}}, nil
}
