package mgw

import (
	"strings"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/vty"
)

// logSetting is something that can be set of a log target: of one in the configuration, where it is written back, and
// of a session's own, where it is not.
type logSetting struct {
	order    int
	commands []logCommand
	write    func(w *vty.Writer, s *logging.Settings)
}

type logCommand struct {
	syntax string
	help   vty.Words
	attr   vty.Attr
	place  int
	apply  func(c *vty.Context, s *logging.Settings, a vty.Args) error
}

// Places of the commands in `list`, where the forms of one setting stand apart.
const (
	placeLogSwitches = iota
	placeLogMask
	placeLogLevel
	placeLogLevelAll
	placeLogForce
	placeLogNoForce
)

var logWords = vty.Words{
	"logging": "What this target shows, and how",
	"level":   "From which level on lines are shown",
	"print":   "What stands in front of each line",
	"filter":  "Filters",
	"0":       "Off",
	"1":       "On",
	"debug":   "Everything, also what is only of use to developers",
	"info":    "Informational lines and all that matters more",
	"notice":  "What is worth noticing, and errors",
	"error":   "Errors only",
	"fatal":   "Only errors that end something for good",
}

// categoryChoice and levelChoice are elements of command strings.
var (
	categoryChoice = choice(logging.Categories())
	levelChoice    = choice(logging.Levels())
)

func choice[T interface{ String() string }](all []T) string {
	var words []string
	for _, v := range all {
		words = append(words, v.String())
	}
	return "(" + strings.Join(words, "|") + ")"
}

// categoryWords are the help texts of categoryChoice.
var categoryWords = func() vty.Words {
	words := make(vty.Words)
	for _, c := range logging.Categories() {
		words[c.String()] = c.About()
	}
	return words
}()

// logSettings are all settings of a target, in the order of `list`; order is that of the written configuration.
func logSettings() []logSetting {
	return []logSetting{
		logSwitch(10, "filter all", "Show all lines; no narrower filter exists here", func(s *logging.Settings) *bool { return &s.FilterAll }),
		logSwitch(20, "color", "Colour categories and levels, for terminals", func(s *logging.Settings) *bool { return &s.Colour }),
		{
			order: 60,
			commands: []logCommand{
				{syntax: "logging timestamp (0|1)", help: vty.Words{"timestamp": "Date and time as words"},
					apply: func(_ *vty.Context, s *logging.Settings, a vty.Args) error {
						s.Timestamp = a.Word(0) == "1"
						return nil
					}},
				{syntax: "logging print extended-timestamp (0|1)", help: vty.Words{"extended-timestamp": "Date and time as digits, to the millisecond; wins over timestamp"},
					apply: func(_ *vty.Context, s *logging.Settings, a vty.Args) error {
						s.ExtendedTimestamp = a.Word(0) == "1"
						return nil
					}},
			},
			write: func(w *vty.Writer, s *logging.Settings) {
				if s.ExtendedTimestamp {
					w.Line("logging print extended-timestamp 1")
				} else {
					w.Line("logging timestamp %d", bit(s.Timestamp))
				}
			},
		},
		logSwitch(50, "print thread-id", "Number of the thread", func(s *logging.Settings) *bool { return &s.ThreadID }),
		logSwitch(40, "print category", "Name of the category", func(s *logging.Settings) *bool { return &s.Category }),
		logSwitch(30, "print category-hex", "Number of the category, as <0013>", func(s *logging.Settings) *bool { return &s.CategoryHex }),
		{
			order: 70,
			commands: []logCommand{{syntax: "logging print level (0|1)", help: vty.Words{"level": "Name of the level"},
				apply: func(_ *vty.Context, s *logging.Settings, a vty.Args) error {
					s.PrintLevel = a.Word(0) == "1"
					return nil
				}}},
			write: func(w *vty.Writer, s *logging.Settings) {
				if s.PrintLevel {
					w.Line("logging print level 1")
				}
			},
		},
		logFile,
		{
			order: 90,
			commands: []logCommand{
				{syntax: "logging level " + categoryChoice + " " + levelChoice, place: placeLogLevel, apply: setCategoryLevel},
				{syntax: "logging level " + categoryChoice + " everything", help: vty.Words{"everything": "Obsolete: use debug"},
					attr: vty.Deprecated, place: placeLogLevel,
					apply: func(c *vty.Context, _ *logging.Settings, a vty.Args) error {
						c.Printf("%% Ignored: `everything` is obsolete, use `logging level %s debug`\n", a.Word(0))
						return nil
					}},
				{syntax: "logging level set-all " + levelChoice, help: vty.Words{"set-all": "Set all categories once"}, place: placeLogLevelAll,
					apply: func(_ *vty.Context, s *logging.Settings, a vty.Args) error {
						level, err := logging.ParseLevel(a.Word(0))
						s.SetAll(level)
						return err
					}},
			},
			write: func(w *vty.Writer, s *logging.Settings) {
				for _, c := range logging.Categories() {
					w.Line("logging level %s %s", c, s.Levels[c].Level)
				}
			},
		},
		{
			order: 85,
			commands: []logCommand{
				{syntax: "logging level force-all " + levelChoice, help: vty.Words{"force-all": "One level for all categories, as long as it is set"},
					place: placeLogForce, apply: forceLevel},
				{syntax: "logging level all " + levelChoice, help: vty.Words{"all": "Obsolete: use force-all"}, attr: vty.Deprecated,
					place: placeLogForce, apply: forceLevel},
				{syntax: "no logging level force-all", help: vty.Words{"force-all": "Each category's own level again"}, place: placeLogNoForce, apply: noForce},
				{syntax: "logging level all everything", help: vty.Words{"all": "Obsolete: use no logging level force-all", "everything": "Obsolete"},
					attr: vty.Deprecated, place: placeLogNoForce, apply: noForce},
			},
			write: func(w *vty.Writer, s *logging.Settings) {
				if s.Force != 0 {
					w.Line("logging level force-all %s", s.Force)
				}
			},
		},
	}
}

