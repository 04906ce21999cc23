package telnet

import (
	"bytes"
	"testing"
)

func TestParser(t *testing.T) {
	for _, tt := range []struct{ name, data, text, size string }{
		{"plain", "abc\r\x00", "abc\r\x00", ""},
		{"negotiation", "a\xff\xfd\x01\xff\xfb\x1fb", "ab", ""},
		{"255 is no input", "a\xff\xffb", "ab", ""},
		{"two-octet commands swallow one more", "a\xff\xf1xb", "ab", ""},
		{"interrupt process", "a\xff\xf4\xff\xfd\x06b", "a\xfd\x06b", ""},
		{"window size", "\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0x", "x", "\x00\x50\x00\x18"},
		{"window size with 255 in it", "\xff\xfa\x1f\x00\xff\xff\x00\x18\xff\xf0x", "x", "\x00\xff\x00\x18"},
		{"short window size", "\xff\xfa\x1f\x00\xff\xf0x", "x", "\x00"},
		{"long window size", "\xff\xfa\x1f" + "12345678901234567890" + "\xff\xf0x", "x", "123456789012345"},
		{"other suboption", "\xff\xfa\x18\x00xterm\xff\xf0x", "x", ""},
		{"empty suboption", "\xff\xfa\xff\xf0x", "x", ""},
		{"end without a beginning", "a\xff\xf0b", "ab", ""},
		{"suboption without an end", "\xff\xfa\x1f\x00\x50\xff\xfd\x01x", "x", ""},
	} {
		var size []byte
		p := parser{windowSize: func(data []byte) { size = append(size, data...) }}
		if got := p.text([]byte(tt.data)); string(got) != tt.text || string(size) != tt.size {
			t.Errorf("%s: text %q, size %q, want %q, %q", tt.name, got, size, tt.text, tt.size)
		}
	}
}

// FuzzTelnetFilter: wherever the segments of a connection begin and end, the same is read; no octet 255 gets through;
// octets outside commands do.
func FuzzTelnetFilter(f *testing.F) {
	f.Add([]byte("show\r\xff\xfd\x01\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0x"), uint8(3))
	f.Add([]byte("\xff\xff\xff\xfa\x1f\xff\xff\xff\xf0\xff\xf4\xff"), uint8(1))
	f.Add([]byte("\xff\xfa\x1f\xff\xfa\xff\xf1\xff\xfd"), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, step uint8) {
		read := func(step int) (text, sizes []byte) {
			p := parser{windowSize: func(size []byte) { sizes = append(append(sizes, byte(len(size))), size...) }}
			for rest := bytes.Clone(data); len(rest) > 0; {
				n := min(step, len(rest))
				text = append(text, p.text(rest[:n])...)
				rest = rest[n:]
			}
			return text, sizes
		}
		text, sizes := read(len(data) + 1)
		if bytes.IndexByte(text, iac) >= 0 {
			t.Errorf("255 in %q", text)
		}
		if bytes.IndexByte(data, iac) < 0 && !bytes.Equal(text, data) {
			t.Errorf("%q became %q", data, text)
		}
		cutText, cutSizes := read(int(step%7) + 1)
		if !bytes.Equal(text, cutText) || !bytes.Equal(sizes, cutSizes) {
			t.Errorf("whole: %q, %q; cut: %q, %q", text, sizes, cutText, cutSizes)
		}
	})
}
