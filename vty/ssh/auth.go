package ssh

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	gliderssh "github.com/gliderlabs/ssh"
	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"

	"osmo-mgw-go/vty"
)

// maxTries is how many attempts to authenticate a connection has.
const maxTries = 3

// maxKeyFile is the largest file of authorized keys that is read, in octets.
const maxKeyFile = 1 << 20

type contextKey struct{}

// grant notes who a connection is. Every success overwrites it: a client may show that it knows of one key and then come
// in by another, or by a password, and the last success is the one that counted.
func grant(ctx gliderssh.Context, role vty.Role) { ctx.SetValue(contextKey{}, role) }

// granted returns the role of an authenticated connection; one without a grant may only look.
func granted(ctx gliderssh.Context) vty.Role {
	if role, ok := ctx.Value(contextKey{}).(vty.Role); ok {
		return role
	}
	return vty.Viewer
}

// wrongHash is compared with for users that do not exist, so that they take as long as those that do.
var wrongHash, _ = bcrypt.GenerateFromPassword([]byte("nobody"), bcrypt.DefaultCost)

func (s *Server) passwordHandler(ctx gliderssh.Context, password string) bool {
	u, known := s.current().users[ctx.User()]
	if !known || u.hash == "" {
		_ = bcrypt.CompareHashAndPassword(wrongHash, []byte(password))
		return false
	}
	if bcrypt.CompareHashAndPassword([]byte(u.hash), []byte(password)) != nil {
		return false
	}
	grant(ctx, u.role)
	return true
}

func (s *Server) publicKeyHandler(ctx gliderssh.Context, key gliderssh.PublicKey) bool {
	now := s.current()
	if u, known := now.users[ctx.User()]; known {
		for _, line := range u.keys {
			if sameKey(line, key) {
				grant(ctx, u.role)
				return true
			}
		}
	}
	// A key that stands in several files gets the most that one of them gives.
	found, best := false, vty.Viewer
	for _, file := range now.keyFiles {
		has, err := fileHasKey(file.path, key)
		if err != nil {
			s.log("SSH: authorized-keys %v", err)
		}
		if has {
			found = true
			if file.role == vty.Operator {
				best = vty.Operator
			}
		}
	}
	if found {
		grant(ctx, best)
	}
	return found
}

func sameKey(line string, key gossh.PublicKey) bool {
	known, _, _, _, err := gossh.ParseAuthorizedKey([]byte(line))
	return err == nil && gliderssh.KeysEqual(known, key)
}

// fileHasKey looks for a key in a file. A file that others may write is not trusted, and a line with options is passed
// over: we could not keep what it restricts.
func fileHasKey(path string, key gossh.PublicKey) (bool, error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return false, fmt.Errorf("%s: mode %04o lets others write it; it is not used", path, mode)
	}
	if info.Size() > maxKeyFile {
		return false, fmt.Errorf("%s: %d octets are more than %d; it is not used", path, info.Size(), maxKeyFile)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	var odd []error
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		known, _, options, _, err := gossh.ParseAuthorizedKey(line)
		switch {
		case err != nil:
			odd = append(odd, fmt.Errorf("%s:%d: %w", path, number, err))
		case len(options) > 0:
			odd = append(odd, fmt.Errorf("%s:%d: options are not supported; the key is not used", path, number))
		case gliderssh.KeysEqual(known, key):
			return true, nil
		}
	}
	return false, errors.Join(odd...)
}
