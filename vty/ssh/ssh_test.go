package ssh

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	gliderssh "github.com/gliderlabs/ssh"
	"go.uber.org/goleak"
	"golang.org/x/crypto/bcrypt"
	gossh "golang.org/x/crypto/ssh"

	"osmo-mgw-go/vty"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bed is an SSH door with one command behind it that changes something, and a stream.
type bed struct {
	*testing.T
	*Server
	engine *vty.Engine
	dir    string

	mu  sync.Mutex
	set int
	log bytes.Buffer
}

func newBed(t *testing.T, lines ...string) *bed {
	t.Helper()
	b := &bed{T: t, dir: t.TempDir()}
	logf := func(format string, a ...any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		fmt.Fprintf(&b.log, format+"\n", a...)
	}
	b.engine = vty.New(vty.Options{Name: "Toy", Version: "1", Copyright: "Free.\n", Log: logf})
	b.engine.AddCommands(vty.Enable, vty.Command{Syntax: "set <1-9>", Help: vty.Words{"set": "Set", "<1-9>": "To"}, Changes: true,
		Run: func(_ *vty.Context, a vty.Args) error { b.set = a.Int(0); return nil }})
	b.engine.AddCommands(vty.View, vty.Command{Syntax: "look", Help: vty.Words{"look": "Look"},
		Run: func(c *vty.Context, _ vty.Args) error { c.Printf("seen\n"); return nil }})
	b.engine.AddCommands(vty.View, vty.Command{Syntax: "panic", Help: vty.Words{"panic": "Fail"},
		Run: func(*vty.Context, vty.Args) error { panic("on purpose") }})
	b.Server = New(b.engine, Options{
		Order: 760, ConfigFile: func() string { return filepath.Join(b.dir, "toy.cfg") }, Log: logf,
		Streams: map[string]Stream{"flow": func(ctx context.Context, _ vty.User, args []string, out io.Writer) error {
			if len(args) == 0 {
				return errors.New("% flow of what?")
			}
			_, _ = out.Write([]byte{0, '\n', 255})
			<-ctx.Done()
			return nil
		}},
	})
	b.configure("bind 127.0.0.1 1") // replaced before the door opens
	b.configure(lines...)
	if err := b.Server.configure(func(s *settings) error { s.port = 0; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := b.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.Close()
		b.engine.Close()
	})
	return b
}

func (b *bed) configure(lines ...string) {
	b.Helper()
	var out strings.Builder
	if err := b.engine.Exec(vty.User{}, append([]string{"configure", "ssh"}, lines...), &out); err != nil {
		b.Fatalf("%q: %s", lines, &out)
	}
}

func newKey(t *testing.T) (gossh.Signer, string) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer, strings.TrimSpace(string(gossh.MarshalAuthorizedKey(signer.PublicKey())))
}

func hash(t *testing.T, password string) string {
	t.Helper()
	h, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	return string(h)
}

func (b *bed) dial(name string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return gossh.Dial("tcp", b.Addr().String(), &gossh.ClientConfig{
		User: name, Auth: auth, HostKeyCallback: gossh.FixedHostKey(b.Server.hostKey.PublicKey()), Timeout: 40 * time.Second,
	})
}

func (b *bed) login(name string, auth ...gossh.AuthMethod) *gossh.Client {
	b.Helper()
	client, err := b.dial(name, auth...)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { client.Close() })
	return client
}

// run runs one command and returns its output and exit status.
func run(t *testing.T, client *gossh.Client, command string) (output string, status int) {
	t.Helper()
	s, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	out, err := s.CombinedOutput(command)
	var exit *gossh.ExitError
	switch {
	case errors.As(err, &exit):
		status = exit.ExitStatus()
	case err != nil:
		t.Fatalf("%s: %v", command, err)
	}
	return string(out), status
}

func TestOffUntilSomebodyMayComeIn(t *testing.T) {
	b := newBed(t)
	if b.Addr() != nil {
		t.Fatal("SSH is open though nobody may come in")
	}
	_, key := newKey(t)
	b.configure("user anna view key " + key)
	if b.Addr() == nil {
		t.Fatal("SSH did not open")
	}
	b.configure("no user anna")
	if b.Addr() != nil {
		t.Error("SSH stayed open")
	}
}

