package logging

import (
	"fmt"
	"strconv"
	"strings"
)

// Settings say what a target shows and how. A plain value.
type Settings struct {
	FilterAll         bool // kept and written; there are no filters here that could hide a line
	Colour            bool
	Timestamp         bool // the form of ctime
	ExtendedTimestamp bool // YYYYMMDDhhmmssmmm; wins over Timestamp
	ThreadID          bool
	Category          bool
	CategoryHex       bool
	PrintLevel        bool
	File              Place
	FileLast          bool // behind the text, in parentheses

	Force  Level // overrides the level of every category; 0: not
	Levels [numCategories]CategoryLevel
}

// CategoryLevel is what a target shows of a category.
type CategoryLevel struct {
	Enabled bool
	Level   Level
}

// DefaultSettings are those of a new target.
func DefaultSettings() Settings {
	s := Settings{Colour: true, CategoryHex: true, File: FullPath}
	for i := range s.Levels {
		s.Levels[i] = CategoryLevel{Enabled: !categories[i].off, Level: Notice}
	}
	return s
}

// SetLevel enables a category at a level.
func (s *Settings) SetLevel(c Category, level Level) { s.Levels[c] = CategoryLevel{true, level} }

// SetAll enables every category at a level.
func (s *Settings) SetAll(level Level) {
	for i := range s.Levels {
		s.SetLevel(Category(i), level)
	}
}

// SetMask disables all categories and then enables those that mask names: NAME[,LEVELNUMBER][:…], the name with its D in
// any case. Without a number everything is shown; with one the name may be cut short. Names that do not exist are
// passed over. An error leaves s as it is.
func (s *Settings) SetMask(mask string) error {
	next := *s
	for i := range next.Levels {
		next.Levels[i].Enabled = false
	}
	for item := range strings.SplitSeq(mask, ":") {
		name, number, numbered := strings.Cut(item, ",")
		level := 0
		if numbered {
			var err error
			if level, err = strconv.Atoi(number); err != nil || level < 0 || level > 255 {
				return fmt.Errorf("log mask: %q is no level number", number)
			}
		}
		name = strings.ToUpper(name)
		for i := range next.Levels {
			printed := Category(i).Printed()
			if printed == name || numbered && name != "" && strings.HasPrefix(printed, name) {
				next.SetLevel(Category(i), Level(level))
				break
			}
		}
	}
	*s = next
	return nil
}

// lowest is the least level of a category that is shown; above every level if none is.
func (s *Settings) lowest(c Category) uint32 {
	switch l := s.Levels[c]; {
	case !l.Enabled:
		return nothing
	case s.Force != 0:
		return uint32(s.Force)
	default:
		return uint32(l.Level)
	}
}

const nothing = 1 << 8
