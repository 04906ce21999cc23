package stats

import "osmo-mgw-go/logging"

// logReporter writes a line for each value, at level info in lstats.
type logReporter struct{ log logging.Logger }

func (l *logReporter) open(*ReporterSettings) error { return nil }

func (l *logReporter) counter(s *ReporterSettings, id *identity, name string, _, value uint64) {
	l.log.Log(logging.LStats, logging.Info, "stats t=c p=%s g=%s i=%d n=%s v=%d u=", s.Prefix, id.name, id.index, name, value)
}

func (l *logReporter) gauge(s *ReporterSettings, id *identity, name, unit string, highest int64) {
	l.log.Log(logging.LStats, logging.Info, "stats t=i p=%s g=%s i=%d n=%s v=%d u=%s", s.Prefix, id.name, id.index, name, highest, unit)
}

func (l *logReporter) flush(*ReporterSettings) {}

func (l *logReporter) close() {}
