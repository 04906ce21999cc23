package vty

import (
	"errors"
	"io"
)

// Terminal is one operator's screen and keys, as a transport (telnet, SSH) provides them. Read is called by the
// session's goroutine only; all other methods from any goroutine.
type Terminal interface {
	// Read reads keys; without any it waits, after sending what was written. It fails with ErrInterrupted after Interrupt,
	// with any other error when the peer is gone.
	Read(keys []byte) (int, error)
	// Interrupt makes the Read under way, or the next, return ErrInterrupted.
	Interrupt()
	// Greet sends the first text and the first prompt, with what the transport has to negotiate between them, all in one
	// piece.
	Greet(text, prompt []byte)
	// Write takes octets for the screen. It never waits and never fails: the next Read, or WriteNow, sends them.
	Write(text []byte) (int, error)
	// WriteNow is Write and sends at once. Text for a peer that is far behind in reading is dropped.
	WriteNow(text []byte)
	// Drain waits until the peer is not too far behind in reading. It fails when the terminal is closed, with ErrUnread
	// when that is why.
	Drain() error
	// Size is the size of the window in characters, 0 where it is unknown.
	Size() (width, height int)
	// Resized gets a value whenever the size has changed; it has room for one.
	Resized() <-chan struct{}
	// Close ends the connection: what was sent still goes out, what was only written does not.
	io.Closer
}

// ErrInterrupted is what Terminal.Read returns after Interrupt.
var ErrInterrupted = errors.New("vty: interrupted")

// User is who sits at a terminal, as far as the transport found out.
type User struct {
	Name string // for the log
	Role Role
	// Known says that the transport has made sure who it is: no password is asked for.
	Known bool
	// Environment is what the client says about its screen, as NAME=VALUE (TERM, COLORTERM, NO_COLOR).
	Environment []string
}

// Role is what the user of a session may do.
type Role uint8

const (
	Operator Role = iota // everything
	Viewer               // look, in the view node; never `enable`
)
