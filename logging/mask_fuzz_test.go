package logging

import "testing"

// A log mask is taken or refused as a whole, and shows no category that it does not name.
func FuzzLogMask(f *testing.F) {
	for _, seed := range []string{"DRTP", "drtp,3:DLMGCP", "D,1", ",", ":", "DRTP,256", "DRTP,-1", "DRTP,x", "DNOPE", "DRTP,3,3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, mask string) {
		before := DefaultSettings()
		before.SetAll(Error)
		after := before
		if err := after.SetMask(mask); err != nil {
			if after != before {
				t.Errorf("%q was refused (%v) and changed something", mask, err)
			}
			return
		}
		named := 1
		for _, c := range mask {
			if c == ':' {
				named++
			}
		}
		shown := 0
		for _, l := range after.Levels {
			if l.Enabled {
				shown++
			}
		}
		if shown > named {
			t.Errorf("%q names %d categories at most and shows %d", mask, named, shown)
		}
	})
}
