package ssh

import (
	"context"
	"io"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	gliderssh "github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"

	"osmo-mgw-go/vty"
)

// Bounds on what a client may say about its terminal.
const (
	maxVariables = 32
	maxSetting   = 256 // octets of a variable's name and value, and of a terminal's name
	maxCells     = 4096
)

// session is one session channel of a connection. Its requests are handled on one goroutine, serve; what the client
// asks for runs on another.
type session struct {
	server  *Server
	conn    *gossh.ServerConn
	channel gossh.Channel
	user    vty.User
	ctx     context.Context

	pty           bool
	width, height int
	terminal      *terminal // once it runs
	running       sync.WaitGroup
}

// handleChannel is gliderlabs/ssh's handler for channels of type session. Requests are parsed here, because the library
// believes the lengths in them.
func (s *Server) handleChannel(_ *gliderssh.Server, conn *gossh.ServerConn, offered gossh.NewChannel, ctx gliderssh.Context) {
	defer s.survive(conn)
	if !s.admit() {
		_ = offered.Reject(gossh.ResourceShortage, "too many sessions")
		s.log("SSH session of %s at %s refused: there are %d already", conn.User(), conn.RemoteAddr(), s.current().maxSessions)
		return
	}
	defer s.dismiss()
	channel, requests, err := offered.Accept()
	if err != nil {
		return
	}
	c := &session{
		server: s, conn: conn, channel: channel, ctx: ctx,
		user: vty.User{Name: conn.User() + " at " + conn.RemoteAddr().String(), Role: granted(ctx), Known: true},
	}
	c.serve(requests)
	c.running.Wait()
}

// survive ends a connection whose session failed in the program, and nothing else.
func (s *Server) survive(conn *gossh.ServerConn) {
	if r := recover(); r != nil {
		s.log("SSH session of %s failed in the program: %v\n%s", conn.RemoteAddr(), r, debug.Stack())
		conn.Close()
	}
}

// serve handles the channel's requests until the client closes it.
func (c *session) serve(requests <-chan *gossh.Request) {
	for request := range requests {
		ok := c.handle(request)
		if request.WantReply {
			_ = request.Reply(ok, nil)
		}
	}
	if c.terminal != nil {
		c.terminal.end()
	}
}

func (c *session) handle(request *gossh.Request) bool {
	switch request.Type {
	case "env":
		var v struct{ Name, Value string }
		if gossh.Unmarshal(request.Payload, &v) != nil || len(c.user.Environment) >= maxVariables || len(v.Name)+len(v.Value) > maxSetting {
			return false
		}
		c.user.Environment = append(c.user.Environment, v.Name+"="+v.Value)
		return true
	case "pty-req":
		// RFC 4254, 6.2.
		var p struct {
			Term                 string
			Width, Height        uint32
			PixelsWide, PixelsHi uint32
			Modes                string
		}
		if c.pty || c.terminal != nil || gossh.Unmarshal(request.Payload, &p) != nil || len(p.Term) > maxSetting {
			return false
		}
		c.pty, c.width, c.height = true, cells(p.Width), cells(p.Height)
		c.user.Environment = append(c.user.Environment, "TERM="+p.Term)
		return true
	case "window-change":
		var w struct{ Width, Height, PixelsWide, PixelsHigh uint32 }
		if !c.pty || gossh.Unmarshal(request.Payload, &w) != nil {
			return false
		}
		c.width, c.height = cells(w.Width), cells(w.Height)
		if c.terminal != nil {
			c.terminal.resize(c.width, c.height)
		}
		return true
	case "shell":
		return c.start("")
	case "exec":
		var e struct{ Command string }
		if gossh.Unmarshal(request.Payload, &e) != nil {
			return false
		}
		return c.start(strings.TrimSpace(e.Command))
	}
	return false
}

func cells(n uint32) int { return int(min(n, maxCells)) }

// start runs what the client asked for: a command, or the VTY if there is none.
func (c *session) start(command string) bool {
	if c.terminal != nil {
		return false
	}
	exit := &exitOnClose{channel: c.channel}
	output := vty.NewOutput(exit, func() {
		// A client that takes nothing does not answer the end of the channel either.
		c.conn.Close()
	})
	c.terminal = newTerminal(c.channel, output, c.idle)
	c.terminal.resize(c.width, c.height)
	c.running.Add(1)
	go func() {
		defer c.running.Done()
		defer func() { <-output.Done() }()
		defer c.terminal.Close()
		defer c.server.survive(c.conn)
		exit.status = c.run(command)
	}()
	return true
}

func (c *session) idle() time.Duration {
	return time.Duration(c.server.current().idleTimeout) * time.Second
}

// run does it and returns the exit status: 0 done, 1 refused or unknown.
func (c *session) run(command string) uint32 {
	c.server.log("SSH session of %s (%s): %s", c.user.Name, roleWord(c.user.Role), describe(command))
	words := strings.Fields(command)
	switch {
	case len(words) == 0:
		c.server.engine.Serve(c.terminal, c.user)
		return 0
	case c.server.options.Streams[words[0]] != nil:
		return c.stream(words)
	case c.pty:
		return status(c.server.engine.ServeLine(c.terminal, c.user, command))
	}
	return status(c.server.engine.Exec(c.user, []string{command}, drained{c.terminal.output}))
}

func describe(command string) string {
	if command == "" {
		return "VTY"
	}
	return command
}

func status(err error) uint32 {
	if err != nil {
		return 1
	}
	return 0
}

// stream runs a command whose output is octets, not lines.
func (c *session) stream(words []string) uint32 {
	refuse := func(text string) uint32 {
		_, _ = io.WriteString(c.channel.Stderr(), text+"\n")
		return 1
	}
	if c.pty {
		return refuse("% " + words[0] + " writes octets: run it without -t")
	}
	if c.user.Role != vty.Operator {
		return refuse("% Not allowed: this user may only look.")
	}
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	go func() {
		defer cancel()
		keys := make([]byte, 1)
		for {
			if _, err := c.terminal.Read(keys); err != nil {
				// The client has hung up, or only has no more input: the channel tells.
				select {
				case <-c.terminal.ended:
				case <-ctx.Done():
				}
				return
			}
		}
	}()
	if err := c.server.options.Streams[words[0]](ctx, c.user, words[1:], drained{c.terminal.output}); err != nil {
		return refuse(err.Error())
	}
	return 0
}

// drained is an output whose writer waits for a peer that is far behind.
type drained struct{ output *vty.Output }

func (d drained) Write(p []byte) (int, error) {
	_, _ = d.output.Write(p)
	d.output.Flush()
	if err := d.output.Drain(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// exitOnClose tells the client how it ended, and closes the channel.
type exitOnClose struct {
	channel gossh.Channel
	status  uint32
}

func (e *exitOnClose) Write(p []byte) (int, error) { return e.channel.Write(p) }

func (e *exitOnClose) Close() error {
	_, _ = e.channel.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{e.status}))
	return e.channel.Close()
}
