package core

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The set answers as a plain list would, at sizes around the borders of its words.
func TestIndexSet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 63, 64, 65, 4095, 4096, 4097, 65534} {
		s := newIndexSet(size)
		model := make([]bool, size)
		check := func(from int) {
			t.Helper()
			want := -1
			for i := from; i < size; i++ {
				if !model[i] {
					want = i
					break
				}
			}
			if got, ok := s.missing(from); ok != (want >= 0) || ok && got != want {
				t.Fatalf("size %d: missing(%d) is %d, %v, want %d", size, from, got, ok, want)
			}
		}
		for i := range size {
			s.add(i)
			model[i] = true
		}
		check(0)
		for range min(size, 300) {
			i := random.IntN(size)
			if model[i] = !model[i]; model[i] {
				s.add(i)
				s.add(i)
			} else {
				s.remove(i)
				s.remove(i)
			}
			check(0)
			check(random.IntN(size))
			check(size)
		}
		var want []int
		for i, in := range model {
			if in {
				want = append(want, i)
			}
		}
		if got := slices.Collect(s.all()); !slices.Equal(got, want) || s.count != len(want) {
			t.Fatalf("size %d: holds %d, count is %d, want %d", size, len(got), s.count, len(want))
		}
	}
}

func TestIndexSetGivesLowestFirst(t *testing.T) {
	s := newIndexSet(130)
	var got []int
	for range 3 {
		i, _ := s.missing(0)
		s.add(i)
		got = append(got, i)
	}
	s.remove(1)
	i, _ := s.missing(0)
	if !slices.Equal(append(got, i), []int{0, 1, 2, 1}) {
		t.Errorf("got %v, then %d", got, i)
	}
}
