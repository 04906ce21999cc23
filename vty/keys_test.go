package vty

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

// paper is a terminal that keeps what is shown.
type paper struct {
	shown strings.Builder
	width int
}

func (p *paper) Read([]byte) (int, error)       { return 0, errClosed }
func (p *paper) Interrupt()                     {}
func (p *paper) Greet(text, prompt []byte)      { p.shown.Write(append(text, prompt...)) }
func (p *paper) Write(text []byte) (int, error) { return p.shown.Write(text) }
func (p *paper) WriteNow(text []byte)           { p.shown.Write(text) }
func (p *paper) Drain() error                   { return nil }
func (p *paper) Size() (width, height int)      { return p.width, 0 }
func (p *paper) Resized() <-chan struct{}       { return nil }
func (p *paper) Close() error                   { return nil }

// typist is a session whose keys the test presses.
type typist struct {
	*Session
	paper *paper
}

func (toy *toy) sit(t testing.TB, user User) *typist {
	t.Helper()
	p := &paper{}
	s := &Session{engine: toy.Engine, terminal: p, user: user}
	s.context = Context{engine: toy.Engine, session: s, print: s.printText}
	if !toy.admit(s, 64) || !s.greet() {
		t.Fatal("no session")
	}
	t.Cleanup(s.leaveEngine)
	p.shown.Reset()
	return &typist{s, p}
}

// press presses keys and returns what was shown for them.
func (ty *typist) press(keys string) string {
	ty.paper.shown.Reset()
	for i := range len(keys) {
		ty.key(keys[i])
	}
	return ty.paper.shown.String()
}

func TestKeys(t *testing.T) {
	back := func(n int) string { return strings.Repeat("\b", n) }
	for _, tt := range []struct{ name, before, keys, shown, line string }{
		{"word left", "one two  ", "\x1bb", back(5), "one two  "},
		{"word left twice", "one two", "\x1bb\x1bb", back(7), "one two"},
		{"word left at the start", "one\x01", "\x1bb", "", "one"},
		{"word right", "one two\x01", "\x1bf", "one ", "one two"},
		{"word right to the end", "one two\x01", "\x1bf\x1bf\x1bf", "one two", "one two"},
		{"delete word under", "one two\x01", "\x1bd", "ne two " + back(7) + "e two " + back(6) + " two " + back(5), " two"},
		{"delete word under, blanks first", "a  bc d\x01\x06", "\x1bd", " bc d " + back(6) + "bc d " + back(5) + "c d " + back(4) + " d " + back(3), "a d"},
		{"delete word before by escape", "one two", "\x1b\x7f", "\b \b\b \b\b \b", "one "},
		{"delete word before by escape ^H", "one two", "\x1b\x08", "\b \b\b \b\b \b", "one "},
		{"arrows", "abc", "\x1b[D\x1b[D\x1b[C", back(2) + "b", "abc"},
		{"arrows at the ends", "a", "\x1b[C\x1b[D\x1b[D", "\b", "a"},
		{"unknown escape", "a", "\x1bz\x1b[Hb", "b", "ab"},
		{"home key of a modern keyboard", "a", "\x1b[1~", "~", "a~"},
		{"transpose inside", "abc\x02", "\x14", "\bcb", "acb"},
		{"transpose at the start", "ab\x01", "\x14", "", "ab"},
		{"delete under at the end", "ab", "\x04", "", "ab"},
		{"kill the rest", "abcd\x02\x02", "\x0b", "  " + back(2), "ab"},
		{"kill all", "abcd\x02\x02", "\x15", back(2) + "    " + back(4), ""},
		{"^Z drops the line", "abc\x02", "\x1a", "\r\nToy> ", ""},
		{"^C drops the line", "abc\x02", "\x03", "\r\nToy> ", ""},
		{"^L", "abc\x02", "\x0c", "\x1b[2J\x1b[HToy> abc", "abc"},
		{"? inside", "show mgcp \x02\x02", "?", "\r\n  [stats]   With figures\r\n  active    Those in use\r\n  endpoint  One endpoint\r\n  trunk     On a trunk\r\nToy> show mgcp ", "show mgcp "},
		{"TAB behind a hidden command", "ech", "\t", "\r\nToy> ech" + back(3) + "echo ", "echo "},
		{"TAB to an own command", "show i", "\t", "\r\nToy> show i\bio ", "show io "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newToy(t).sit(t, User{})
			s.press(tt.before)
			if got := s.press(tt.keys); got != tt.shown {
				t.Errorf("shown %q, want %q", got, tt.shown)
			}
			if string(s.edit.line) != tt.line {
				t.Errorf("line %q, want %q", s.edit.line, tt.line)
			}
		})
	}
}

