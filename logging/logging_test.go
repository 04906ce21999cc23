package logging

import (
	"bytes"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench makes a system whose clock stands still and that is closed with the test.
func bench(t *testing.T) *System {
	s := New("OsmoMGW")
	s.now = func() time.Time { return time.Date(2026, 11, 30, 22, 46, 21, 7e6, time.Local) }
	t.Cleanup(func() { s.Close(time.Second) })
	return s
}

func session(t *testing.T, s *System) (*Target, *bytes.Buffer) {
	var out bytes.Buffer
	return s.OpenSession(&out), &out
}

func TestLineFormat(t *testing.T) {
	bare := func(s *Settings) { s.Colour, s.CategoryHex, s.File = false, false, NoFile }
	for _, c := range []struct {
		name   string
		change func(*Settings)
		log    Category
		level  Level
		want   string // a regular expression
	}{
		{"bare", func(s *Settings) {}, LMGCP, Error, `text\n`},
		{"category and level", func(s *Settings) { s.Category, s.PrintLevel = true, true }, LMGCP, Error, `DLMGCP ERROR text\n`},
		{"hex", func(s *Settings) { s.CategoryHex = true }, LTCAP, Notice, `<0020> text\n`},
		{"ctime", func(s *Settings) { s.Timestamp = true }, RTP, Notice, `Mon Nov 30 22:46:21 2026 text\n`},
		{"extended wins", func(s *Settings) { s.Timestamp, s.ExtendedTimestamp = true, true }, RTP, Notice, `20261130224621007 text\n`},
		{"thread", func(s *Settings) { s.ThreadID = true }, RTP, Notice, `[1-9][0-9]* text\n`},
		{"path before", func(s *Settings) { s.File = FullPath }, RTP, Notice, `.*/logging_test\.go:[0-9]+ text\n`},
		{"basename behind", func(s *Settings) { s.File, s.FileLast = Basename, true }, RTP, Notice, `text \(logging_test\.go:[0-9]+\)\n`},
		{"colour", func(s *Settings) { s.Colour = true }, RTP, Notice, `\x1b\[1;30mtext\x1b\[0;m\n`},
		{"colour of words", func(s *Settings) { s.Colour, s.Category, s.PrintLevel = true, true, true }, OSMUX, Fatal,
			`\x1b\[1;32m\x1b\[1;31mDOSMUX\x1b\[0;m\x1b\[1;32m \x1b\[1;31mFATAL\x1b\[0;m\x1b\[1;32m text\x1b\[0;m\n`},
		{"category without colour", func(s *Settings) { s.Colour, s.Category = true, true }, LGlobal, Info, `\x1b\[1;32mDLGLOBAL\x1b\[0;m text\n`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := bench(t)
			target, out := session(t, s)
			target.Change(func(set *Settings) { set.SetAll(Debug); bare(set); c.change(set) })
			s.Logger().Log(c.log, c.level, "%s", "text\r\n")
			target.Sync()
			if !regexp.MustCompile(`^(?s:` + c.want + `)$`).MatchString(out.String()) {
				t.Errorf("got %q, want %s", out, c.want)
			}
		})
	}
}

