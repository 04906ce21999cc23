package live

import (
	"slices"
	"testing"
)

func TestQuantilesOfASecond(t *testing.T) {
	before := spans{[]int64{10, 20}, map[int64]uint64{10: 5, 20: 1000}}
	for _, tt := range []struct {
		name string
		now  spans
		want []float64
	}{
		{"nothing new", before, []float64{0, 0}},
		{"only what is new", spans{[]int64{10, 20, 900}, map[int64]uint64{10: 95, 20: 1008, 900: 2}}, []float64{10, 900}},
		{"cleared", spans{[]int64{30}, map[int64]uint64{30: 4}}, []float64{30, 30}},
		{"never any", spans{}, []float64{0, 0}},
	} {
		if got := tt.now.quantiles(before, 0.5, 0.99); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
