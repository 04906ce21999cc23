package transcript

import (
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		same      bool
	}{
		{"a|b", "a|b", true},
		{"a|b", "a", false},
		{"a", "a|b", false},
		{"a|...|c", "a|x|y|c", true},
		{"a|...|c", "a|c", true},
		{"a|...|c", "a|x", false},
		{"a|...", "a|x|y", true},
		{"a|...", "a", true},
		{"... !echo", "a|b", true},
		{"... !echo", "a|  echo .MESSAGE", false},
		{"... !^(?!% )", "% a|% b", true},
		{"... !^(?!% )", "% a|b", false},
		{"... !^(?!% )|z", "% a|z", true},
		{"... !(", "a", false},
	} {
		difference := compare(strings.Split(tt.want, "|"), strings.Split(tt.got, "|"))
		if (difference == "") != tt.same {
			t.Errorf("%q against %q: %q", tt.want, tt.got, difference)
		}
	}
}

func TestCompareList(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		same      bool
	}{
		{"a|b", "a|ours|b|ours", true},
		{"a|b", "b|a", false},
		{"...|b", "a|b", true},
		{"a", "b", false},
	} {
		difference := compareList(strings.Split(tt.want, "|"), strings.Split(tt.got, "|"))
		if (difference == "") != tt.same {
			t.Errorf("%q against %q: %q", tt.want, tt.got, difference)
		}
	}
}
