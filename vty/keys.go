package vty

// maxLine is how long a typed line may be, in octets.
const maxLine = 4096

// escapeState is how much of an escape sequence was read.
type escapeState uint8

const (
	noEscape escapeState = iota
	afterEscape
	afterBracket // ESC [
)

// key acts on one octet from the terminal.
func (s *Session) key(c byte) {
	switch s.escape {
	case afterEscape:
		s.escape = noEscape
		if c == '[' {
			s.escape = afterBracket
		} else {
			s.metaKey(c)
		}
	case afterBracket:
		s.escape = noEscape
		s.arrowKey(c)
	default:
		s.plainKey(c)
	}
	s.terminal.Write(s.edit.echo)
	s.edit.echo = s.edit.echo[:0]
}

func (s *Session) metaKey(c byte) {
	switch c {
	case 'b':
		s.edit.wordLeft()
	case 'f':
		s.edit.wordRight()
	case 'd':
		s.edit.deleteWordUnder()
	case backspace, 0x7f:
		s.edit.deleteWordBefore()
	}
}

func (s *Session) arrowKey(c byte) {
	switch c {
	case 'A':
		s.recall(s.history.older)
	case 'B':
		s.recall(s.history.newer)
	case 'C':
		s.edit.right()
	case 'D':
		s.edit.left()
	}
}

func ctrl(letter byte) byte { return letter & 0x1f }

func (s *Session) plainKey(c byte) {
	switch c {
	case '\r', '\n':
		s.endOfLine()
	case escape:
		s.escape = afterEscape
	case ctrl('A'):
		s.edit.home()
	case ctrl('E'):
		s.edit.end()
	case ctrl('B'):
		s.edit.left()
	case ctrl('F'):
		s.edit.right()
	case backspace, 0x7f:
		s.edit.deleteBefore()
	case ctrl('D'):
		s.deleteOrLeave()
	case ctrl('K'):
		s.edit.deleteRest()
	case ctrl('U'):
		s.edit.deleteAll()
	case ctrl('W'):
		s.edit.deleteWordBefore()
	case ctrl('T'):
		s.edit.transpose()
	case ctrl('P'):
		s.recall(s.history.older)
	case ctrl('N'):
		s.recall(s.history.newer)
	case ctrl('C'):
		s.dropLine()
		s.prompt()
	case ctrl('Z'):
		s.dropLine()
		s.controlZ()
		s.prompt()
	case ctrl('L'):
		s.print("\x1b[2J\x1b[H")
		s.redraw()
	case '\t':
		if s.asking == nil {
			s.completeLine()
		}
	default:
		switch {
		case c < ' ' || c > '~': // not text
		case c == '?' && s.asking == nil:
			s.help()
		case len(s.edit.line) >= maxLine:
			s.hangUp("%% Closing: the line is longer than %d octets.", maxLine)
		default:
			s.edit.insert(c)
		}
	}
}

// recall puts a line of the history into the editor.
func (s *Session) recall(which func() (string, bool)) {
	if s.asking != nil {
		return
	}
	if line, ok := which(); ok {
		s.edit.replace(line)
	}
}

// deleteOrLeave is ^D: delete, or on an empty line leave the node.
func (s *Session) deleteOrLeave() {
	switch {
	case s.asking != nil:
	case len(s.edit.line) > 0:
		s.edit.deleteUnder()
	default:
		s.print("\n")
		s.context.leave()
		s.prompt()
	}
}

// dropLine forgets the line and starts a new one.
func (s *Session) dropLine() {
	s.edit.take()
	s.history.reset()
	s.print("\n")
}

// controlZ is ^Z: it leads out of some nodes.
func (s *Session) controlZ() {
	if s.asking != nil {
		return
	}
	switch s.context.node().ControlZ {
	case ToEnable:
		s.context.end()
	case ToParent:
		s.context.leave()
	}
}
