package vty

import "io"

// SessionLog is a log target that writes into a session, through Session.LogWriter. Lines may be written by another
// goroutine; Flush makes them arrive before what the session prints next.
type SessionLog interface {
	// Flush waits until all lines logged until now have been written.
	Flush()
	// Close ends the target.
	Close()
}

// LogWriter returns a writer for lines of the log. Each Write is one or more lines ending in LF; they are shown at once,
// in the middle of whatever is on the screen, and followed by a carriage return. It may be used from any goroutine. Lines
// for a terminal that does not read are dropped, as are those for a session that has no terminal.
func (s *Session) LogWriter() io.Writer {
	if s.terminal == nil {
		return io.Discard
	}
	return logWriter{s.terminal}
}

type logWriter struct{ terminal Terminal }

func (w logWriter) Write(line []byte) (int, error) {
	w.terminal.WriteNow(append(line[:len(line):len(line)], '\r'))
	return len(line), nil
}

// Log is the session's log target; nil if it has none.
func (s *Session) Log() SessionLog { return s.log }

// AttachLog gives the session a log target, which ends with the session or by DetachLog.
func (s *Session) AttachLog(log SessionLog) {
	s.DetachLog()
	s.log = log
}

// DetachLog ends the session's log target.
func (s *Session) DetachLog() {
	if s.log != nil {
		s.log.Close()
		s.log = nil
	}
}
