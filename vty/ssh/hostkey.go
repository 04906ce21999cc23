package ssh

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"

	gossh "golang.org/x/crypto/ssh"
)

// loadHostKey reads the host key, or makes it: ed25519, in OpenSSH's form, mode 0600. One that others may read is
// refused, as OpenSSH does.
func loadHostKey(path string) (gossh.Signer, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeHostKey(path)
	}
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return nil, fmt.Errorf("host key %s: mode %04o lets others read it: chmod 600 it, or remove it for a new one", path, mode)
	}
	signer, err := gossh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w", path, err)
	}
	return signer, nil
}

func makeHostKey(path string) (gossh.Signer, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	block, err := gossh.MarshalPrivateKey(key, "osmo-mgw-go host key")
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	if err := errors.Join(pem.Encode(file, block), file.Sync(), file.Close()); err != nil {
		os.Remove(path) // half a key would stand in the way of the next start
		return nil, fmt.Errorf("host key: %w", err)
	}
	return gossh.NewSignerFromKey(key)
}
