package logging

import (
	"errors"
	"strconv"
	"strings"

	"github.com/coreos/go-systemd/v22/journal"
)

// ErrNoJournal: there is no systemd journal on this machine.
var ErrNoJournal = errors.New("no systemd journal here")

// OpenJournal makes the target for the systemd journal, in place of the one that is there. With raw the message is
// the bare text and category, level and place stand in fields of their own; without, the message is the formatted line.
func (s *System) OpenJournal(raw bool) (*Target, error) {
	if !journal.Enabled() {
		return nil, ErrNoJournal
	}
	if old := s.FindKind(Journal); old != nil {
		s.Remove(old)
	}
	name := ""
	if raw {
		name = "raw"
	}
	return s.add(Journal, name, NonBlocking, journalSink{ident: s.ident, raw: raw}), nil
}

type journalSink struct {
	ident string
	raw   bool
}

func (j journalSink) write(l *Line, formatted []byte, _ Mode) bool {
	fields := map[string]string{"SYSLOG_IDENTIFIER": j.ident}
	text := strings.TrimSuffix(string(formatted), "\n")
	if j.raw {
		text = l.Text
		fields["OSMO_SUBSYS"] = l.Category.Printed()
		fields["OSMO_SUBSYS_HEX"] = strconv.FormatUint(uint64(categories[l.Category].number), 16)
		fields["CODE_FILE"] = l.File
		fields["CODE_LINE"] = strconv.Itoa(l.FileLine)
	}
	return journal.Send(text, journalPriority(l.Level), fields) == nil
}

func journalPriority(l Level) journal.Priority {
	switch {
	case l >= Fatal:
		return journal.PriCrit
	case l >= Error:
		return journal.PriErr
	case l >= Notice:
		return journal.PriNotice
	case l >= Info:
		return journal.PriInfo
	}
	return journal.PriDebug
}

func (journalSink) reopen() error { return nil }
func (journalSink) close()        {}
