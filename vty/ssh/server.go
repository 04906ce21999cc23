package ssh

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	gliderssh "github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"

	"osmo-mgw-go/vty"
)

const (
	// maxPending is how many connections may be in their handshake, or wait for it, at once.
	maxPending = 64
	// maxPendingOfOne is how many of them may come from one address, so that no single host can lock the others out.
	maxPendingOfOne = 16
)

// Stream is a command whose output is octets, such as a capture. It ends when ctx does. Only operators get to it.
type Stream func(ctx context.Context, user vty.User, args []string, out io.Writer) error

// Options are what the program tells the server.
type Options struct {
	// Order is the place of the node `ssh` in the written configuration.
	Order int
	// ConfigFile returns the name of the configuration file; the host key is beside it.
	ConfigFile func() string
	// Streams are commands by their first word.
	Streams map[string]Stream
	// Log is told who comes and goes, and who fails to.
	Log func(format string, a ...any)
}

// Server is the SSH door of an engine.
type Server struct {
	engine  *vty.Engine
	options Options
	blame   penalties

	mu       sync.Mutex
	settings settings
	started  bool
	listener net.Listener // nil while SSH is off
	listens  string       // its address, as configured
	server   *gliderssh.Server
	hostKey  gossh.Signer
	fault    error // why SSH is off though it should be on
	sessions int
	pending  int                // connections that are not authenticated yet
	from     map[netip.Addr]int // the same by address; no zeros
	serving  sync.WaitGroup
}

// New makes the server, off, and declares its node in the engine's tree.
func New(engine *vty.Engine, options Options) *Server {
	s := &Server{engine: engine, options: options, settings: defaults(), blame: penalties{now: time.Now}, from: make(map[netip.Addr]int)}
	s.addNode(options.Order)
	return s
}

func (s *Server) log(format string, a ...any) { s.options.Log(format, a...) }

// current returns the settings; they are not changed in place.
func (s *Server) current() settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settings
}

// configure changes the settings, all or nothing, and opens, moves or closes the door accordingly.
func (s *Server) configure(change func(*settings) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.settings
	next.users = maps.Clone(next.users)
	next.keyFiles = slices.Clone(next.keyFiles)
	if err := change(&next); err != nil {
		return err
	}
	s.settings = next
	if !s.started {
		return nil
	}
	if err := s.apply(); err != nil {
		return vty.Failf("%% SSH is off: %v", err)
	}
	return nil
}

// Start opens the door if the configuration asks for it, and from then on follows its changes. If it cannot be opened
// SSH stays off and the error says why; the gateway runs without it.
func (s *Server) Start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = true
	return s.apply()
}

// apply makes the listener what the settings want.
func (s *Server) apply() error {
	s.fault = s.follow()
	return s.fault
}

func (s *Server) follow() error {
	address := s.settings.address()
	if !s.settings.wanted() {
		s.close()
		return nil
	}
	if s.listener != nil && s.listens == address {
		return nil
	}
	key, err := loadHostKey(s.settings.hostKeyPath(s.options.ConfigFile()))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	s.close()
	s.listener, s.listens, s.hostKey = listener, address, key
	s.server = s.newServer(key)
	s.serving.Add(1)
	go func(server *gliderssh.Server) {
		defer s.serving.Done()
		_ = server.Serve(listener) // ends when the listener is closed
	}(s.server)
	s.log("SSH listening on %s, host key %s", listener.Addr(), gossh.FingerprintSHA256(key.PublicKey()))
	return nil
}

// close stops listening; sessions that are there stay.
func (s *Server) close() {
	if s.listener != nil {
		s.listener.Close()
		s.log("SSH no longer listening on %s", s.listens)
	}
	s.listener, s.listens = nil, ""
}

// Close ends the door and all its sessions.
func (s *Server) Close() {
	s.mu.Lock()
	s.started = false
	s.close()
	server := s.server
	s.mu.Unlock()
	if server != nil {
		_ = server.Close()
		_ = server.Shutdown(context.Background())
	}
	s.serving.Wait()
}

// Addr is where the server listens; nil while it does not.
func (s *Server) Addr() net.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return nil
	}
	return s.listener.Addr()
}

