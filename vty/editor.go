package vty

import "bytes"

const (
	backspace = 0x08
	escape    = 0x1b
)

// editor is a line under way, with a cursor in it. Its methods change the line and append to echo what the screen has
// to show for it: text, blanks and backspaces only. Silent editors (passwords) echo nothing.
type editor struct {
	line   []byte
	cursor int
	silent bool
	echo   []byte
}

// show appends text to the echo.
func (e *editor) show(text ...byte) {
	if !e.silent {
		e.echo = append(e.echo, text...)
	}
}

// back appends n backspaces.
func (e *editor) back(n int) { e.show(bytes.Repeat([]byte{backspace}, n)...) }

// rest is the line from the cursor on.
func (e *editor) rest() []byte { return e.line[e.cursor:] }

func (e *editor) insert(c byte) {
	e.line = append(e.line, 0)
	copy(e.line[e.cursor+1:], e.line[e.cursor:])
	e.line[e.cursor] = c
	e.show(e.rest()...)
	e.cursor++
	e.back(len(e.rest()))
}

func (e *editor) left() {
	if e.cursor > 0 {
		e.cursor--
		e.back(1)
	}
}

func (e *editor) right() {
	if e.cursor < len(e.line) {
		e.show(e.line[e.cursor])
		e.cursor++
	}
}

func (e *editor) home() {
	e.back(e.cursor)
	e.cursor = 0
}

func (e *editor) end() {
	e.show(e.rest()...)
	e.cursor = len(e.line)
}

// blankBefore and blankUnder look at the characters on the two sides of the cursor; both are false at the line's ends.
func (e *editor) blankBefore() bool { return e.cursor > 0 && e.line[e.cursor-1] == ' ' }
func (e *editor) blankUnder() bool  { return e.cursor < len(e.line) && e.line[e.cursor] == ' ' }
func (e *editor) wordBefore() bool  { return e.cursor > 0 && e.line[e.cursor-1] != ' ' }
func (e *editor) wordUnder() bool   { return e.cursor < len(e.line) && e.line[e.cursor] != ' ' }

func (e *editor) wordLeft() {
	for e.blankBefore() {
		e.left()
	}
	for e.wordBefore() {
		e.left()
	}
}

func (e *editor) wordRight() {
	for e.wordUnder() {
		e.right()
	}
	for e.blankUnder() {
		e.right()
	}
}

// deleteUnder deletes the character under the cursor.
func (e *editor) deleteUnder() {
	if e.cursor == len(e.line) {
		return
	}
	e.line = append(e.line[:e.cursor], e.line[e.cursor+1:]...)
	e.show(e.rest()...)
	e.show(' ')
	e.back(len(e.rest()) + 1)
}

// deleteBefore deletes the character before the cursor.
func (e *editor) deleteBefore() {
	if e.cursor > 0 {
		e.left()
		e.deleteUnder()
	}
}

func (e *editor) deleteWordBefore() {
	for e.blankBefore() {
		e.deleteBefore()
	}
	for e.wordBefore() {
		e.deleteBefore()
	}
}

func (e *editor) deleteWordUnder() {
	for e.blankUnder() {
		e.deleteUnder()
	}
	for e.wordUnder() {
		e.deleteUnder()
	}
}

// deleteRest deletes from the cursor to the end.
func (e *editor) deleteRest() {
	n := len(e.rest())
	e.show(bytes.Repeat([]byte{' '}, n)...)
	e.back(n)
	e.line = e.line[:e.cursor]
}

// deleteAll deletes the whole line, on both sides of the cursor.
func (e *editor) deleteAll() {
	e.home()
	e.deleteRest()
}

// transpose swaps the two characters before the cursor at the end of the line, elsewhere the one before with the one
// under it.
func (e *editor) transpose() {
	at := e.cursor
	if at == len(e.line) {
		at--
	}
	if at < 1 {
		return
	}
	e.back(e.cursor - at + 1)
	e.line[at-1], e.line[at] = e.line[at], e.line[at-1]
	e.show(e.line[at-1 : at+1]...)
	e.cursor = at + 1
}

// replace puts another line in place of this one.
func (e *editor) replace(line string) {
	e.deleteAll()
	e.line = append(e.line, line...)
	e.end()
}

// take empties the editor without an echo and returns the line.
func (e *editor) take() string {
	line := string(e.line)
	e.line, e.cursor = e.line[:0], 0
	return line
}
