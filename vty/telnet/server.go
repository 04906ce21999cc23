package telnet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"sync"
	"time"

	gotelnet "github.com/reiver/go-telnet"

	"osmo-mgw-go/vty"
)

// Server answers telnet connections with sessions of an engine.
type Server struct {
	engine   *vty.Engine
	listener net.Listener
	sessions sync.WaitGroup
	serving  chan struct{}
}

// Listen opens the telnet port at address (host:port; Engine.TelnetAddress has the configured one). Sessions begin
// with Serve.
func Listen(engine *vty.Engine, address string) (*Server, error) {
	// No keep-alives, as osmo-mgw.
	config := net.ListenConfig{KeepAlive: -1}
	listener, err := config.Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("VTY: %w", err)
	}
	return &Server{engine: engine, listener: listener, serving: make(chan struct{})}, nil
}

// Addr is where the server listens.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// acceptPause is how long nothing is accepted after an error.
const acceptPause = 100 * time.Millisecond

// Serve accepts connections until Close.
func (s *Server) Serve() {
	defer close(s.serving)
	for {
		conn, err := s.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			// Out of descriptors, most likely: sessions that end give some back.
			s.engine.Log("VTY connection not accepted: %v", err)
			time.Sleep(acceptPause)
			continue
		}
		s.sessions.Add(1)
		filtered := newFilter(conn)
		// Returns at once: go-telnet runs the handler on a goroutine of its own.
		_ = gotelnet.Serve(&oneShot{conn: filtered, address: s.listener.Addr()}, handler{s, filtered})
	}
}

// Close stops listening, ends the engine's sessions and waits until they are over. Serve must have been called.
func (s *Server) Close() error {
	err := s.listener.Close()
	<-s.serving
	s.engine.Close()
	s.sessions.Wait()
	return err
}

// oneShot is a listener with a single connection that has been accepted already.
type oneShot struct {
	conn    *filter
	address net.Addr
}

func (o *oneShot) Accept() (net.Conn, error) {
	if o.conn == nil {
		return nil, io.EOF
	}
	conn := o.conn
	o.conn = nil
	return conn, nil
}

func (o *oneShot) Close() error   { return nil }
func (o *oneShot) Addr() net.Addr { return o.address }

// handler runs one session.
type handler struct {
	server *Server
	conn   *filter
}

// ServeTELNET runs the session and waits until the connection is closed.
func (h handler) ServeTELNET(_ gotelnet.Context, screen gotelnet.Writer, keys gotelnet.Reader) {
	defer h.server.sessions.Done()
	defer h.server.survive(h.conn)
	h.server.engine.Serve(terminal{keys, screen, h.conn}, vty.User{Name: h.conn.RemoteAddr().String()})
	select {
	case <-h.conn.output.Done():
	case <-h.server.serving:
		h.conn.Conn.Close()
		<-h.conn.output.Done()
	}
}

// survive keeps a fault in a session from ending the program.
func (s *Server) survive(conn *filter) {
	if r := recover(); r != nil {
		s.engine.Log("VTY session of %s failed in the program: %v\n%s", conn.RemoteAddr(), r, debug.Stack())
		conn.Conn.Close()
	}
}
