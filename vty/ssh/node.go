package ssh

import (
	"slices"

	"golang.org/x/crypto/bcrypt"

	"osmo-mgw-go/vty"
)

const node = "config-ssh"

var words = vty.Words{
	"ssh":    "The SSH door of this command line",
	"user":   "Who may come in",
	"view":   "May look and change nothing",
	"enable": "May do everything",
}

// addNode declares the node `ssh` and its settings. Order is the node's place in the written configuration.
func (s *Server) addNode(order int) {
	e := s.engine
	e.AddNode(vty.Node{
		ID: node, Parent: vty.Config, ControlZ: vty.ToEnable, Words: words,
		Order: order, Blocks: vty.OneBlock("ssh"), OmitEmpty: true,
	})
	e.AddCommands(vty.Config, vty.Command{
		Syntax: "ssh", Help: vty.Words{"ssh": words["ssh"]}, Own: true, Enters: node,
		Run: func(c *vty.Context, _ vty.Args) error {
			c.Enter(node, nil)
			return nil
		},
	})
	e.AddSettings(node, s.bindSetting(), s.hostKeySetting(), s.keyFilesSetting(), s.usersSetting(), s.maxSessionsSetting(), s.idleTimeoutSetting())
	for _, where := range []string{vty.View, vty.Enable} {
		e.AddCommands(where, vty.Command{Syntax: "show ssh", Help: vty.Words{"ssh": words["ssh"]}, Own: true, ReadOnly: true, Run: s.show})
	}
}

// change makes the Run of a command that sets something.
func (s *Server) change(set func(*settings, vty.Args) error) func(*vty.Context, vty.Args) error {
	return func(_ *vty.Context, a vty.Args) error {
		return s.configure(func(now *settings) error { return set(now, a) })
	}
}

func (s *Server) bindSetting() vty.Setting {
	return vty.Setting{
		Order: 10,
		Commands: []vty.Command{{
			Syntax: "bind (A.B.C.D|X:X::X:X) [<1-65535>]",
			Help:   vty.Words{"bind": "Where SSH is answered", "A.B.C.D": "IPv4 address of this host", "X:X::X:X": "IPv6 address of this host", "<1-65535>": "TCP port, 4222 if not given"},
			Doc:    "Default: 127.0.0.1 4222. Applies at once; sessions that are there stay.", Attr: vty.Immediate,
			Run: s.change(func(now *settings, a vty.Args) error {
				now.bind, now.port = a.Addr(0), DefaultPort
				if a.Has(1) {
					now.port = a.Int(1)
				}
				return nil
			}),
		}},
		Write: func(w *vty.Writer, _ any) {
			switch now := s.current(); {
			case now.port != DefaultPort:
				w.Line("bind %s %d", now.bind, now.port)
			case now.bind != defaultBind:
				w.Line("bind %s", now.bind)
			}
		},
	}
}

func (s *Server) hostKeySetting() vty.Setting {
	return vty.Setting{
		Order: 20,
		Commands: []vty.Command{{
			Syntax: "host-key FILE", Help: vty.Words{"host-key": "The key by which clients know this host", "FILE": "Private key, ed25519; made if it is missing"},
			Doc: "Default: " + HostKeyName + " beside the configuration file. Applies when SSH is next opened.",
			Run: s.change(func(now *settings, a vty.Args) error { now.hostKey = a.Word(0); return nil }),
		}, {
			Syntax: "no host-key", Help: vty.Words{"host-key": "The default file again"},
			Run: s.change(func(now *settings, _ vty.Args) error { now.hostKey = ""; return nil }),
		}},
		Write: func(w *vty.Writer, _ any) {
			if file := s.current().hostKey; file != "" {
				w.Line("host-key %s", file)
			}
		},
	}
}

func (s *Server) keyFilesSetting() vty.Setting {
	return vty.Setting{
		Order: 30,
		Commands: []vty.Command{{
			Syntax: "authorized-keys FILE (view|enable)",
			Help:   vty.Words{"authorized-keys": "Let in who has one of these keys, under any name", "FILE": "Public keys, in OpenSSH's form; read at each log-in"},
			Attr:   vty.Immediate,
			Run: s.change(func(now *settings, a vty.Args) error {
				file := keyFile{a.Word(0), parseRole(a.Word(1))}
				now.keyFiles = append(without(now.keyFiles, file.path), file)
				return nil
			}),
		}, {
			Syntax: "no authorized-keys FILE", Help: vty.Words{"authorized-keys": "Use a file no more", "FILE": "Its name"}, Attr: vty.Immediate,
			Run: s.change(func(now *settings, a vty.Args) error {
				rest := without(now.keyFiles, a.Word(0))
				if len(rest) == len(now.keyFiles) {
					return vty.Failf("%% No authorized-keys %s", a.Word(0))
				}
				now.keyFiles = rest
				return nil
			}),
		}},
		Write: func(w *vty.Writer, _ any) {
			for _, file := range s.current().keyFiles {
				w.Line("authorized-keys %s %s", file.path, roleWord(file.role))
			}
		},
	}
}

