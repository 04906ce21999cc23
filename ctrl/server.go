package ctrl

import (
	"fmt"
	"net"
	"sync"
	"time"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/stats"
)

// DefaultSessions is how many clients may be there at a time.
const DefaultSessions = 16

// patience is how long a client may take to read an answer.
const patience = 10 * time.Second

// Options say how a server is to be; zero values are the defaults.
type Options struct {
	Registry *stats.Registry
	Log      logging.Logger
	// Sessions says how many clients may be there at a time; nil: DefaultSessions. Asked for each new one.
	Sessions func() int
}

// Server listens for clients and answers them.
type Server struct {
	options  Options
	listener net.Listener
	done     sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	sessions map[net.Conn]struct{}
}

// Listen opens the port and serves it until Close. address is HOST:PORT.
func Listen(address string, o Options) (*Server, error) {
	if o.Sessions == nil {
		o.Sessions = func() int { return DefaultSessions }
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("CTRL: %w", err)
	}
	s := &Server{options: o, listener: listener, sessions: make(map[net.Conn]struct{})}
	s.done.Go(s.accept)
	return s, nil
}

// Addr is where the server listens.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Close ends the server and its sessions.
func (s *Server) Close() {
	s.listener.Close()
	s.mu.Lock()
	s.closed = true
	for conn := range s.sessions {
		conn.Close()
	}
	s.mu.Unlock()
	s.done.Wait()
}

// acceptPause is how long to wait when no client can be accepted, for want of descriptors.
const acceptPause = 100 * time.Millisecond

func (s *Server) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			if s.isClosed() {
				return
			}
			s.options.Log.Log(logging.LCtrl, logging.Error, "CTRL cannot accept a client: %v", err)
			time.Sleep(acceptPause)
			continue
		}
		switch err := s.enter(conn); {
		case err != nil:
			s.options.Log.Log(logging.LCtrl, logging.Notice, "CTRL client %s turned away: %v", conn.RemoteAddr(), err)
			conn.SetWriteDeadline(time.Now().Add(acceptPause))
			conn.Write(appendFrame(nil, "ERROR err "+err.Error()))
			conn.Close()
		default:
			s.done.Go(func() {
				defer s.leave(conn)
				s.serve(conn)
			})
		}
	}
}

func (s *Server) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// enter counts a client in, or says why it cannot stay.
func (s *Server) enter(conn net.Conn) error {
	most := s.options.Sessions()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return fmt.Errorf("the program ends")
	case len(s.sessions) >= most:
		return fmt.Errorf("too many CTRL sessions, at most %d", most)
	}
	s.sessions[conn] = struct{}{}
	return nil
}

func (s *Server) leave(conn net.Conn) {
	conn.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, conn)
}
