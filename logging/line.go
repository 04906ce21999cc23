package logging

import (
	"fmt"
	"path/filepath"
	"strconv"
	"time"
)

// Line is one message on its way to the targets.
type Line struct {
	Time     time.Time
	Category Category
	Level    Level
	Thread   int    // thread id; 0 if no target wants it
	File     string // source file; empty if no target wants it
	FileLine int
	Text     string // with its object, without a line end
}

// Place says where a line shows the source file.
type Place uint8

const (
	// NoFile: not at all.
	NoFile Place = iota
	// FullPath of the source file.
	FullPath
	// Basename of the source file.
	Basename
)

// ctime is the layout of C's function of that name.
const ctime = "Mon Jan _2 15:04:05 2006"

const colourEnd = "\x1b[0;m"

// appendLine formats a line as vty.md §12.2 says, with its line end.
func (s *Settings) appendLine(b []byte, l *Line) []byte {
	category := &categories[l.Category]
	colour := ""
	if s.Colour && category.colour != "" {
		colour = "\x1b[" + category.colour + "m"
	}
	b = append(b, colour...)
	switch {
	case s.ExtendedTimestamp:
		b = l.Time.Local().AppendFormat(b, "20060102150405")
		b = fmt.Appendf(b, "%03d ", l.Time.Nanosecond()/1e6)
	case s.Timestamp:
		b = l.Time.Local().AppendFormat(b, ctime)
		b = append(b, ' ')
	}
	if s.ThreadID {
		b = strconv.AppendInt(b, int64(l.Thread), 10)
		b = append(b, ' ')
	}
	if s.Category {
		b = s.appendWord(b, l.Level, l.Category.Printed(), colour)
	}
	if s.PrintLevel {
		b = s.appendWord(b, l.Level, l.Level.Printed(), colour)
	}
	if s.CategoryHex {
		b = fmt.Appendf(b, "<%04x> ", category.number)
	}
	if s.File != NoFile && !s.FileLast {
		b = s.appendFile(b, l)
		b = append(b, ' ')
	}
	b = append(b, l.Text...)
	if s.File != NoFile && s.FileLast {
		b = append(b, " ("...)
		b = s.appendFile(b, l)
		b = append(b, ')')
	}
	if colour != "" {
		b = append(b, colourEnd...)
	}
	return append(b, '\n')
}

// appendWord writes a word in the colour of the level, and goes on in that of the category.
func (s *Settings) appendWord(b []byte, level Level, word, colour string) []byte {
	if !s.Colour {
		b = append(b, word...)
		return append(b, ' ')
	}
	b = append(b, "\x1b["...)
	b = append(b, level.colour()...)
	b = append(b, 'm')
	b = append(b, word...)
	b = append(b, colourEnd...)
	b = append(b, colour...)
	return append(b, ' ')
}

func (s *Settings) appendFile(b []byte, l *Line) []byte {
	file := l.File
	if s.File == Basename {
		file = filepath.Base(file)
	}
	b = append(b, file...)
	b = append(b, ':')
	return strconv.AppendInt(b, int64(l.FileLine), 10)
}
