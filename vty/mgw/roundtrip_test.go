package mgw

import (
	"fmt"
	"path/filepath"
	"testing"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	"osmo-mgw-go/process"
	"osmo-mgw-go/stats"
	"osmo-mgw-go/vty/vtytest"
)

// No setting of the gateway is lost by writing and reading the configuration.
func TestNothingIsLost(t *testing.T) {
	fresh := func(t testing.TB) vtytest.Program {
		b := newBed(t, "")
		return vtytest.Program{Engine: b.engine, State: b.state}
	}
	vtytest.RoundTrip(t, fresh, vtytest.Hints{
		Before: map[string][]string{nodeE1: {"e1_line 3 driver ipa"}},
		Words:  map[string][]string{"FILENAME": {filepath.Join(t.TempDir(), "log")}, "HOSTNAME": {"127.0.0.1"}},
	})
}

// settings are all that the gateway's part of the configuration holds, as plain data.
type settings struct {
	Gateway   core.Config
	Lines     []lineSettings
	IPA       e1.IPASettings
	IO        ioSettings
	CTRL      string
	Interval  int
	Reporters []string // as they print: go-cmp does not look into addresses
	Policy    int
	Affinity  []process.Affinity
}

type lineSettings struct {
	Number, Port, Timeout int
	Driver                string
	Name, Socket, Pcap    string
	Keepalive             e1.Keepalive
	IPAKeepalive          e1.IPAKeepalive
}

type ioSettings struct {
	Backend       string
	Queues, Pool  int
	Coalesce, Way string
	CPUs          []int
}

func (b *bed) state() any {
	s := settings{Gateway: b.gateway.Config()}
	for _, l := range b.lines.All() {
		s.Lines = append(s.Lines, lineSettings{
			l.Number, l.Port, l.ConnectTimeout, l.Driver.String(), l.Name, l.Socket, l.Pcap, l.Keepalive, l.IPAKeepalive,
		})
	}
	s.IPA = b.lines.IPA
	cfg := b.io.EngineConfig()
	s.IO = ioSettings{cfg.Backend, cfg.Queues, cfg.Pool, cfg.Coalesce.String(), cfg.Select.String(), cfg.CPUs}
	s.CTRL = fmt.Sprint(b.ctrl.Address(), " ", b.ctrl.Sessions())
	s.Interval = b.stats.Interval()
	for _, r := range inOrderWritten(b.stats.Reporters()) {
		s.Reporters = append(s.Reporters, fmt.Sprintf("%s %q %+v", r.Kind, r.Name, r.Settings()))
	}
	s.Policy, s.Affinity = b.threads.PolicyRR(), b.threads.Affinities()
	return s
}

// inOrderWritten puts osmo-mgw's reporters first; ours stand in a place of their own.
func inOrderWritten(reporters []*stats.Reporter) []*stats.Reporter {
	var theirs, ours []*stats.Reporter
	for _, r := range reporters {
		if r.Kind == stats.Prometheus {
			ours = append(ours, r)
		} else {
			theirs = append(theirs, r)
		}
	}
	return append(theirs, ours...)
}