func TestRolesOfCommands(t *testing.T) {
	viewerKey, viewerLine := newKey(t)
	operatorKey, operatorLine := newKey(t)
	b := newBed(t, "user anna view key "+viewerLine, "user otto enable key "+operatorLine)
	viewer, operator := b.login("anna", gossh.PublicKeys(viewerKey)), b.login("otto", gossh.PublicKeys(operatorKey))
	for _, c := range []struct {
		client  *gossh.Client
		command string
		output  string
		status  int
	}{
		{viewer, "look", "seen\n", 0},
		{operator, "look", "seen\n", 0},
		{viewer, "set 3", "% Unknown command.\n", 1},
		{viewer, "enable", "% Not allowed: this user may only look.\n", 1},
		{viewer, "flow x", "% Not allowed: this user may only look.\n", 1},
		{operator, "set 3", "", 0},
		{operator, "set 77", "% Unknown command.\n", 1},
		{operator, "flow", "% flow of what?\n", 1},
		{viewer, "panic", "% The command failed inside the program: on purpose\n", 1},
		{viewer, "look", "seen\n", 0},
	} {
		if output, status := run(t, c.client, c.command); output != c.output || status != c.status {
			t.Errorf("%s: %q, status %d, want %q, %d", c.command, output, status, c.output, c.status)
		}
	}
	if b.set != 3 {
		t.Errorf("set %d", b.set)
	}
}

func TestWhoIsRefused(t *testing.T) {
	_, line := newKey(t)
	wrongKey, _ := newKey(t)
	b := newBed(t, "user anna view key "+line, "user otto enable password "+hash(t, "right"))
	b.blame.now = func() time.Time { return time.Unix(0, 0) } // nobody has to wait while time stands still
	for name, auth := range map[string]gossh.AuthMethod{
		"anna": gossh.PublicKeys(wrongKey), "otto": gossh.Password("wrong"), "nobody": gossh.Password("right"),
	} {
		b.blame.addresses = nil
		if _, err := b.dial(name, auth); err == nil {
			t.Errorf("%s was let in", name)
		}
	}
	b.blame.addresses = nil
	if _, err := b.dial("anna"); err == nil {
		t.Error("somebody without any proof was let in")
	}
	b.blame.addresses = nil
	b.login("otto", gossh.Password("right"))
	if got := b.blame.count(); got < 3 {
		t.Errorf("%d failures counted", got)
	}
}

// identity is a connection that has not authenticated yet.
type identity struct {
	gliderssh.Context
	name   string
	values map[any]any
}

func (i *identity) User() string        { return i.name }
func (i *identity) SetValue(key, v any) { i.values[key] = v }
func (i *identity) Value(key any) any   { return i.values[key] }

// TestKnowingAKeyIsNotHavingIt: a client may ask whether an operator's public key would do, and then come in by a
// viewer's password. What counts is how it came in.
func TestKnowingAKeyIsNotHavingIt(t *testing.T) {
	operatorKey, line := newKey(t)
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte("# ours\n"+line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := newBed(t, "authorized-keys "+keys+" enable", "user anna view password "+hash(t, "pw"))
	ctx := &identity{name: "anna", values: make(map[any]any)}
	if granted(ctx) != vty.Viewer {
		t.Error("a connection without any proof may change things")
	}
	if !b.publicKeyHandler(ctx, operatorKey.PublicKey()) || granted(ctx) != vty.Operator {
		t.Error("the file's key is not known")
	}
	if !b.passwordHandler(ctx, "pw") || granted(ctx) != vty.Viewer {
		t.Error("the viewer's password made an operator")
	}
	// With the key itself any name gets in, as the file says.
	if _, status := run(t, b.login("somebody", gossh.PublicKeys(operatorKey)), "set 6"); status != 0 || b.set != 6 {
		t.Errorf("status %d, set %d", status, b.set)
	}
}

func TestFilesOfKeys(t *testing.T) {
	key, line := newKey(t)
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
		has  bool
		says string
	}{
		"plain":    {line + "\n", 0o600, true, ""},
		"comments": {"# x\n\n" + line + " somebody", 0o644, true, ""},
		"options":  {"command=\"ls\" " + line + "\n", 0o600, false, "options:1: options are not supported"},
		"rubbish":  {"rubbish\n" + line + "\n", 0o600, true, ""},
		"writable": {line + "\n", 0o666, false, "lets others write it"},
		"empty":    {"", 0o600, false, ""},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		has, err := fileHasKey(path, key.PublicKey())
		if has != c.has || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, %v", name, has, err)
		}
	}
}

