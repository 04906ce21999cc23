package core

import (
	"errors"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/mgcp"
)

// §13.2, MENDS 2 and 3.
func TestPortPool(t *testing.T) {
	const here, there = "127.0.0.1", "::1"
	free := func(int) error { return nil }
	allocate := func(p *portPool, address string, want int) {
		t.Helper()
		got, err := p.allocate(address, free)
		if want == 0 && err == nil || want != 0 && (err != nil || got != want) {
			t.Errorf("allocated %d, %v, want %d", got, err, want)
		}
	}

	p := newPortPool(12600, 12605)
	allocate(p, here, 12600)
	allocate(p, there, 12602) // one cursor for all addresses
	allocate(p, here, 12604)
	p.release(here, 12604)
	allocate(p, here, 12602) // the freed pair comes last
	allocate(p, here, 12604)
	allocate(p, here, 0)
	allocate(p, there, 12600)
	p.release(here, 12602)
	allocate(p, here, 12602) // and is not refused

	p = newPortPool(12690, 12691) // a single pair
	allocate(p, here, 12690)
	allocate(p, here, 0)

	p = newPortPool(0, 5) // port 0 would be any
	allocate(p, here, 2)
	allocate(p, here, 4)
	allocate(p, here, 0)

	p = newPortPool(16002, 16066) // the default, whose end is even
	for i := range 32 {
		allocate(p, here, 16002+2*i)
	}
	allocate(p, here, 0)

	// What others hold is passed over.
	p = newPortPool(100, 109)
	taken := func(port int) error {
		if port < 106 {
			return unix.EADDRINUSE
		}
		return nil
	}
	if port, err := p.allocate(here, taken); port != 106 || err != nil {
		t.Errorf("got %d, %v, want 106", port, err)
	}
	// What cannot work on any port is tried once.
	tries := 0
	_, err := p.allocate(here, func(int) error { tries++; return unix.EADDRNOTAVAIL })
	if tries != 1 || !errors.Is(err, unix.EADDRNOTAVAIL) {
		t.Errorf("%d tries, %v", tries, err)
	}

	// A new range begins at its first port; what is in use stays so.
	p = newPortPool(200, 209)
	allocate(p, here, 200)
	allocate(p, here, 202)
	p.setRange(200, 205)
	allocate(p, here, 204)
	allocate(p, here, 0)
	p.release(here, 200)
	allocate(p, here, 200)
}

func TestPortRange(t *testing.T) {
	for _, tt := range [][4]int{{12600, 12699, 12600, 12699}, {12601, 12698, 12600, 12699}, {5, 5, 4, 5}} {
		if start, end, err := PortRange(tt[0], tt[1]); err != nil || start != tt[2] || end != tt[3] {
			t.Errorf("%d %d: got %d %d, %v", tt[0], tt[1], start, end, err)
		}
	}
	if _, _, err := PortRange(7, 6); err == nil {
		t.Error("a range that ends below its start is accepted")
	}
}

// §17, MENDS 21.
func TestCIDPool(t *testing.T) {
	any := mgcp.OsmuxRequest{Given: true, Wildcard: true}
	named := func(cid uint8) mgcp.OsmuxRequest { return mgcp.OsmuxRequest{Given: true, CID: cid} }
	p := newCIDPool()
	var got []int
	take := func(r mgcp.OsmuxRequest) {
		cid, ok := p.allocate(r)
		if !ok {
			cid = -1
		}
		got = append(got, cid)
	}
	take(any)        // 0
	take(any)        // 1
	take(named(7))   // 7: free here, too
	take(named(7))   // 8: taken, so the next in rotation
	p.release(0)     // does not come at once
	take(any)        // 9
	take(named(255)) // 255
	take(any)        // around: 0
	if want := []int{0, 1, 7, 8, 9, 255, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for range cidCount - p.used.count {
		take(any)
	}
	got = nil
	take(any)
	p.release(33)
	take(any)
	take(named(33))
	if want := []int{-1, 33, -1}; !slices.Equal(got, want) {
		t.Errorf("full pool: got %v, want %v", got, want)
	}
}