// logMask are commands that a session has and the configuration has not.
var logMask = []logCommand{
	{syntax: "logging set-log-mask MASK", help: vty.Words{"set-log-mask": "Show these categories and no others", "MASK": "NAME[,LEVEL][:NAME…], as in DLMGCP,1:DRTP"},
		place: placeLogMask, apply: setMask},
	{syntax: "logging set log mask MASK", help: vty.Words{"set": "Obsolete: use set-log-mask", "log": "Obsolete", "mask": "Obsolete", "MASK": "NAME[,LEVEL][:NAME…]"},
		attr: vty.Deprecated, place: placeLogMask, apply: setMask},
}

var logFile = logSetting{
	order: 80,
	commands: []logCommand{{
		syntax: "logging print file (0|1|basename) [last]",
		help:   vty.Words{"file": "Source file and line", "1": "With its path", "basename": "Without its path", "last": "Behind the text"},
		apply: func(_ *vty.Context, s *logging.Settings, a vty.Args) error {
			s.File, s.FileLast = map[string]logging.Place{"1": logging.FullPath, "basename": logging.Basename}[a.Word(0)], a.Has(1)
			return nil
		},
	}},
	write: func(w *vty.Writer, s *logging.Settings) {
		last := ""
		if s.FileLast {
			last = " last"
		}
		w.Line("logging print file %s%s", [...]string{logging.NoFile: "0", logging.FullPath: "1", logging.Basename: "basename"}[s.File], last)
	},
}

// logSwitch is a setting that is on or off and always written.
func logSwitch(order int, keywords, help string, of func(*logging.Settings) *bool) logSetting {
	words := strings.Fields(keywords)
	return logSetting{
		order: order,
		commands: []logCommand{{syntax: "logging " + keywords + " (0|1)", help: vty.Words{words[len(words)-1]: help},
			apply: func(_ *vty.Context, s *logging.Settings, a vty.Args) error {
				*of(s) = a.Word(0) == "1"
				return nil
			}}},
		write: func(w *vty.Writer, s *logging.Settings) { w.Line("logging %s %d", keywords, bit(*of(s))) },
	}
}

func setCategoryLevel(_ *vty.Context, s *logging.Settings, a vty.Args) error {
	category, err := logging.ParseCategory(a.Word(0))
	if err != nil {
		return percent(err)
	}
	level, err := logging.ParseLevel(a.Word(1))
	if err != nil {
		return percent(err)
	}
	s.SetLevel(category, level)
	return nil
}

func forceLevel(_ *vty.Context, s *logging.Settings, a vty.Args) error {
	level, err := logging.ParseLevel(a.Word(0))
	if err != nil {
		return percent(err)
	}
	s.Force = level
	return nil
}

func noForce(_ *vty.Context, s *logging.Settings, _ vty.Args) error {
	s.Force = 0
	return nil
}

func setMask(_ *vty.Context, s *logging.Settings, a vty.Args) error {
	if err := s.SetMask(a.Word(0)); err != nil {
		return percent(err)
	}
	return nil
}

// helpFor collects the help texts of the tokens of a command string: the first table that has one wins.
func helpFor(syntax string, tables ...vty.Words) vty.Words {
	words := make(vty.Words)
	for token := range strings.FieldsFuncSeq(syntax, func(r rune) bool { return strings.ContainsRune(" [](|)", r) }) {
		token = strings.TrimPrefix(token, ".")
		for _, table := range tables {
			if text := table[token]; text != "" {
				words[token] = text
				break
			}
		}
	}
	return words
}