func TestHostKeyIsMadeOnceAndKeptSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), HostKeyName)
	first, err := loadHostKey(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := loadHostKey(path)
	if err != nil || !bytes.Equal(first.PublicKey().Marshal(), second.PublicKey().Marshal()) {
		t.Fatalf("another key at the second start: %v", err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := loadHostKey(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that others may read: %v", err)
	}
	if _, err := loadHostKey(filepath.Join(t.TempDir(), "no", "where")); err == nil {
		t.Error("a key in a folder that is not there")
	}
}

func TestDoorThatCannotOpenSaysWhy(t *testing.T) {
	_, line := newKey(t)
	b := newBed(t)
	b.configure("host-key /nonexistent/key")
	var out strings.Builder
	err := b.engine.Exec(vty.User{}, []string{"configure", "ssh", "user anna view key " + line}, &out)
	if err == nil || !strings.HasPrefix(out.String(), "% SSH is off: host key:") {
		t.Errorf("%v: %s", err, &out)
	}
	out.Reset()
	if err := b.engine.Exec(vty.User{}, []string{"show ssh"}, &out); err != nil || !strings.HasPrefix(out.String(), "SSH is off: host key:") {
		t.Errorf("%v: %s", err, &out)
	}
}

func TestPenaltiesGrow(t *testing.T) {
	now := time.Unix(1000, 0)
	p := penalties{now: func() time.Time { return now }}
	a, other := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	for _, want := range []int{1, 2, 4, 8, 16, 30, 30} {
		if got := p.failed(a); got != time.Duration(want)*time.Second || p.wait(a) != got {
			t.Errorf("%v, want %d s", got, want)
		}
	}
	if p.wait(other) != 0 {
		t.Error("another address has to wait")
	}
	now = now.Add(31 * time.Second)
	if p.wait(a) != 0 {
		t.Error("still waiting")
	}
	p.succeeded(a)
	if got := p.failed(a); got != time.Second {
		t.Errorf("after a success %v", got)
	}
	for i := range maxAddresses + 100 {
		p.failed(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}))
	}
	if len(p.addresses) > maxAddresses {
		t.Errorf("%d addresses remembered", len(p.addresses))
	}
}

// TestVTYOverSSH opens a shell as OpenSSH does, and types.
func TestVTYOverSSH(t *testing.T) {
	key, line := newKey(t)
	b := newBed(t, "user otto enable key "+line)
	s, err := b.login("otto", gossh.PublicKeys(key)).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.RequestPty("xterm", 24, 80, gossh.TerminalModes{}); err != nil {
		t.Fatal(err)
	}
	keys, _ := s.StdinPipe()
	screen, _ := s.StdoutPipe()
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	expect(t, screen, "Toy> ")
	fmt.Fprint(keys, "enable\r")
	expect(t, screen, "enable\r\nToy# ")
	fmt.Fprint(keys, "set 4\r")
	expect(t, screen, "set 4\r\nToy# ")
	fmt.Fprint(keys, "exit\r")
	if _, err := io.ReadAll(screen); err != nil {
		t.Error(err)
	}
	if err := s.Wait(); err != nil || b.set != 4 {
		t.Errorf("%v, set %d", err, b.set)
	}
}

// expect reads until what was read ends in want.
func expect(t *testing.T, r io.Reader, want string) {
	t.Helper()
	got := make([]byte, 0, 4096)
	one := make([]byte, 1)
	for !strings.HasSuffix(string(got), want) {
		if _, err := r.Read(one); err != nil {
			t.Fatalf("%v after %q, want %q", err, got, want)
		}
		got = append(got, one[0])
	}
}

func TestStreamCarriesOctetsAndEndsWithItsClient(t *testing.T) {
	key, line := newKey(t)
	b := newBed(t, "user otto enable key "+line)
	client := b.login("otto", gossh.PublicKeys(key))
	s, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, _ := s.StdoutPipe()
	if err := s.Start("flow x"); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 3)
	if _, err := io.ReadFull(out, got); err != nil || !bytes.Equal(got, []byte{0, '\n', 255}) {
		t.Errorf("% x, %v", got, err)
	}
	client.Close() // goleak sees whether the stream ended
}

