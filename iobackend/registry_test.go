package iobackend

import (
	"errors"
	"os"
	"strings"
	"testing"
)

type stub struct {
	name string
	rank int
	can  Features
	err  error
}

func (s stub) Name() string               { return s.name }
func (s stub) Rank() int                  { return s.rank }
func (s stub) Probe() (Features, error)   { return s.can, s.err }
func (s stub) New(Setup) (Backend, error) { return nil, errors.New("a stub") }

// withBackends runs a test in a program that has these backends and no other.
func withBackends(t *testing.T, all ...Factory) {
	before := registry.all
	registry.all = nil
	for _, f := range all {
		Register(f)
	}
	t.Cleanup(func() { registry.all = before })
}

// unset removes a variable for the time of a test.
func unset(t *testing.T, name string) {
	t.Setenv(name, "")
	os.Unsetenv(name)
}

func TestChoose(t *testing.T) {
	ring := stub{"io_uring", 20, MinWait | RecvMultishot, nil}
	noRing := stub{"io_uring", 20, 0, errors.New("switched off")}
	poll := stub{"epoll", 10, RecvMMsg, nil}
	never := stub{"fake", -1, 0, nil}
	for name, c := range map[string]struct {
		have     []Factory
		want     string
		env      string // of AutoVariable; "unset" if it is not there
		without  string
		chosen   string
		features Features
		fallback string
		err      string
	}{
		"best":                {have: []Factory{poll, ring}, want: "auto", env: "unset", chosen: "io_uring", features: MinWait | RecvMultishot},
		"empty is auto":       {have: []Factory{poll, ring}, want: "", env: "unset", chosen: "io_uring", features: MinWait | RecvMultishot},
		"fallback":            {have: []Factory{poll, noRing}, want: "auto", env: "unset", chosen: "epoll", features: RecvMMsg, fallback: "io_uring: switched off"},
		"named":               {have: []Factory{poll, ring}, want: "epoll", env: "unset", chosen: "epoll", features: RecvMMsg},
		"named does not work": {have: []Factory{poll, noRing}, want: "io_uring", env: "unset", err: "io_uring: switched off"},
		"unknown":             {have: []Factory{poll, ring}, want: "dpdk", env: "unset", err: `no I/O backend "dpdk" in this program; it has io_uring, epoll`},
		"not linked":          {have: []Factory{poll}, want: "io_uring", env: "unset", err: `no I/O backend "io_uring" in this program; it has epoll`},
		"POLL":                {have: []Factory{poll, ring}, want: "auto", env: "POLL", chosen: "epoll", features: RecvMMsg},
		"IO_URING":            {have: []Factory{poll, ring}, want: "auto", env: "IO_URING", chosen: "io_uring", features: MinWait | RecvMultishot},
		"IO_URING fails":      {have: []Factory{poll, noRing}, want: "auto", env: "IO_URING", err: "io_uring: switched off"},
		"file wins":           {have: []Factory{poll, ring}, want: "io_uring", env: "POLL", chosen: "io_uring", features: MinWait | RecvMultishot},
		"lower case":          {have: []Factory{poll, ring}, want: "auto", env: "poll", err: `LIBOSMO_IO_BACKEND="poll": must be POLL or IO_URING`},
		"empty variable":      {have: []Factory{poll, ring}, want: "auto", env: "", err: `LIBOSMO_IO_BACKEND="": must be POLL or IO_URING`},
		"mask":                {have: []Factory{poll, ring}, want: "auto", env: "unset", without: "min_wait", chosen: "io_uring", features: RecvMultishot},
		"bad mask":            {have: []Factory{poll, ring}, want: "auto", env: "unset", without: "minwait", err: `MGW_IO_WITHOUT: no feature "minwait"; there are min_wait,`},
		"none":                {have: nil, want: "auto", env: "unset", err: "no I/O backend in this program"},
		"none by itself":      {have: []Factory{never}, want: "auto", env: "unset", err: "no I/O backend in this program"},
		"all fail":            {have: []Factory{noRing}, want: "auto", env: "unset", err: "no I/O backend works here: io_uring: switched off"},
	} {
		t.Run(name, func(t *testing.T) {
			withBackends(t, c.have...)
			if unset(t, AutoVariable); c.env != "unset" {
				t.Setenv(AutoVariable, c.env)
			}
			t.Setenv(WithoutVariable, c.without)
			got, err := Choose(c.want)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("error %v, want %s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.Factory.Name() != c.chosen || got.Features != c.features || got.Fallback != c.fallback {
				t.Errorf("%s with %q, because of %q; want %s with %q, because of %q",
					got.Factory.Name(), got.Features, got.Fallback, c.chosen, c.features, c.fallback)
			}
		})
	}
}

func FuzzParseFeatures(f *testing.F) {
	for _, s := range []string{"", "min_wait", "min_wait,msg_ring_sync, recv_multishot", ",,", "nonsense", "min_wait,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, list string) {
		s, err := ParseFeatures(list)
		if err != nil {
			return
		}
		if again, err := ParseFeatures(s.String()); err != nil || again != s {
			t.Errorf("%q reads as %q, which reads as %q, %v", list, s, again, err)
		}
	})
}