// Whatever is pressed, the screen shows the line: a terminal that draws what is sent has it in front of it.
func FuzzKeys(f *testing.F) {
	f.Add("abc\x01x\x04\x05\x14\x1bb\x1bd\x0b\x15")
	f.Add("one two\x17\x1bf\x10\x0e\x1b[A\x1b[D\x7f")
	f.Fuzz(func(t *testing.T, keys string) {
		s := newToy(t).sit(t, User{})
		screen, column := []byte("Toy> "), 5
		for i := range len(keys) {
			if strings.IndexByte("\r\n\t?\x03\x04\x0c\x1a", keys[i]) >= 0 {
				continue // these print lines
			}
			for _, c := range []byte(s.press(keys[i : i+1])) {
				if c == '\b' {
					column--
					continue
				}
				if column == len(screen) {
					screen = append(screen, ' ')
				}
				screen[column] = c
				column++
			}
		}
		if got, want := strings.TrimRight(string(screen), " "), strings.TrimRight("Toy> "+string(s.edit.line), " "); got != want {
			t.Errorf("%q: the screen shows %q, the line is %q", keys, got, want)
		}
		if column != 5+s.edit.cursor {
			t.Errorf("%q: the cursor is shown at %d, and is at %d", keys, column-5, s.edit.cursor)
		}
	})
}

func TestHelpFolds(t *testing.T) {
	lines := []helpLine{{"a", "one two three four"}, {"bcd", "abcdefghijklmnopqrstuvw"}, {"<cr>", ""}}
	for width, want := range map[int]string{
		0:  "  a     one two three four\n  bcd   abcdefghijklmnopqrstuvw\n  <cr>  \n",
		10: "  a     one two three four\n  bcd   abcdefghijklmnopqrstuvw\n  <cr>  \n", // no room at all
		19: "  a     one two\n        three\n        four\n  bcd   abcdefghi\n        jklmnopqr\n        stuvw\n  <cr>  \n",
	} {
		if got := formatHelp(lines, width); got != want {
			t.Errorf("width %d:\n%swant\n%s", width, got, want)
		}
	}
}

func TestHashedPasswords(t *testing.T) {
	hash := func(password string) string {
		h, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
		if err != nil {
			t.Fatal(err)
		}
		return string(h)
	}
	toy := newToy(t)
	config := fmt.Sprintf("password 8 %s\nenable password 8 %s\nline vty\n login\n", hash("front"), hash("back"))
	if _, err := toy.Read("x", []byte(config)); err != nil {
		t.Fatal(err)
	}
	if text, secret := toy.Configuration(); !strings.HasPrefix(text, config[:strings.Index(config, "line")]) || !secret {
		t.Errorf("written %v\n%s", secret, text)
	}
	s := toy.sit(t, User{})
	for _, step := range []struct{ keys, shown string }{
		{"back\r", "\r\nPassword: "},
		{"front\r", "\r\nToy> "},
		{"enable\r", "enable\r\nPassword: "},
		{"front\r", "\r\nPassword: "},
		{"back\r", "\r\nToy# "},
	} {
		if got := s.press(step.keys); got != step.shown {
			t.Errorf("%q shows %q", step.keys, got)
		}
	}
	// Osmo-mgw takes anything behind 8, and nothing ever matches it.
	if _, err := toy.Read("x", []byte("enable password 8 x\n")); err != nil {
		t.Fatal(err)
	}
	if got := s.press("disable\renable\rx\r"); !strings.HasSuffix(got, "\r\nPassword: ") {
		t.Errorf("x shows %q", got)
	}
}

func TestViewerStaysViewer(t *testing.T) {
	toy := newToy(t)
	if _, err := toy.Read("x", []byte("service advanced-vty\n")); err != nil {
		t.Fatal(err)
	}
	s := toy.sit(t, User{Name: "guest", Role: Viewer})
	const no = "\r\n% Not allowed: this user may only look.\r\nToy> "
	if got := s.press("en\r"); got != "en"+no {
		t.Errorf("enable: %q", got)
	}
	if got := s.press("show mgcp active\r"); got != "show mgcp active\r\nshown \r\nToy> " {
		t.Errorf("show: %q", got)
	}
	if got := toy.sit(t, User{}).press(""); got != "" || toy.sit(t, User{}).context.node().ID != Enable {
		t.Error("an operator does not start in the enable node")
	}
}
