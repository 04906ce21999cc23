package logging

import "io"

// OpenSession makes a target private to a management session: it is neither listed nor written to the configuration.
// Each line comes to w in one Write, ending in LF. What the session causes is written when [Target.Sync] returns.
func (s *System) OpenSession(w io.Writer) *Target {
	return s.add(Session, "", NonBlocking, sessionSink{w})
}

type sessionSink struct{ w io.Writer }

func (s sessionSink) write(_ *Line, formatted []byte, _ Mode) bool {
	_, err := s.w.Write(formatted)
	return err == nil
}

func (sessionSink) reopen() error { return nil }
func (sessionSink) close()        {}
