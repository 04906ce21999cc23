package process

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestMask(t *testing.T) {
	for _, tt := range []struct{ in, out string }{
		{"1", "0x1"}, {"0x1", "0x1"}, {"00F0", "0xf0"}, {"0", "0x0"}, {"0Xa5", "0xa5"},
		{"8" + strings.Repeat("0", 255), "0x8" + strings.Repeat("0", 255)},
	} {
		set, err := ParseMask(tt.in)
		if err != nil || FormatMask(set) != tt.out {
			t.Errorf("%q: %s, %v; want %s", tt.in, FormatMask(set), err, tt.out)
		}
	}
	for _, bad := range []string{"", "0x", "xyz", "1 ", "-1", "0x0x1", "\x11", "1" + strings.Repeat("0", 256)} {
		if set, err := ParseMask(bad); err == nil {
			t.Errorf("%q was read as %s", bad, FormatMask(set))
		}
	}
}

func FuzzParseMask(f *testing.F) {
	f.Add("0x1f")
	f.Add("xyz")
	f.Fuzz(func(t *testing.T, text string) {
		set, err := ParseMask(text)
		if err != nil {
			return
		}
		again, err := ParseMask(FormatMask(set))
		if err != nil || again != set {
			t.Errorf("%q: %s reads back differently (%v)", text, FormatMask(set), err)
		}
	})
}

// enter starts a thread and keeps it until the test ends. It returns its id.
func enter(t *testing.T, threads *Threads, name string, role Role) int {
	t.Helper()
	id, stop := make(chan int), make(chan struct{})
	go func() {
		if err := threads.Enter(name, role); err != nil {
			t.Errorf("enter %s: %v", name, err)
		}
		defer threads.Leave()
		id <- unix.Gettid()
		<-stop
	}()
	t.Cleanup(func() { close(stop) })
	return <-id
}

func affinity(t *testing.T, threads *Threads, id int) string {
	t.Helper()
	list, err := threads.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range list {
		if thread.ID == id {
			return FormatMask(thread.Affinity)
		}
	}
	t.Fatalf("thread %d is not listed in %v", id, list)
	return ""
}

// ownCPU returns the mask of one CPU that the test may run on.
func ownCPU(t *testing.T) string {
	t.Helper()
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	var one unix.CPUSet
	one.Set(CPUs(set)[0])
	return FormatMask(one)
}

func TestAffinityByName(t *testing.T) {
	threads := NewThreads("test-control")
	cpu := ownCPU(t)
	control := enter(t, threads, "test-control", Control)
	if err := threads.SetAffinity("test-late", cpu, true); err != nil {
		t.Fatal(err)
	}
	if err := threads.SetAffinity("self", cpu, false); err != nil {
		t.Fatal(err)
	}
	late := enter(t, threads, "test-late", Media)
	for _, id := range []int{control, late} {
		if got := affinity(t, threads, id); got != cpu {
			t.Errorf("thread %d runs on %s, want %s", id, got, cpu)
		}
	}
	// Setting one again moves it to the end.
	if err := threads.SetAffinity("test-late", cpu, false); err != nil {
		t.Fatal(err)
	}
	list := threads.Affinities()
	if len(list) != 2 || list[0].Target != "self" || list[1].Target != "test-late" || list[1].Delay {
		t.Errorf("remembered: %v", list)
	}
}

func TestAffinityErrors(t *testing.T) {
	threads := NewThreads("test-control")
	enter(t, threads, "test-control", Control)
	for _, tt := range []struct {
		target, mask string
		delay        bool
		want         string
	}{
		{"self", "0", false, "failed setting sched CPU Affinity Mask 0: Invalid argument"},
		{"self", "xyz", false, "failed parsing CPU Affinity Mask xyz"},
		{"nosuchthread", "1", false, "failed parsing target thread nosuchthread"},
		{"averyverylongname", "1", true, "failed parsing target thread averyverylongname"},
		{"1", "1", false, "failed parsing target thread 1"},
		{"all", "1", true, "delaying makes no sense for all"},
		{"1", "1", true, "delaying makes no sense for 1"},
	} {
		err := threads.SetAffinity(tt.target, tt.mask, tt.delay)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("cpu-affinity %s %s: %v, want %s", tt.target, tt.mask, err, tt.want)
		}
	}
	if list := threads.Affinities(); len(list) != 0 {
		t.Errorf("what failed was remembered: %v", list)
	}
}

func TestAffinityByIDIsNotRemembered(t *testing.T) {
	threads := NewThreads("test-control")
	id := enter(t, threads, "test-x", Media)
	if err := threads.SetAffinity(strconv.Itoa(id), ownCPU(t), false); err != nil {
		t.Fatal(err)
	}
	if got := affinity(t, threads, id); got != ownCPU(t) {
		t.Errorf("thread runs on %s", got)
	}
	if list := threads.Affinities(); len(list) != 0 {
		t.Errorf("remembered: %v", list)
	}
}

// `cpu-affinity all` binds what runs and what starts later; queues are told instead, for they choose one CPU of it.
func TestAffinityOfAll(t *testing.T) {
	threads := NewThreads("test-control")
	var told []int
	threads.OnBounds(func(cpus []int) { told = cpus })
	if threads.Bounds() != nil {
		t.Errorf("bounds without a setting: %v", threads.Bounds())
	}
	cpu := ownCPU(t)
	before := allThreads(t, threads)
	t.Cleanup(func() { // the other tests of this process go on as usual
		for _, thread := range before {
			_ = unix.SchedSetaffinity(thread.ID, &thread.Affinity)
		}
	})
	if err := threads.SetAffinity("all", cpu, false); err != nil {
		t.Fatal(err)
	}
	for _, thread := range allThreads(t, threads) {
		if got := FormatMask(thread.Affinity); got != cpu {
			t.Errorf("thread %d %s runs on %s, want %s", thread.ID, thread.Name, got, cpu)
		}
	}
	mask, _ := ParseMask(cpu)
	if !slices.Equal(told, CPUs(mask)) || !slices.Equal(threads.Bounds(), CPUs(mask)) {
		t.Errorf("bounds: told %v, asked %v, want %v", told, threads.Bounds(), CPUs(mask))
	}
}

func allThreads(t *testing.T, threads *Threads) []Thread {
	t.Helper()
	list, err := threads.List()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestUsage(t *testing.T) {
	u, err := ReadUsage()
	if err != nil {
		t.Fatal(err)
	}
	if u.RSS < 1<<20 || u.Threads < 2 || u.Files < 3 || u.Started.IsZero() {
		t.Errorf("implausible: %+v", u)
	}
}

func TestRaiseNofile(t *testing.T) {
	n, err := RaiseNofile()
	if err != nil {
		t.Fatal(err)
	}
	if n.Soft != n.Hard || n.Soft < 64 {
		t.Errorf("after raising: %+v", n)
	}
	// As many descriptors as it says can really be had: one more than the usual soft limit, where allowed.
	if n.Soft > 2048 {
		var files []*os.File
		for range 1100 {
			f, err := os.Open("/dev/null")
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		for _, f := range files {
			f.Close()
		}
	}
}
