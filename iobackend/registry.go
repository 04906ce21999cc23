package iobackend

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
)

// Factory makes the backends of one kind.
type Factory interface {
	// Name is what the operator calls it: "epoll", "io_uring".
	Name() string
	// Rank orders them for auto: the highest that works is taken. Negative: never by itself.
	Rank() int
	// Probe says what of it works here, or why nothing does, in words for the operator.
	Probe() (Features, error)
	// New makes the backend of one queue, on the thread of that queue.
	New(Setup) (Backend, error)
}

// Auto is the name that stands for the best one there is.
const Auto = "auto"

// AutoVariable is the environment variable that says what Auto means, as libosmocore has it: POLL or IO_URING.
const AutoVariable = "LIBOSMO_IO_BACKEND"

var registry struct {
	sync.Mutex
	all []Factory
}

// Register makes a kind of backend known; its package does so when it is imported.
func Register(f Factory) {
	registry.Lock()
	defer registry.Unlock()
	registry.all = append(registry.all, f)
	slices.SortStableFunc(registry.all, func(a, b Factory) int { return b.Rank() - a.Rank() })
}

// Names are the registered kinds, the one that Auto prefers first.
func Names() []string {
	registry.Lock()
	defer registry.Unlock()
	var names []string
	for _, f := range registry.all {
		names = append(names, f.Name())
	}
	return names
}

// Choice is a kind of backend that works here.
type Choice struct {
	Factory  Factory
	Features Features
	// Fallback says why it is not the one that was preferred; empty if it is.
	Fallback string
}

// Choose finds a working kind of backend. A name must work as it is. Auto (or "") means what AutoVariable says, else the
// highest rank, and falls back to the next where the kernel does not let us, saying why.
func Choose(name string) (Choice, error) {
	without, err := ParseFeatures(os.Getenv(WithoutVariable))
	if err != nil {
		return Choice{}, fmt.Errorf("%s: %w", WithoutVariable, err)
	}
	registry.Lock()
	all := slices.Clone(registry.all)
	registry.Unlock()

	if name == "" || name == Auto {
		if name, err = autoName(); err != nil {
			return Choice{}, err
		}
	}
	if name != Auto {
		for _, f := range all {
			if f.Name() == name {
				return probe(f, without)
			}
		}
		return Choice{}, fmt.Errorf("no I/O backend %q in this program; it has %s", name, strings.Join(Names(), ", "))
	}
	var reasons []string
	for _, f := range all {
		if f.Rank() < 0 {
			continue
		}
		c, err := probe(f, without)
		if err == nil {
			c.Fallback = strings.Join(reasons, "; ")
			return c, nil
		}
		reasons = append(reasons, err.Error())
	}
	if reasons == nil {
		return Choice{}, fmt.Errorf("no I/O backend in this program")
	}
	return Choice{}, fmt.Errorf("no I/O backend works here: %s", strings.Join(reasons, "; "))
}

func probe(f Factory, without Features) (Choice, error) {
	features, err := f.Probe()
	if err != nil {
		return Choice{}, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return Choice{Factory: f, Features: features &^ without}, nil
}

// autoName reads AutoVariable. As with osmo-mgw, a value that it does not know is an error, also an empty one.
func autoName() (string, error) {
	value, set := os.LookupEnv(AutoVariable)
	switch {
	case !set:
		return Auto, nil
	case value == "POLL":
		return "epoll", nil
	case value == "IO_URING":
		return "io_uring", nil
	}
	return "", fmt.Errorf("%s=%q: must be POLL or IO_URING", AutoVariable, value)
}