func TestSessionsAreBounded(t *testing.T) {
	key, line := newKey(t)
	b := newBed(t, "user otto enable key "+line, "max-sessions 2")
	client := b.login("otto", gossh.PublicKeys(key))
	for i := range 3 {
		s, err := client.NewSession()
		if (err == nil) != (i < 2) {
			t.Fatalf("session %d: %v", i, err)
		}
		if err == nil {
			defer s.Close()
		}
	}
}

func TestIdleSessionIsClosed(t *testing.T) {
	key, line := newKey(t)
	b := newBed(t, "user otto enable key "+line, "idle-timeout 1")
	s, err := b.login("otto", gossh.PublicKeys(key)).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	out, _ := s.StdoutPipe()
	if _, err := s.StdinPipe(); err != nil { // without one the client's input ends at once
		t.Fatal(err)
	}
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(out)
	if err != nil || !strings.HasSuffix(string(text), "% Closing: nothing was typed for 1s.\r\n") {
		t.Errorf("%v: %q", err, text)
	}
}

// TestOversizedPtyRequest: a string length of 0xFFFFFFFF once ended the whole process in a library.
func TestOversizedPtyRequest(t *testing.T) {
	key, line := newKey(t)
	b := newBed(t, "user otto enable key "+line)
	client := b.login("otto", gossh.PublicKeys(key))
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	for _, kind := range []string{"pty-req", "window-change", "env", "exec"} {
		if ok, err := channel.SendRequest(kind, true, []byte{0xff, 0xff, 0xff, 0xff, 'x'}); ok || err != nil {
			t.Errorf("%s: %v, %v", kind, ok, err)
		}
	}
	channel.Close()
	if output, status := run(t, client, "look"); output != "seen\n" || status != 0 {
		t.Errorf("afterwards: %q, %d", output, status)
	}
}

// TestOneAddressLocksNobodyOut: silent connections of one host, held open, do not keep another host out.
func TestOneAddressLocksNobodyOut(t *testing.T) {
	key, line := newKey(t)
	b := newBed(t, "user otto enable key "+line)
	for range 2 * maxPending {
		conn, err := net.Dial("tcp", b.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	// The server takes them up one after the other; wait until it has as many as it will.
	deadline := time.Now().Add(10 * time.Second)
	for pending(b.Server) < maxPendingOfOne && time.Now().Before(deadline) {
		time.Sleep(5 * time.Millisecond)
	}
	elsewhere := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}, Timeout: 10 * time.Second}
	conn, err := elsewhere.Dial("tcp", b.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	config := &gossh.ClientConfig{User: "otto", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: 10 * time.Second}
	client, _, _, err := gossh.NewClientConn(conn, b.Addr().String(), config)
	if err != nil {
		t.Fatalf("from another address: %v", err)
	}
	client.Close()
	if n := pending(b.Server); n > maxPendingOfOne {
		t.Errorf("%d connections are pending, at most %d of one address", n, maxPendingOfOne)
	}
}

func pending(s *Server) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pending
}

// TestHalfOpenConnections: those that say nothing are bounded and do not keep others out once they are gone.
func TestHalfOpenConnections(t *testing.T) {
	key, line := newKey(t)
	b := newBed(t, "user otto enable key "+line)
	var silent []net.Conn
	for range 1000 {
		conn, err := net.Dial("tcp", b.Addr().String())
		if err != nil {
			break
		}
		silent = append(silent, conn)
	}
	for _, conn := range silent {
		conn.Close()
	}
	deadline := time.Now().Add(10 * time.Second)
	for {
		client, err := b.dial("otto", gossh.PublicKeys(key))
		if err == nil {
			client.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func TestBadSettingsAreRefused(t *testing.T) {
	b := newBed(t)
	for line, want := range map[string]string{
		"user anna view key rubbish":         "% Not a public key: ",
		"user anna view password plain-text": "% Not a bcrypt hash: make one with osmo-mgw-go hash-password",
		"no user anna":                       "% No user anna",
		"no authorized-keys x":               "% No authorized-keys x",
		"max-sessions 0":                     "% Unknown command.",
	} {
		var out strings.Builder
		if err := b.engine.Exec(vty.User{}, []string{"configure", "ssh", line}, &out); err == nil || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: %q", line, out.String())
		}
	}
	if text, _ := b.engine.Configuration(); strings.Contains(text, "anna") {
		t.Errorf("half applied:\n%s", text)
	}
}