func without(files []keyFile, path string) []keyFile {
	return slices.DeleteFunc(slices.Clone(files), func(f keyFile) bool { return f.path == path })
}

func (s *Server) usersSetting() vty.Setting {
	return vty.Setting{
		Order: 40,
		Samples: map[string][]string{
			"KEY":  {"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl somebody"},
			"HASH": {"$2a$04$l/h9LPMKZzYCJGFj1kLcGe7lpPpvqMLRD7XgdfxLfqBxfu49VTKVW"},
		},
		Commands: []vty.Command{{
			Syntax: "user NAME (view|enable) key .KEY",
			Help:   vty.Words{"NAME": "Log-in name", "key": "By public key; a user may have several", "KEY": "As in OpenSSH's authorized_keys: type, key, comment"},
			Doc:    "The last line about a user says what the user may do.", Attr: vty.Immediate,
			Run: s.change(func(now *settings, a vty.Args) error {
				key, err := normalKey(joined(a[2:]))
				if err != nil {
					return vty.Failf("%% Not a public key: %v", err)
				}
				u := now.users[a.Word(0)]
				u.role = parseRole(a.Word(1))
				if !slices.Contains(u.keys, key) {
					u.keys = append(slices.Clip(u.keys), key)
				}
				now.users[a.Word(0)] = u
				return nil
			}),
		}, {
			Syntax: "user NAME (view|enable) password HASH",
			Help:   vty.Words{"NAME": "Log-in name", "password": "By password", "HASH": "Its bcrypt hash, as made by the hash-password subcommand"}, Attr: vty.Immediate,
			Run: s.change(func(now *settings, a vty.Args) error {
				if _, err := bcrypt.Cost([]byte(a.Word(2))); err != nil {
					return vty.Failf("%% Not a bcrypt hash: make one with osmo-mgw-go hash-password")
				}
				u := now.users[a.Word(0)]
				u.role, u.hash = parseRole(a.Word(1)), a.Word(2)
				now.users[a.Word(0)] = u
				return nil
			}),
		}, {
			Syntax: "no user NAME", Help: vty.Words{"NAME": "Log-in name"}, Attr: vty.Immediate,
			Run: s.change(func(now *settings, a vty.Args) error {
				if _, known := now.users[a.Word(0)]; !known {
					return vty.Failf("%% No user %s", a.Word(0))
				}
				delete(now.users, a.Word(0))
				return nil
			}),
		}},
		Write: func(w *vty.Writer, _ any) {
			now := s.current()
			for _, name := range now.names() {
				u := now.users[name]
				for _, key := range u.keys {
					w.Line("user %s %s key %s", name, roleWord(u.role), key)
				}
				if u.hash != "" {
					w.Line("user %s %s password %s", name, roleWord(u.role), u.hash)
					w.Secret()
				}
			}
		},
	}
}

func (s *Server) maxSessionsSetting() vty.Setting {
	return vty.Setting{
		Order: 50,
		Commands: []vty.Command{{
			Syntax: "max-sessions <1-256>", Help: vty.Words{"max-sessions": "How many sessions there may be at once", "<1-256>": "Sessions, default 16"}, Attr: vty.Immediate,
			Run: s.change(func(now *settings, a vty.Args) error { now.maxSessions = a.Int(0); return nil }),
		}},
		Write: func(w *vty.Writer, _ any) {
			if n := s.current().maxSessions; n != defaultMaxSessions {
				w.Line("max-sessions %d", n)
			}
		},
	}
}

func (s *Server) idleTimeoutSetting() vty.Setting {
	return vty.Setting{
		Order: 60,
		Commands: []vty.Command{{
			Syntax: "idle-timeout <0-86400>", Help: vty.Words{"idle-timeout": "Close sessions in which nothing is typed", "<0-86400>": "Seconds; 0, the default, is never"}, Attr: vty.Immediate,
			Run: s.change(func(now *settings, a vty.Args) error { now.idleTimeout = a.Int(0); return nil }),
		}},
		Write: func(w *vty.Writer, _ any) {
			if n := s.current().idleTimeout; n != defaultIdleTimeout {
				w.Line("idle-timeout %d", n)
			}
		},
	}
}

func joined(a vty.Args) string {
	text := ""
	for i, word := range a {
		if i > 0 {
			text += " "
		}
		text += word
	}
	return text
}