func TestLevelsDecideWhatIsShown(t *testing.T) {
	s := bench(t)
	target, out := session(t, s)
	target.Change(func(set *Settings) { set.Colour, set.CategoryHex, set.File = false, false, NoFile })
	log := s.Logger()
	shown := func(c Category, l Level) bool {
		t.Helper()
		out.Reset()
		log.Log(c, l, "x")
		target.Sync()
		if got := out.String() == "x\n"; got != log.Enabled(c, l) {
			t.Errorf("%v %v: shown %v, Enabled says %v", c, l, got, !got)
		}
		return out.Len() > 0
	}
	expect := func(c Category, l Level, want bool) {
		t.Helper()
		if got := shown(c, l); got != want {
			t.Errorf("%v %v: shown %v", c, l, got)
		}
	}
	expect(RTP, Info, false)
	expect(RTP, Notice, true)
	expect(LMI, Fatal, false) // disabled until a level is set
	target.Change(func(set *Settings) { set.SetLevel(LMI, Error); set.SetLevel(RTP, Debug) })
	expect(LMI, Error, true)
	expect(RTP, Debug, true)
	target.Change(func(set *Settings) { set.Force = Fatal })
	expect(RTP, Error, false)
	expect(LMIB, Fatal, false) // disabled categories stay silent
	target.Change(func(set *Settings) { set.Force = 0 })
	target.Change(func(set *Settings) {
		if err := set.SetMask("drtp,3:DLMG,1:dlstats:nonsense"); err != nil {
			t.Fatal(err)
		}
	})
	expect(RTP, Debug, false)
	expect(RTP, Info, true)
	expect(LMGCP, Debug, true)
	expect(LStats, Debug, true)
	expect(OSMUX, Fatal, false)
	target.Change(func(set *Settings) {
		if set.SetMask("DRTP,x") == nil {
			t.Error("a level that is no number was taken")
		}
	})
	expect(RTP, Info, true)
	s.Remove(target)
	if log.Enabled(RTP, Fatal) {
		t.Error("enabled without a target")
	}
}

func TestLinesCarryTheirObjects(t *testing.T) {
	s := bench(t)
	target, out := session(t, s)
	target.Change(func(set *Settings) { set.Colour, set.CategoryHex, set.File = false, false, NoFile })
	s.Logger().With("rtpbridge/1@mgw").With("I:A0064563").Log(RTP, Notice, "gone")
	target.Sync()
	if want := "(rtpbridge/1@mgw I:A0064563) gone\n"; out.String() != want {
		t.Errorf("got %q, want %q", out, want)
	}
	Discard.Log(RTP, Fatal, "nobody sees this")
}

// stuck is a session that takes nothing until it is let go.
type stuck struct{ letGo chan struct{} }

func (s stuck) Write(b []byte) (int, error) { <-s.letGo; return len(b), nil }

func TestStuckTargetDropsItsOwnLinesOnly(t *testing.T) {
	s := bench(t)
	w := stuck{make(chan struct{})}
	blocked := s.OpenSession(w)
	other, out := session(t, s)
	const lines = 3 * queueLength
	for range lines {
		s.Logger().Log(RTP, Notice, "x")
		other.Sync() // the queue of the other one never fills
	}
	if got := strings.Count(out.String(), "\n"); got != lines {
		t.Errorf("the other target has %d lines", got)
	}
	// The line that is being written has left the queue.
	if got := blocked.Dropped(); got < lines-queueLength-1 || got > lines-queueLength {
		t.Errorf("dropped %d of %d", got, lines)
	}
	if s.OpenAlarms(2); s.Flush(10*time.Millisecond) != true {
		t.Error("a stuck session held up the flush")
	}
	close(w.letGo)
}

func TestFileIsReopened(t *testing.T) {
	s := bench(t)
	name := filepath.Join(t.TempDir(), "log")
	target, err := s.OpenFile(name, NonBlocking)
	if err != nil {
		t.Fatal(err)
	}
	target.Change(func(set *Settings) { set.Colour, set.CategoryHex, set.File = false, false, NoFile })
	s.Logger().Log(RTP, Notice, "before")
	target.Sync()
	if err := os.Rename(name, name+".1"); err != nil {
		t.Fatal(err)
	}
	s.Reopen()
	s.Logger().Log(RTP, Notice, "after")
	target.Sync()
	for file, want := range map[string]string{name + ".1": "before\n", name: "after\n"} {
		if got, _ := os.ReadFile(file); string(got) != want {
			t.Errorf("%s: %q", filepath.Base(file), got)
		}
	}
	if _, err := s.OpenFile(t.TempDir(), Blocking); err == nil {
		t.Error("a folder was opened as a file")
	}
}

