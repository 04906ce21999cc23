package ssh

import (
	"cmp"
	"maps"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strconv"

	gossh "golang.org/x/crypto/ssh"

	"osmo-mgw-go/vty"
)

// Defaults of the settings.
const (
	DefaultPort        = 4222
	defaultMaxSessions = 16
	defaultIdleTimeout = 0 // never
	// HostKeyName is the name of the host key, beside the configuration file.
	HostKeyName = "osmo-mgw-ssh-ed25519"
)

var defaultBind = netip.AddrFrom4([4]byte{127, 0, 0, 1})

// settings are what the node `ssh` configures.
type settings struct {
	bind        netip.Addr
	port        int
	hostKey     string // empty: HostKeyName beside the configuration
	keyFiles    []keyFile
	users       map[string]user
	maxSessions int
	idleTimeout int // seconds, 0: never
}

// keyFile is a file in the form of OpenSSH's authorized_keys; who has one of its keys gets in under any name.
type keyFile struct {
	path string
	role vty.Role
}

// user is one who may come in under a name.
type user struct {
	role vty.Role
	hash string   // bcrypt; empty: no password
	keys []string // as in authorized_keys
}

func defaults() settings {
	return settings{bind: defaultBind, port: DefaultPort, users: make(map[string]user), maxSessions: defaultMaxSessions, idleTimeout: defaultIdleTimeout}
}

// wanted says whether anybody could come in.
func (s *settings) wanted() bool { return len(s.users) > 0 || len(s.keyFiles) > 0 }

func (s *settings) address() string {
	return net.JoinHostPort(s.bind.String(), strconv.Itoa(s.port))
}

// hostKeyPath is where the host key is, for a configuration file of that name.
func (s *settings) hostKeyPath(config string) string {
	return cmp.Or(s.hostKey, filepath.Join(filepath.Dir(config), HostKeyName))
}

// names are the users' names in order.
func (s *settings) names() []string { return slices.Sorted(maps.Keys(s.users)) }

// roleWord is how commands name a role.
func roleWord(r vty.Role) string {
	if r == vty.Operator {
		return "enable"
	}
	return "view"
}

func parseRole(word string) vty.Role {
	if word == "enable" {
		return vty.Operator
	}
	return vty.Viewer
}

// normalKey brings a public key into the form in which it is kept and written: type, key, comment.
func normalKey(text string) (string, error) {
	key, comment, _, _, err := gossh.ParseAuthorizedKey([]byte(text))
	if err != nil {
		return "", err
	}
	line := string(gossh.MarshalAuthorizedKey(key))
	line = line[:len(line)-1]
	if comment != "" {
		line += " " + comment
	}
	return line, nil
}