func (s *Server) newServer(key gossh.Signer) *gliderssh.Server {
	return &gliderssh.Server{
		Version:          "osmo-mgw-go",
		HostSigners:      []gliderssh.Signer{key},
		PasswordHandler:  s.passwordHandler,
		PublicKeyHandler: s.publicKeyHandler,
		ConnCallback:     s.connected,
		ServerConfigCallback: func(ctx gliderssh.Context) *gossh.ServerConfig {
			return &gossh.ServerConfig{MaxAuthTries: maxTries, AuthLogCallback: func(conn gossh.ConnMetadata, method string, err error) {
				s.authTried(ctx, conn, method, err)
			}}
		},
		ConnectionFailedCallback: s.failed,
		ChannelHandlers:          map[string]gliderssh.ChannelHandler{"session": s.handleChannel},
		RequestHandlers:          map[string]gliderssh.RequestHandler{},
		SubsystemHandlers:        map[string]gliderssh.SubsystemHandler{},
	}
}

// connectionKey finds the guard of a connection in its context.
type connectionKey struct{}

// connected is the first that happens to a connection: the cheap refusals.
func (s *Server) connected(ctx gliderssh.Context, conn net.Conn) net.Conn {
	peer := addressOf(conn.RemoteAddr())
	if !s.arrived(peer) {
		return nil
	}
	guarded := guard(conn, func() { s.settled(peer) })
	ctx.SetValue(connectionKey{}, guarded)
	if wait := s.blame.wait(peer); wait > 0 {
		time.Sleep(wait)
		_ = conn.SetDeadline(time.Now().Add(handshakeTime))
	}
	return guarded
}

// arrived counts a connection that is not authenticated yet, unless there are too many.
func (s *Server) arrived(peer netip.Addr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending >= maxPending || s.from[peer] >= maxPendingOfOne {
		return false
	}
	s.pending++
	s.from[peer]++
	return true
}

// settled counts a connection out that is authenticated now, or gone.
func (s *Server) settled(peer netip.Addr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending--
	if s.from[peer]--; s.from[peer] == 0 {
		delete(s.from, peer)
	}
}

func (s *Server) authTried(ctx gliderssh.Context, conn gossh.ConnMetadata, method string, err error) {
	switch {
	case err == nil:
		s.blame.succeeded(addressOf(conn.RemoteAddr()))
		if guarded, ok := ctx.Value(connectionKey{}).(*guardedConn); ok {
			guarded.letIn()
		}
	case method != "none": // every client asks with none what there is
		s.log("SSH: %s at %s refused by %s", conn.User(), conn.RemoteAddr(), method)
	}
}

// failed notes a connection that was not let in, and makes its address wait.
func (s *Server) failed(conn net.Conn, err error) {
	address := addressOf(conn.RemoteAddr())
	if _, denied := err.(*gossh.ServerAuthError); denied {
		wait := s.blame.failed(address)
		s.log("SSH: nobody came in from %s; its next connection waits %v", conn.RemoteAddr(), wait)
	}
}

func (s *Server) admit() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions >= s.settings.maxSessions {
		return false
	}
	s.sessions++
	return true
}

func (s *Server) dismiss() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions--
}

// show answers `show ssh`.
func (s *Server) show(c *vty.Context, _ vty.Args) error {
	failures := s.blame.count()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.listener != nil:
		c.Printf("SSH on %s, host key %s\n", s.listener.Addr(), gossh.FingerprintSHA256(s.hostKey.PublicKey()))
	case s.fault != nil:
		c.Printf("SSH is off: %v\n", s.fault)
	default:
		c.Printf("SSH is off: no user and no authorized-keys are configured\n")
	}
	c.Printf("%d of %d sessions, %d connections that were not let in\n", s.sessions, s.settings.maxSessions, failures)
	for _, name := range s.settings.names() {
		u := s.settings.users[name]
		by := fmt.Sprintf("%d keys", len(u.keys))
		if u.hash != "" {
			by += ", password"
		}
		c.Printf("  user %s: %s, by %s\n", name, roleWord(u.role), by)
	}
	for _, file := range s.settings.keyFiles {
		c.Printf("  keys in %s: %s\n", file.path, roleWord(file.role))
	}
	return nil
}
