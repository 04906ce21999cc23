package mgw

import (
	"fmt"
	"strings"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/vty"
)

// sessionTarget is a log target in the hands of the session that owns it.
type sessionTarget struct {
	system *logging.System
	*logging.Target
}

// Flush returns when all lines so far stand in the session.
func (t sessionTarget) Flush() { t.Sync() }

// Close ends the target with its session.
func (t sessionTarget) Close() { t.system.Remove(t.Target) }

var errNoSessionLog = vty.Failf("%% Logging was not enabled.")

// ownTarget finds the log target of the session that typed the command.
func ownTarget(c *vty.Context) (*logging.Target, error) {
	if own, ok := c.Session().Log().(sessionTarget); ok {
		return own.Target, nil
	}
	return nil, errNoSessionLog
}

// sessionLogging are the commands on a session's own log target, and those that look at logs, in the order of `list`.
func sessionLogging(logs *logging.System) []vty.Command {
	commands := []vty.Command{{
		Syntax: "logging enable", Help: vty.Words{"logging": logWords["logging"], "enable": "Show log lines in this session"},
		Run: func(c *vty.Context, _ vty.Args) error {
			if c.Session().Log() != nil {
				return vty.Failf("%% Logging already enabled.")
			}
			c.Session().AttachLog(sessionTarget{logs, logs.OpenSession(c.Session().LogWriter())})
			return nil
		},
	}, {
		Syntax: "logging disable", Help: vty.Words{"logging": logWords["logging"], "disable": "Show no more log lines in this session"},
		Run: func(c *vty.Context, _ vty.Args) error {
			if _, err := ownTarget(c); err != nil {
				return err
			}
			c.Session().DetachLog()
			return nil
		},
	}}
	var levels []vty.Command
	for _, setting := range logSettings() {
		for _, command := range setting.commands {
			if command.place < placeLogMask {
				commands = append(commands, onOwnTarget(command))
			} else {
				levels = append(levels, onOwnTarget(command))
			}
		}
	}
	for _, command := range logMask {
		commands = append(commands, onOwnTarget(command))
	}
	commands = append(commands, levels...)
	return append(commands, logp(logs), showSessionLogging, showAlarms(logs))
}

// onOwnTarget makes a command of a log setting work on the session's own target.
func onOwnTarget(l logCommand) vty.Command {
	return vty.Command{
		Syntax: l.syntax, Help: helpFor(l.syntax, l.help, logWords, categoryWords), Attr: l.attr,
		Run: func(c *vty.Context, a vty.Args) error {
			target, err := ownTarget(c)
			if err != nil {
				return err
			}
			target.Change(func(s *logging.Settings) { err = l.apply(c, s, a) })
			return err
		},
	}
}

var logpSyntax = "logp " + categoryChoice + " " + levelChoice + " .LOGMESSAGE"

func logp(logs *logging.System) vty.Command {
	return vty.Command{
		Syntax: logpSyntax,
		Help:   helpFor(logpSyntax, vty.Words{"logp": "Write a line into the log", "LOGMESSAGE": "Its text"}, logWords, categoryWords),
		Run: func(_ *vty.Context, a vty.Args) error {
			category, err := logging.ParseCategory(a.Word(0))
			if err != nil {
				return percent(err)
			}
			level, err := logging.ParseLevel(a.Word(1))
			if err != nil {
				return percent(err)
			}
			logs.Logger().Log(category, level, "%s", strings.Join(a[2:], " "))
			return nil
		},
	}
}

var showSessionLogging = vty.Command{
	Syntax: "show logging vty", Help: vty.Words{"logging": "Settings of log targets", "vty": "Of this session"},
	Run: func(c *vty.Context, _ vty.Args) error {
		target, err := ownTarget(c)
		if err != nil {
			return err
		}
		writeLogSettings(c, target.Settings())
		return nil
	},
}

func writeLogSettings(c *vty.Context, s logging.Settings) {
	word := func(on bool, yes, no string) string {
		if on {
			return yes
		}
		return no
	}
	c.Printf(" Global Loglevel: %s\n", s.Force.Printed())
	c.Printf(" Use color: %s, Print Timestamp: %s\n", word(s.Colour, "On", "Off"), word(s.Timestamp, "On", "Off"))
	c.Printf(" Log Level specific information:\n")
	for _, category := range logging.Categories() {
		level := s.Levels[category]
		c.Printf("  %-10s %-10s %-8s %s\n", category, level.Level, word(level.Enabled, "Enabled", "Disabled"), category.About())
	}
	c.Printf(" Log Filter 'ALL': %s\n", word(s.FilterAll, "Enabled", "Disabled"))
}

func showAlarms(logs *logging.System) vty.Command {
	return vty.Command{
		Syntax: "show alarms", Help: vty.Words{"alarms": "The lines that the target `log alarms` keeps"},
		Run: func(c *vty.Context, _ vty.Args) error {
			_, lines, ok := logs.AlarmLines()
			if !ok {
				return vty.Failf("%% No alarms, run 'log alarms <2-32700>'")
			}
			c.Printf("%% Showing %d alarms\n", len(lines))
			for _, line := range lines {
				// The line brings its own end, so an empty one follows, as on osmo-mgw.
				fmt.Fprintf(c, "%% %s\n", line)
			}
			return nil
		},
	}
}
