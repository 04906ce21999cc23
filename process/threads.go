package process

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Role says which real-time priority a thread gets under `policy rr N`.
type Role int

const (
	Media   Role = iota // queues of the packet engine, and all threads nobody named: N
	Control             // MGCP and control threads: N+1, so that they go first on a CPU shared with media
)

// maxThreadName is the kernel's limit on the length of a thread's name.
const maxThreadName = 15

// Threads knows the threads that entered and what `cpu-sched` says about them. Its methods may be called from any
// goroutine; none is called on the packet path.
type Threads struct {
	self     string           // name of the thread that `cpu-affinity self` means
	onBounds func(cpus []int) // see OnBounds

	mu         sync.Mutex
	roles      map[int]Role // by thread id
	policy     int          // N of `policy rr N`, 0: not set
	affinities []Affinity   // in the order last set
}

// Affinity is one remembered `cpu-affinity` line.
type Affinity struct {
	Target string // self, all or a thread's name
	Mask   unix.CPUSet
	Delay  bool // waits for a thread that is yet to start
}

// Thread is one line of `show cpu-sched threads`.
type Thread struct {
	ID       int
	Name     string
	Affinity unix.CPUSet
}

// NewThreads returns the threads of this process. Self is the name under which the control thread will enter.
func NewThreads(self string) *Threads {
	return &Threads{self: self, roles: make(map[int]Role)}
}

// Enter locks the calling goroutine to its thread for good, names the thread and applies what `cpu-sched` says for it.
// The thread ends with the goroutine. An error means that the kernel refused the scheduling; the thread runs anyway.
func (t *Threads) Enter(name string, role Role) error {
	runtime.LockOSThread()
	if len(name) > maxThreadName {
		name = name[:maxThreadName]
	}
	b := append([]byte(name), 0)
	_ = unix.Prctl(unix.PR_SET_NAME, uintptr(unsafe.Pointer(&b[0])), 0, 0, 0) // cannot fail for a valid pointer
	id := unix.Gettid()

	t.mu.Lock()
	defer t.mu.Unlock()
	t.roles[id] = role
	var errs []error
	if t.policy > 0 {
		errs = append(errs, setRR(id, t.priority(role)))
	}
	for _, a := range t.affinities {
		// A queue has been put on one of the CPUs of "all" already, see Bounds.
		all := a.Target == "all" && role != Media
		if all || a.Target == name || a.Target == "self" && name == t.self {
			errs = append(errs, unix.SchedSetaffinity(id, &a.Mask))
		}
	}
	return errors.Join(errs...)
}

// Leave forgets the calling thread, which is about to end.
func (t *Threads) Leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.roles, unix.Gettid())
}

// List returns the threads that live now, in the order of their ids.
func (t *Threads) List() ([]Thread, error) {
	ids, err := threadIDs()
	if err != nil {
		return nil, err
	}
	var list []Thread
	for _, id := range ids {
		thread := Thread{ID: id}
		// A thread may end between the listing and here; it is then no longer of interest.
		if thread.Name, err = threadName(id); err != nil {
			continue
		}
		if unix.SchedGetaffinity(id, &thread.Affinity) != nil {
			continue
		}
		list = append(list, thread)
	}
	return list, nil
}

// threadIDs lists the threads that live now. The kernel may leave out threads of a listing during which others end, so it
// is repeated until it says the same twice.
func threadIDs() ([]int, error) {
	var before []int
	for range 10 {
		ids, err := listThreads()
		if err != nil {
			return nil, fmt.Errorf("list threads: %w", err)
		}
		if slices.Equal(ids, before) {
			break
		}
		before = ids
	}
	return before, nil
}

func listThreads() ([]int, error) {
	entries, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return nil, err
	}
	var ids []int
	for _, e := range entries {
		if id, err := strconv.Atoi(e.Name()); err == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

func threadName(id int) (string, error) {
	comm, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/comm", id))
	return strings.TrimSuffix(string(comm), "\n"), err
}