// SIGHUP is handled where SIGTERM is: a disk that hangs must not keep the program from ending. The file is opened anew as
// soon as it can be.
func TestReopeningDoesNotWaitForAStuckFile(t *testing.T) {
	s := bench(t)
	fifo, name := filepath.Join(t.TempDir(), "fifo"), filepath.Join(t.TempDir(), "log")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(fifo, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := os.Symlink(fifo, name); err != nil {
		t.Fatal(err)
	}
	target, err := s.OpenFile(name, Blocking)
	if err != nil {
		t.Fatal(err)
	}
	for target.Dropped() == 0 {
		s.Logger().Log(RTP, Notice, "%1000d", 0)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	s.Reopen()
	go io.Copy(io.Discard, reader)
	target.Sync()
	s.Logger().Log(RTP, Notice, "after")
	target.Sync()
	if got, _ := os.ReadFile(name); !bytes.Contains(got, []byte("after")) {
		t.Errorf("the new file has %d octets", len(got))
	}
}

// TestPipeWithoutReader: opening one waited for ever, and with it the start of the program.
func TestPipeWithoutReader(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := bench(t).OpenFile(name, Blocking); err == nil {
		t.Error("a pipe that nobody reads was opened")
	}
}

func TestAlarmsKeepTheLastLines(t *testing.T) {
	s := bench(t)
	if _, _, ok := s.AlarmLines(); ok {
		t.Error("alarms without a ring")
	}
	s.OpenAlarms(3)
	target := s.OpenAlarms(2) // replaces it
	target.Change(func(set *Settings) { set.Colour, set.CategoryHex, set.File = false, false, NoFile })
	for _, text := range []string{"one", "two", strings.Repeat("x", 300)} {
		s.Logger().Log(RTP, Notice, "%s", text)
	}
	size, lines, ok := s.AlarmLines()
	if !ok || size != 2 || len(lines) != 2 || lines[0] != "two\n" || lines[1] != strings.Repeat("x", alarmLength-1)+"\n" {
		t.Errorf("%d %q %v", size, lines, ok)
	}
}

func TestGSMTAPDatagram(t *testing.T) {
	listener, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 77), Port: GSMTAPPort})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	s := bench(t)
	target, err := s.OpenGSMTAP("127.0.0.77", NonBlocking)
	if err != nil {
		t.Fatal(err)
	}
	target.Change(func(set *Settings) { set.Category, set.Timestamp = true, true })
	s.Logger().Log(LMGCP, Error, "call lost")
	listener.SetReadDeadline(time.Now().Add(5 * time.Second))
	b := make([]byte, 1000)
	n, err := listener.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	b = b[:n]
	field := func(from, to int) string { return strings.TrimRight(string(b[from:to]), "\x00") }
	if !bytes.Equal(b[:16], []byte{2, 4, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}) || field(24, 40) != "OsmoMGW" || b[44] != 7 ||
		field(48, 64) != "LMGCP" || field(64, 96) != "logging_test.go" || string(b[100:]) != "call lost\n" {
		t.Errorf("% x", b)
	}
}

func TestSyslogWithoutDaemonIsNoError(t *testing.T) {
	s := bench(t)
	target, err := s.OpenSyslog("local 3")
	if err != nil || target.Name != "local 3" {
		t.Fatal(err)
	}
	s.Logger().Log(RTP, Notice, "to whom it may concern")
	target.Sync()
	if _, err := s.OpenSyslog("kitchen"); err == nil {
		t.Error("a facility that does not exist was taken")
	}
}

func TestNamesRoundTrip(t *testing.T) {
	for _, c := range Categories() {
		if got, err := ParseCategory(c.String()); err != nil || got != c || c.About() == "" {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
	for _, l := range Levels() {
		if got, err := ParseLevel(l.String()); err != nil || got != l {
			t.Errorf("%v: %v, %v", l, got, err)
		}
	}
	if Level(0).String() != "unknown 0x0" || Level(0).Printed() != "unknown 0x0" {
		t.Error("the level that is none")
	}
	if len(Categories()) != 31 {
		t.Errorf("%d categories", len(Categories()))
	}
}

func TestEnabledDoesNotAllocate(t *testing.T) {
	log := bench(t).Logger()
	if n := testing.AllocsPerRun(100, func() { log.Log(RTP, Debug, "not shown") }); n != 0 {
		t.Errorf("%v allocations for a line that nobody sees", n)
	}
}
