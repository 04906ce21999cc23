package vty

import (
	"errors"
	"io"
)

// Exec runs lines as one session without a terminal, for one-shot commands (`ssh HOST 'show mgcp'`). It starts where
// the user's role may be: an operator in the enable node, a viewer in the view node; a line that the enable node does not know
// is tried in the view node. It ends at the first line that fails; the answers are written to out, errors included.
func (e *Engine) Exec(user User, lines []string, out io.Writer) error {
	s := &Session{engine: e, user: user}
	start := Enable
	if user.Role == Viewer {
		start = View
	}
	s.context = Context{engine: e, session: s, print: func(text []byte) { _, _ = out.Write(text) }}
	s.context.Enter(start, nil)
	defer e.unlock(s)
	for _, line := range lines {
		words := splitLine(line)
		if len(words) == 0 {
			continue
		}
		err := s.execute(words)
		if err == ErrUnknown && s.context.node().ID == Enable {
			outside := s.context.frames
			s.context.frames = []frame{{node: e.node(View)}}
			err = s.execute(words)
			s.context.frames = outside
		}
		if err != nil {
			if !errors.Is(err, ErrFailed) {
				s.context.Printf("%s\n", err)
			}
			return err
		}
		if s.closing {
			return nil
		}
	}
	return nil
}
