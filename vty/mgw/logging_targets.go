package mgw

import (
	"strconv"
	"strings"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/vty"
)

const nodeLog = "config-log"

// gsmtapDefault is where GSMTAP goes when no host is named.
const gsmtapDefault = "127.0.0.1"

const modeChoice = "[(nonblocking-io|blocking-io|wq)]"

var logTargetWords = vty.Words{
	"log":             "Places to which log lines go",
	"stderr":          "Standard error",
	"file":            "A file",
	"FILENAME":        "Its name; lines are added at its end",
	"alarms":          "A ring in memory, see `show alarms`",
	"syslog":          "The syslog daemon",
	"systemd-journal": "The systemd journal",
	"gsmtap":          "GSMTAP datagrams, for wireshark",
	"HOSTNAME":        "Host to send to (default: 127.0.0.1), UDP port 4729",
	"nonblocking-io":  "Lose lines that would have to wait (default)",
	"blocking-io":     "Let the log writer wait; nothing else ever does",
	"wq":              "Queue lines; the same as blocking-io here",
}

// addLogTargets adds the node config-log and the commands that enter and remove targets.
func addLogTargets(e *vty.Engine, logs *logging.System) {
	e.AddNode(vty.Node{
		ID: nodeLog, Parent: vty.Config, ControlZ: vty.ToParent, Words: logWords,
		Order: orderLogging,
		Blocks: func(any) []vty.Block {
			var blocks []vty.Block
			for _, t := range logs.Targets() {
				blocks = append(blocks, vty.Block{Header: targetHeader(t), Subject: t})
			}
			return blocks
		},
	})
	e.AddRule(vty.Config, orderLoggingRule)
	for _, setting := range logSettings() {
		declared := vty.Setting{
			Order: setting.order,
			Write: func(w *vty.Writer, subject any) {
				s := subject.(*logging.Target).Settings()
				setting.write(w, &s)
			},
		}
		for _, command := range setting.commands {
			declared.Commands = append(declared.Commands, onConfiguredTarget(command))
		}
		e.AddSettings(nodeLog, declared)
	}
	for _, command := range []vty.Command{
		logStderr(logs), noLogStderr(logs), logToFile(logs), noLogFile(logs), logAlarms(logs), noLogAlarms(logs),
		logSyslog(logs), logSyslogLocal(logs), noLogSyslog(logs), logJournal(logs), noLogJournal(logs), logGSMTAP(logs), noLogGSMTAP(logs),
	} {
		command.Help = helpFor(command.Syntax, command.Help, logTargetWords)
		if !strings.HasPrefix(command.Syntax, "no ") {
			command.Enters = nodeLog
		}
		e.AddCommands(vty.Config, command)
	}
}

// onConfiguredTarget makes a command of a log setting work on the target whose node it is in.
func onConfiguredTarget(l logCommand) vty.Command {
	return vty.Command{
		Syntax: l.syntax, Help: helpFor(l.syntax, l.help, logWords, categoryWords), Attr: l.attr, Place: l.place,
		Run: func(c *vty.Context, a vty.Args) error {
			var err error
			c.Subject().(*logging.Target).Change(func(s *logging.Settings) { err = l.apply(c, s, a) })
			return err
		},
	}
}

// targetHeader is the line of the configuration that enters the target's node.
func targetHeader(t *logging.Target) string {
	words := []string{"log"}
	switch t.Kind {
	case logging.Stderr:
		words = append(words, "stderr", t.Mode().Word())
	case logging.File:
		words = append(words, "file", t.Name, t.Mode().Word())
	case logging.Alarms:
		words = append(words, "alarms", strconv.Itoa(t.AlarmSize()))
	case logging.Syslog:
		words = append(words, "syslog", t.Name)
	case logging.Journal:
		words = append(words, "systemd-journal", t.Name)
	case logging.GSMTAP:
		words = append(words, "gsmtap", t.Name, t.Mode().Word())
	}
	return strings.TrimSuffix(strings.Join(words, " "), " ")
}

// parseMode reads the optional word behind a target.
func parseMode(word string) logging.Mode {
	switch word {
	case "blocking-io":
		return logging.Blocking
	case "wq":
		return logging.WorkQueue
	}
	return logging.NonBlocking
}

func enterTarget(c *vty.Context, t *logging.Target) error {
	c.Enter(nodeLog, t)
	return nil
}

func remove(logs *logging.System, kind logging.Kind, name string, missing string, a ...any) error {
	t := logs.Find(kind, name)
	if t == nil {
		return vty.Failf(missing, a...)
	}
	logs.Remove(t)
	return nil
}

func removeKind(logs *logging.System, kind logging.Kind, missing string) error {
	t := logs.FindKind(kind)
	if t == nil {
		return vty.Failf("%s", missing)
	}
	logs.Remove(t)
	return nil
}

