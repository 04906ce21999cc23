package osmux_test

import (
	"testing"

	"osmo-mgw-go/osmux"
)

func TestCIDPoolRotates(t *testing.T) {
	var p osmux.CIDPool
	for want := range 3 {
		if cid, ok := p.Take(); !ok || int(cid) != want {
			t.Fatalf("took %d, %v, want %d", cid, ok, want)
		}
	}
	p.Release(0)
	p.Release(1)
	if cid, _ := p.Take(); cid != 3 {
		t.Errorf("took %d behind 2, with 0 and 1 free again", cid)
	}
	if p.InUse() != 2 {
		t.Errorf("%d in use", p.InUse())
	}
}

func TestCIDPoolGivesEveryNumber(t *testing.T) {
	var p osmux.CIDPool
	if !p.Claim(200) || p.Claim(200) {
		t.Error("a number is claimed once")
	}
	seen := map[uint8]bool{200: true}
	for range 255 {
		cid, ok := p.Take()
		if !ok || seen[cid] {
			t.Fatalf("took %d, %v", cid, ok)
		}
		seen[cid] = true
	}
	if cid, ok := p.Take(); ok || p.InUse() != 256 {
		t.Errorf("a 257th number: %d; %d in use", cid, p.InUse())
	}
	// The one free number is found from wherever the search begins.
	for _, free := range []uint8{0, 255, 7, 200} {
		p.Release(free)
		p.Release(free)
		if cid, ok := p.Take(); !ok || cid != free {
			t.Errorf("took %d, %v, want %d", cid, ok, free)
		}
	}
}
