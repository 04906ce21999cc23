package vty

import (
	"crypto/subtle"

	"golang.org/x/crypto/bcrypt"
)

// secret is a password: plain, or its bcrypt hash.
type secret struct {
	text   string
	hashed bool
}

func (s secret) set() bool { return s.text != "" }

// matches tells whether word is the password. For a hash it works for some tens of milliseconds. A hash that is not
// bcrypt's never matches; osmo-mgw took anything there.
func (s secret) matches(word string) bool {
	if s.hashed {
		return bcrypt.CompareHashAndPassword([]byte(s.text), []byte(word)) == nil
	}
	return s.set() && subtle.ConstantTimeCompare([]byte(s.text), []byte(word)) == 1
}

// write writes the setting as it was typed.
func (s secret) write(w *Writer, name string) {
	switch {
	case s.hashed:
		w.Line("%s 8 %s", name, s.text)
	case s.set():
		w.Line("%s %s", name, s.text)
	default:
		return
	}
	w.Secret()
}

// secretCommands are the two forms that set a password.
func (e *Engine) secretCommands(name string, help Words, field func(h *host) *secret) []Command {
	set := func(s secret) error {
		first := s.text[0]
		if !s.hashed && !startsWithLetter(s.text) && (first < '0' || first > '9') {
			return Failf("A password begins with a letter or a digit.")
		}
		return e.change(func(h *host) { *field(h) = s })
	}
	with := func(more Words) Words {
		all := Words{}
		for _, words := range []Words{help, more} {
			for key, text := range words {
				all[key] = text
			}
		}
		return all
	}
	return []Command{{
		Syntax: name + " (8|) WORD",
		Help:   with(Words{"8": "A hash follows", "WORD": "bcrypt hash, as made by the hash-password subcommand"}),
		Run:    func(_ *Context, a Args) error { return set(secret{text: a.Word(1), hashed: true}) },
	}, {
		Syntax: name + " LINE", Help: with(Words{"LINE": "Password in plain text"}),
		Run: func(_ *Context, a Args) error { return set(secret{text: a.Word(0)}) },
	}}
}

// bcryptSamples are words for the tests of the two settings.
var bcryptSamples = map[string][]string{
	"WORD": {"$2a$04$7uSO4n1bS5Nxu8Cd0eGvXuS1c9KqZzq3mB8r1Y0vQ5bZ1mJ6cS1mK"},
	"LINE": {"secret", "7up"},
}

func (e *Engine) passwordSetting() Setting {
	return Setting{
		Order: OrderHost + 1,
		Commands: e.secretCommands("password", Words{"password": "Password of new sessions, asked for when \"login\" is set"},
			func(h *host) *secret { return &h.password }),
		Write:   func(w *Writer, _ any) { e.settings().password.write(w, "password") },
		Samples: bcryptSamples,
	}
}

func (e *Engine) enablePasswordSetting() Setting {
	help := Words{"enable": "The step from viewer to operator", "password": "Password asked for by \"enable\""}
	field := func(h *host) *secret { return &h.enablePassword }
	return Setting{
		Order: OrderHost + 2,
		Commands: append(e.secretCommands("enable password", help, field), Command{
			Syntax: "no enable password", Help: help,
			Run: func(*Context, Args) error { return e.change(func(h *host) { *field(h) = secret{} }) },
		}),
		Write:   func(w *Writer, _ any) { e.settings().enablePassword.write(w, "enable password") },
		Samples: bcryptSamples,
	}
}
