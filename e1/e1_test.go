package e1

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// The positions are those that the VTY's endpoint commands count with (mgcp.md §22).
func TestOrder(t *testing.T) {
	for _, tt := range []struct {
		index int
		name  string
	}{
		{0, "ds/e1-1/s-1/su64-0"}, {3, "ds/e1-1/s-1/su16-0"}, {14, "ds/e1-1/s-1/su8-7"}, {15, "ds/e1-1/s-2/su64-0"},
		{0x1d0, "ds/e1-1/s-31/su8-7"},
	} {
		if got := Name(1, At(tt.index)); got != tt.name {
			t.Errorf("endpoint %d is %s, want %s", tt.index, got, tt.name)
		}
	}
	for i := range EndpointsPerTrunk {
		if got := At(i).Index(); got != i {
			t.Fatalf("endpoint %d has index %d", i, got)
		}
	}
	if EndpointsPerTrunk != 465 {
		t.Errorf("%d endpoints", EndpointsPerTrunk)
	}
	for _, slot := range []Slot{{0, Subslots[0]}, {32, Subslots[0]}, {1, Subslot{16, 1}}} {
		if slot.Index() != -1 {
			t.Errorf("%v has index %d", slot, slot.Index())
		}
	}
}

func TestBits(t *testing.T) {
	for _, tt := range []struct {
		sub  Subslot
		bits uint8
	}{
		{Subslot{64, 0}, 0xFF}, {Subslot{32, 0}, 0x0F}, {Subslot{32, 4}, 0xF0}, {Subslot{16, 0}, 0x03},
		{Subslot{16, 6}, 0xC0}, {Subslot{8, 0}, 0x01}, {Subslot{8, 7}, 0x80},
	} {
		if got := tt.sub.Bits(); got != tt.bits {
			t.Errorf("%v occupies %#x, want %#x", tt.sub, got, tt.bits)
		}
	}
}

func TestNames(t *testing.T) {
	for i := range EndpointsPerTrunk {
		trunk, slot, ok := ParseName(Name(64, At(i)))
		if !ok || trunk != 64 || slot != At(i) {
			t.Fatalf("%s: %d, %v, %v", Name(64, At(i)), trunk, slot, ok)
		}
	}
	for _, bad := range []string{
		"", "ds/e1-", "ds/e1-1", "ds/e1-1/", "ds/e1-1/s-", "ds/e1-1/s-1", "ds/e1-1/s-1/", "ds/e1-1/s-1/su16-1",
		"ds/e1-1/s-01/su16-0", "ds/e1-01/s-1/su16-0", "ds/e1-1/s-0/su16-0", "ds/e1-1/s-32/su16-0", "ds/e1-1/s-1/su016-0",
		"ds/e1-65/s-1/su16-0", "ds/e1--1/s-1/su16-0", "ds/e1-1/s-1/su16-0x", "ds/e1-1/s-+1/su16-0", "ds/E1-1/s-1/su16-0",
		"ds/e1-99999999999999999999/s-1/su16-0",
	} {
		if trunk, slot, ok := ParseName(bad); ok {
			t.Errorf("%q was read as %s", bad, Name(trunk, slot))
		}
	}
	// The trunk alone may have leading zeros (mgcp.md §6.2).
	if trunk, rest, ok := CutTrunk("ds/e1-0003/*"); !ok || trunk != 3 || rest != "*" {
		t.Errorf("ds/e1-0003/*: %d, %q, %v", trunk, rest, ok)
	}
}

func FuzzParseName(f *testing.F) {
	for _, seed := range []string{"ds/e1-1/s-4/su16-2", "ds/e1-01/s-31/su8-7", "ds/e1-65/s-1/su64-0", "rtpbridge/1", "ds/e1-/s-/su-"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		trunk, slot, ok := ParseName(name)
		if !ok {
			return
		}
		if trunk > MaxTrunk || slot.Index() < 0 || Name(trunk, slot) != name {
			t.Errorf("%q was read as trunk %d, %+v", name, trunk, slot)
		}
	})
}

