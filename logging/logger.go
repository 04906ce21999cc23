package logging

// Logger is what the parts of the program hold. It is a value; copies are cheap. The zero value discards.
type Logger struct {
	system *System
	object string
}

// Discard takes lines and keeps none.
var Discard Logger

// With returns a logger whose lines carry one more object: an endpoint, a connection, a call id.
func (l Logger) With(object string) Logger {
	if l.object != "" {
		object = l.object + " " + object
	}
	l.object = object
	return l
}

// Enabled says whether any target would show a line: one atomic load. Ask before preparing something costly.
func (l Logger) Enabled(c Category, level Level) bool {
	return l.system != nil && uint32(level) >= l.system.lowest[c].Load()
}

// Log hands a line to all targets that show it. The text needs no line end.
func (l Logger) Log(c Category, level Level, format string, args ...any) {
	if l.Enabled(c, level) {
		l.system.log(2, l.object, c, level, format, args...)
	}
}
