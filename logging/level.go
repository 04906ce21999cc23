package logging

import "fmt"

// Level is how much a line matters. The numbers are Osmocom's; they go out in GSMTAP.
type Level uint8

// The levels. A target shows a line whose level is at least that of the line's category.
const (
	Debug  Level = 1
	Info   Level = 3
	Notice Level = 5
	Error  Level = 7
	Fatal  Level = 8
)

var levels = []struct {
	level         Level
	name, printed string
	colour        string // SGR parameters
}{
	{Debug, "debug", "DEBUG", "1;34"},
	{Info, "info", "INFO", "1;32"},
	{Notice, "notice", "NOTICE", "1;33"},
	{Error, "error", "ERROR", "1;31"},
	{Fatal, "fatal", "FATAL", "1;31"},
}

// Levels are all levels, the least important first.
func Levels() []Level { return []Level{Debug, Info, Notice, Error, Fatal} }

// ParseLevel reads the word that commands use: debug, info, notice, error or fatal.
func ParseLevel(word string) (Level, error) {
	for _, l := range levels {
		if l.name == word {
			return l.level, nil
		}
	}
	return 0, fmt.Errorf("no log level %q", word)
}

// String is the word that commands use.
func (l Level) String() string {
	for _, known := range levels {
		if known.level == l {
			return known.name
		}
	}
	return fmt.Sprintf("unknown 0x%x", uint8(l))
}

// Printed is the word that lines show: DEBUG to FATAL.
func (l Level) Printed() string {
	for _, known := range levels {
		if known.level == l {
			return known.printed
		}
	}
	return l.String()
}

func (l Level) colour() string {
	for _, known := range levels {
		if known.level == l {
			return known.colour
		}
	}
	return ""
}
