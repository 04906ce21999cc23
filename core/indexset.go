package core

import (
	"iter"
	"math/bits"
)

// indexSet is a set of the numbers 0 to size-1 that finds its lowest missing number without looking at all of them:
// a second row of words says which words of the first are full.
type indexSet struct {
	size  int
	count int
	words []uint64
	full  []uint64
}

const wordBits = 64

func newIndexSet(size int) *indexSet {
	words := (size + wordBits - 1) / wordBits
	return &indexSet{size: size, words: make([]uint64, words), full: make([]uint64, words/wordBits+1)}
}

func (s *indexSet) has(i int) bool { return s.words[i/wordBits]>>(i%wordBits)&1 != 0 }

func (s *indexSet) add(i int) {
	if s.has(i) {
		return
	}
	w := i / wordBits
	s.words[w] |= 1 << (i % wordBits)
	if s.words[w] == ^uint64(0) {
		s.full[w/wordBits] |= 1 << (w % wordBits)
	}
	s.count++
}

func (s *indexSet) remove(i int) {
	if !s.has(i) {
		return
	}
	w := i / wordBits
	s.words[w] &^= 1 << (i % wordBits)
	s.full[w/wordBits] &^= 1 << (w % wordBits)
	s.count--
}

// missing returns the lowest number not below from that is not in the set.
func (s *indexSet) missing(from int) (i int, ok bool) {
	if from >= s.size {
		return 0, false
	}
	w := from / wordBits
	if free := ^s.words[w] >> (from % wordBits); free != 0 {
		i = from + bits.TrailingZeros64(free)
		return i, i < s.size
	}
	w++
	for f := w / wordBits; f < len(s.full); f++ {
		open := ^s.full[f]
		if f == w/wordBits {
			open = open >> (w % wordBits) << (w % wordBits)
		}
		if open == 0 {
			continue
		}
		w := f*wordBits + bits.TrailingZeros64(open)
		if w >= len(s.words) {
			return 0, false
		}
		i = w*wordBits + bits.TrailingZeros64(^s.words[w])
		return i, i < s.size
	}
	return 0, false
}

// all yields the numbers in the set, lowest first. The one just yielded may be removed.
func (s *indexSet) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w := range s.words {
			for rest := s.words[w]; rest != 0; rest &= rest - 1 {
				if !yield(w*wordBits + bits.TrailingZeros64(rest)) {
					return
				}
			}
		}
	}
}
