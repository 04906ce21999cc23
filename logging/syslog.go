package logging

import (
	"fmt"
	"log/syslog"
	"strings"
	"time"
)

var facilities = map[string]syslog.Priority{
	"authpriv": syslog.LOG_AUTHPRIV, "cron": syslog.LOG_CRON, "daemon": syslog.LOG_DAEMON, "ftp": syslog.LOG_FTP,
	"lpr": syslog.LOG_LPR, "mail": syslog.LOG_MAIL, "news": syslog.LOG_NEWS, "user": syslog.LOG_USER, "uucp": syslog.LOG_UUCP,
	"local 0": syslog.LOG_LOCAL0, "local 1": syslog.LOG_LOCAL1, "local 2": syslog.LOG_LOCAL2, "local 3": syslog.LOG_LOCAL3,
	"local 4": syslog.LOG_LOCAL4, "local 5": syslog.LOG_LOCAL5, "local 6": syslog.LOG_LOCAL6, "local 7": syslog.LOG_LOCAL7,
}

// syslogRetry is how long a syslog daemon that is not there is left alone.
const syslogRetry = time.Second

// OpenSyslog makes the target for the syslog daemon, in place of the one that is there. facility is the word of the
// command: daemon, user …, or "local 0" to "local 7". A daemon that does not run is no error: it may come later.
func (s *System) OpenSyslog(facility string) (*Target, error) {
	priority, ok := facilities[facility]
	if !ok {
		return nil, fmt.Errorf("no syslog facility %q", facility)
	}
	if old := s.FindKind(Syslog); old != nil {
		s.Remove(old)
	}
	return s.add(Syslog, facility, NonBlocking, &syslogSink{priority: priority, ident: s.ident}), nil
}

type syslogSink struct {
	priority syslog.Priority
	ident    string
	writer   *syslog.Writer
	tried    time.Time
}

func (s *syslogSink) write(l *Line, formatted []byte, _ Mode) bool {
	if s.writer == nil {
		if l.Time.Sub(s.tried) < syslogRetry {
			return false
		}
		s.tried = l.Time
		var err error
		if s.writer, err = syslog.New(s.priority|syslog.LOG_NOTICE, s.ident); err != nil {
			s.writer = nil
			return false
		}
	}
	text := strings.TrimSuffix(string(formatted), "\n")
	put := s.writer.Notice
	switch {
	case l.Level >= Fatal:
		put = s.writer.Crit
	case l.Level >= Error:
		put = s.writer.Err
	case l.Level < Info:
		put = s.writer.Debug
	case l.Level < Notice:
		put = s.writer.Info
	}
	return put(text) == nil
}

func (*syslogSink) reopen() error { return nil }

func (s *syslogSink) close() {
	if s.writer != nil {
		s.writer.Close()
	}
}
