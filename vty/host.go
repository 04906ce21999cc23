package vty

import (
	"bufio"
	"os"
	"strings"
)

// Orders of the engine's settings in the configuration. A program puts its own blocks between and behind them.
const (
	OrderHost = 100 // hostname, passwords, banner; a "!" follows
	OrderLine = 400 // `line vty`
	OrderOwn  = 800 // what osmo-mgw does not have; a program puts its own kind there, too
)

// host are the settings of the config node that the engine itself has.
type host struct {
	file           string // that `write` saves to
	hostname       string
	password       secret
	enablePassword secret
	advanced       bool // sessions start in the enable node
	terminalLength int  // stored only
	hasLength      bool // terminalLength was set
	banner         banner

	maxSessions int

	login    bool // sessions begin with a password
	bind     string
	bindPort int
	hasPort  bool
}

// banner is the message of the day.
type banner struct {
	off  bool   // `no banner motd`
	file string // `banner motd file X`
}

// text is the banner as the greeting shows it.
func (b banner) text() string {
	if b.file == "" {
		return ""
	}
	file, err := os.Open(b.file)
	if err != nil {
		return "MOTD file not found\n"
	}
	defer file.Close()
	var text strings.Builder
	for lines := bufio.NewScanner(file); lines.Scan(); {
		text.WriteString(strings.TrimRight(lines.Text(), " \t\r\v\f") + "\n")
	}
	return text.String()
}

// change does something to the host settings.
func (e *Engine) change(f func(h *host)) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	f(&e.host)
	return nil
}

// settings is a copy of the host settings.
func (e *Engine) settings() host {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.host
}

// addConfigNode adds the root of the configuration with the host settings.
func (e *Engine) addConfigNode() {
	e.AddNode(Node{ID: Config, Parent: Enable, ControlZ: ToEnable, Doc: "Change the configuration"})
	e.AddSettings(Config, e.hostnameSetting(), e.passwordSetting(), e.enablePasswordSetting(), e.bannerSetting(), e.terminalLengthSetting())
	e.AddCommands(Config, Command{
		Syntax: "line vty", Help: Words{"line": "Doors of this VTY", "vty": "Telnet"}, Enters: Line,
		Run: func(c *Context, _ Args) error {
			c.Enter(Line, nil)
			return nil
		},
	})
	e.AddSettings(Config, e.advancedSetting(), e.sessionsSetting())
	history := showHistoryCommand
	history.ReadOnly = true
	e.AddCommands(Config, history)
	e.AddRule(Config, OrderHost+99)
}

func startsWithLetter(word string) bool {
	return word != "" && (word[0]|0x20 >= 'a' && word[0]|0x20 <= 'z')
}

func (e *Engine) hostnameSetting() Setting {
	return Setting{
		Order: OrderHost,
		Commands: []Command{{
			Syntax: "hostname WORD", Help: Words{"WORD": "Name; begins with a letter, shows nowhere but in the configuration"},
			Run: func(c *Context, a Args) error {
				if !startsWithLetter(a.Word(0)) {
					return Failf("A host name begins with a letter.")
				}
				return e.change(func(h *host) { h.hostname = a.Word(0) })
			},
		}, {
			Syntax: "no hostname [HOSTNAME]", Help: Words{"HOSTNAME": "Name; not looked at"},
			Run: func(*Context, Args) error { return e.change(func(h *host) { h.hostname = "" }) },
		}},
		Write: func(w *Writer, _ any) {
			if name := e.settings().hostname; name != "" {
				w.Line("hostname %s", name)
			}
		},
	}
}

func (e *Engine) bannerSetting() Setting {
	return Setting{
		Order: OrderHost + 5,
		Commands: []Command{{
			Syntax: "banner motd default", Help: Words{"default": "No text"},
			Run: func(*Context, Args) error { return e.change(func(h *host) { h.banner = banner{} }) },
		}, {
			Syntax: "banner motd file [FILE]", Help: Words{"file": "Text of a file", "FILE": "File name; read for every new session"},
			Run: func(_ *Context, a Args) error {
				if !a.Has(0) {
					return ErrIncomplete
				}
				return e.change(func(h *host) { h.banner = banner{file: a.Word(0)} })
			},
		}, {
			Syntax: "no banner motd",
			Run:    func(*Context, Args) error { return e.change(func(h *host) { h.banner = banner{off: true} }) },
		}},
		Write: func(w *Writer, _ any) {
			switch b := e.settings().banner; {
			case b.file != "":
				w.Line("banner motd file %s", b.file)
			case b.off:
				w.Line("no banner motd")
			}
		},
	}
}

func (e *Engine) terminalLengthSetting() Setting {
	return Setting{
		Order: OrderHost + 4,
		Commands: []Command{{
			Syntax: "service terminal-length <0-512>",
			Help:   Words{"terminal-length": "Kept, does nothing: output never stops for a key", "<0-512>": "Lines"},
			Run: func(_ *Context, a Args) error {
				return e.change(func(h *host) { h.hasLength, h.terminalLength = true, a.Int(0) })
			},
		}, {
			Syntax: "no service terminal-length [<0-512>]",
			Help:   Words{"terminal-length": "Height of the screen", "<0-512>": "Lines; not looked at"},
			Run:    func(*Context, Args) error { return e.change(func(h *host) { h.hasLength = false }) },
		}},
		Write: func(w *Writer, _ any) {
			if h := e.settings(); h.hasLength {
				w.Line("service terminal-length %d", h.terminalLength)
			}
		},
	}
}

func (e *Engine) advancedSetting() Setting {
	help := Words{"advanced-vty": "New sessions are operator's from the start"}
	return Setting{
		Order: OrderHost + 3,
		Commands: []Command{{
			Syntax: "service advanced-vty", Help: help,
			Run: func(*Context, Args) error { return e.change(func(h *host) { h.advanced = true }) },
		}, {
			Syntax: "no service advanced-vty", Help: help,
			Run: func(*Context, Args) error { return e.change(func(h *host) { h.advanced = false }) },
		}},
		Write: func(w *Writer, _ any) {
			if e.settings().advanced {
				w.Line("service advanced-vty")
			}
		},
	}
}