func logStderr(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "log stderr " + modeChoice,
		Run: func(c *vty.Context, a vty.Args) error {
			t := logs.FindKind(logging.Stderr)
			if t == nil {
				t = logs.OpenStderr(logging.NonBlocking)
			}
			t.SetMode(parseMode(a.Word(0)))
			return enterTarget(c, t)
		}}
}

func noLogStderr(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "no log stderr",
		Run: func(*vty.Context, vty.Args) error {
			return removeKind(logs, logging.Stderr, "% No stderr logging active")
		}}
}

func logToFile(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "log file FILENAME " + modeChoice,
		Run: func(c *vty.Context, a vty.Args) error {
			t := logs.Find(logging.File, a.Word(0))
			if t == nil {
				var err error
				if t, err = logs.OpenFile(a.Word(0), logging.NonBlocking); err != nil {
					return vty.Failf("%% Unable to create file '%s'", a.Word(0))
				}
			}
			t.SetMode(parseMode(a.Word(1)))
			return enterTarget(c, t)
		}}
}

func noLogFile(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "no log file FILENAME",
		Run: func(_ *vty.Context, a vty.Args) error {
			return remove(logs, logging.File, a.Word(0), "%% No such log file '%s'", a.Word(0))
		}}
}

func logAlarms(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "log alarms <2-32700>", Help: vty.Words{"<2-32700>": "Number of lines that are kept"},
		Run: func(c *vty.Context, a vty.Args) error { return enterTarget(c, logs.OpenAlarms(a.Int(0))) }}
}

func noLogAlarms(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "no log alarms",
		Run: func(*vty.Context, vty.Args) error {
			return removeKind(logs, logging.Alarms, "% No osmo_strrb target found")
		}}
}

func logSyslog(logs *logging.System) vty.Command {
	return vty.Command{
		Syntax: "log syslog (authpriv|cron|daemon|ftp|lpr|mail|news|user|uucp)",
		Help: vty.Words{"authpriv": "Facility for security", "cron": "Facility of the clock daemon", "daemon": "Facility of system daemons",
			"ftp": "Facility of file transfer", "lpr": "Facility of printing", "mail": "Facility of mail", "news": "Facility of news",
			"user": "Facility of users' programs", "uucp": "Facility of UUCP"},
		Run: func(c *vty.Context, a vty.Args) error { return openSyslog(c, logs, a.Word(0)) }}
}

func logSyslogLocal(logs *logging.System) vty.Command {
	return vty.Command{
		Syntax: "log syslog local <0-7>", Help: vty.Words{"local": "A facility for local use", "<0-7>": "Its number"},
		Run: func(c *vty.Context, a vty.Args) error { return openSyslog(c, logs, "local "+strconv.Itoa(a.Int(0))) }}
}

func openSyslog(c *vty.Context, logs *logging.System, facility string) error {
	t, err := logs.OpenSyslog(facility)
	if err != nil {
		return percent(err)
	}
	return enterTarget(c, t)
}

func noLogSyslog(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "no log syslog",
		Run: func(*vty.Context, vty.Args) error {
			return removeKind(logs, logging.Syslog, "% No syslog target found")
		}}
}

func logJournal(logs *logging.System) vty.Command {
	return vty.Command{
		Syntax: "log systemd-journal [raw]", Help: vty.Words{"raw": "Category, level and place as fields of their own"},
		Run: func(c *vty.Context, a vty.Args) error {
			t, err := logs.OpenJournal(a.Has(0))
			if err != nil {
				return vty.Failf("%% Unable to log to the journal: %v", err)
			}
			return enterTarget(c, t)
		}}
}

func noLogJournal(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "no log systemd-journal",
		Run: func(*vty.Context, vty.Args) error {
			return removeKind(logs, logging.Journal, "% No systemd-journal target found")
		}}
}

func logGSMTAP(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "log gsmtap [HOSTNAME] " + modeChoice,
		Run: func(c *vty.Context, a vty.Args) error {
			host := gsmtapHost(a)
			mode := parseMode(a.Word(1))
			t := logs.Find(logging.GSMTAP, host)
			if t == nil {
				var err error
				if t, err = logs.OpenGSMTAP(host, mode); err != nil {
					return vty.Failf("%% Unable to create GSMTAP log for %s", host)
				}
			}
			if t.Mode() != mode {
				return vty.Failf("%% GSMTAP log for %s exists with another mode: remove it first (no log gsmtap %s)", host, host)
			}
			return enterTarget(c, t)
		}}
}

func noLogGSMTAP(logs *logging.System) vty.Command {
	return vty.Command{Syntax: "no log gsmtap [HOSTNAME]",
		Run: func(_ *vty.Context, a vty.Args) error {
			return remove(logs, logging.GSMTAP, gsmtapHost(a), "%% Unable to find GSMTAP log target for %s", gsmtapHost(a))
		}}
}

func gsmtapHost(a vty.Args) string {
	if a.Has(0) {
		return a.Word(0)
	}
	return gsmtapDefault
}