// Two subslots exclude each other when they share a bit, compared with the definition in words.
func TestOverlap(t *testing.T) {
	for _, claimed := range Subslots {
		for _, other := range Subslots {
			share := false
			for bit := uint8(0); bit < 8; bit++ {
				in := func(s Subslot) bool { return bit >= s.Offset && bit < s.Offset+s.Rate/8 }
				share = share || in(claimed) && in(other)
			}
			var o Occupancy
			o.Claim(Slot{7, claimed})
			if got := o.Available(Slot{7, other}, claimed == other); got == share && claimed != other || claimed == other && !got {
				t.Errorf("%v claimed: %v available is %v", claimed, other, got)
			}
			if !o.Available(Slot{8, other}, false) {
				t.Errorf("%v claimed in slot 7 blocks %v in slot 8", claimed, other)
			}
			o.Release(Slot{7, claimed})
			if !o.Available(Slot{7, other}, false) {
				t.Errorf("%v released: %v is blocked", claimed, other)
			}
		}
	}
}

func TestFirstAvailable(t *testing.T) {
	var o Occupancy
	var got []string
	for range 2 {
		slot, ok := o.FirstAvailable()
		if !ok {
			t.Fatal("none")
		}
		got = append(got, Name(0, slot))
		o.Claim(slot)
	}
	o.Release(At(0))
	o.Claim(Slot{1, Subslot{8, 6}})
	slot, _ := o.FirstAvailable()
	got = append(got, Name(0, slot))
	want := []string{"ds/e1-0/s-1/su64-0", "ds/e1-0/s-2/su64-0", "ds/e1-0/s-1/su32-0"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for {
		slot, ok := o.FirstAvailable()
		if !ok {
			break
		}
		o.Claim(slot)
	}
	for i := range EndpointsPerTrunk {
		if o.Available(At(i), false) {
			t.Fatalf("trunk is full, but %v is available", At(i))
		}
	}
}

func TestClaims(t *testing.T) {
	var lines Lines
	var told []int
	lines.OnAdd = func(l *Line) { told = append(told, l.Number) }
	for _, l := range []struct {
		number int
		driver Driver
	}{{5, Virtual}, {2, DAHDI}} {
		if _, err := lines.Add(l.number, l.driver); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := lines.Add(5, DAHDI); !errors.Is(err, ErrLineExists) {
		t.Errorf("second line 5: %v", err)
	}
	if !slices.Equal(told, []int{5, 2}) || lines.All()[0].Number != 2 {
		t.Errorf("told of %v, first is %d", told, lines.All()[0].Number)
	}
	su := func(rate, offset uint8) Slot { return Slot{3, Subslot{rate, offset}} }
	for _, tt := range []struct {
		line int
		slot Slot
		want error
	}{
		{4, su(16, 0), ErrNoLine},
		{2, su(16, 0), ErrNotServed},
		{5, su(64, 0), ErrRate},
		{5, su(32, 4), ErrRate},
		{5, su(16, 0), nil},
		{5, su(16, 0), ErrTaken},
		{5, su(8, 1), ErrTaken},
		{5, su(8, 2), nil},
	} {
		err := lines.Claim(tt.line, tt.slot)
		if !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
			t.Errorf("line %d %v: %v, want %v", tt.line, tt.slot, err, tt.want)
		}
	}
	line := lines.Get(5)
	if got := line.Timeslots(); !slices.Equal(got, []Timeslot{{3, 2, "I460"}}) {
		t.Errorf("in use: %v", got)
	}
	lines.Release(5, su(16, 0))
	lines.Release(5, su(16, 0)) // not claimed any more: nothing happens
	lines.Release(9, su(16, 0))
	lines.Release(5, su(8, 3)) // never was
	if got := line.Timeslots(); !slices.Equal(got, []Timeslot{{3, 1, "I460"}}) {
		t.Errorf("in use after one release: %v", got)
	}
	lines.Release(5, su(8, 2))
	if got := line.Timeslots(); len(got) != 0 {
		t.Errorf("in use after both: %v", got)
	}
	if err := lines.Claim(5, su(16, 2)); err != nil {
		t.Errorf("claim after release: %v", err)
	}
}

func TestDrivers(t *testing.T) {
	var served []string
	for d := range Driver(len(drivers)) {
		back, ok := ParseDriver(d.String())
		if !ok || back != d {
			t.Errorf("%s: %v, %v", d, back, ok)
		}
		if d.Served() {
			served = append(served, d.String())
		}
	}
	if strings.Join(served, " ") != "virtual" {
		t.Errorf("served: %v", served)
	}
	if _, ok := ParseDriver("bogus"); ok {
		t.Error("bogus is a driver")
	}
}
