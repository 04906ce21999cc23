package transcript

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Silences, unless a step says otherwise: how long nothing may come before an answer counts as whole. What comes
// later than that is found by the next step. An answer that is known to the octet needs less of it.
const (
	silence      = 100 * time.Millisecond
	silenceExact = 30 * time.Millisecond
	silenceUDP   = 400 * time.Millisecond
)

// player plays the steps of one recording.
type player struct {
	*Target
	conns map[string]net.Conn
	udp   map[string]*net.UDPConn
	mgcp  *net.UDPConn
	names map[string]string // ${NAME}
}

// playSteps plays a .json file.
func (target *Target) playSteps(file string) error {
	r, err := readRecording(file)
	if err != nil {
		return err
	}
	p := &player{
		Target: target, conns: make(map[string]net.Conn), udp: make(map[string]*net.UDPConn),
		names: map[string]string{"CFG": target.Config, "HERE": target.Here},
	}
	if target.Process != nil {
		p.names["BIN"] = target.Process.cmd.Path
	}
	if r.MGCPPort != 0 {
		p.MGCP = net.JoinHostPort(host, strconv.Itoa(r.MGCPPort))
	}
	if p.mgcp, err = listenUDP(r.MGCPLocalPort); err != nil {
		return err
	}
	defer p.close()
	for i := range r.Steps {
		if err := p.play(&r.Steps[i]); err != nil {
			return fmt.Errorf("step %d, %.200s: %w", i+1, r.Steps[i].raw, err)
		}
	}
	return nil
}

func listenUDP(port int) (*net.UDPConn, error) {
	return net.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(host), Port: port})
}

func (p *player) close() {
	p.mgcp.Close()
	for _, c := range p.conns {
		c.Close()
	}
	for _, u := range p.udp {
		u.Close()
	}
}

var reference = regexp.MustCompile(`\$\{(\w+)\}`)

// fill puts saved values in place of ${NAME}.
func (p *player) fill(text string) string {
	return reference.ReplaceAllStringFunc(text, func(ref string) string { return p.names[ref[2:len(ref)-1]] })
}

// play does everything that one step says, in the order of run.py.
func (p *player) play(s *step) error {
	time.Sleep(time.Duration(s.Sleep * float64(time.Second)))
	var errs []error
	for _, part := range []struct {
		there bool
		do    func(*step) error
	}{
		{s.UDPBind != nil, p.bindUDP},
		{s.UDP != nil, p.receiveUDP},
		{s.UDPSend != nil, p.sendUDP},
		{s.MGCP != nil, p.requestMGCP},
		{s.CTRL != nil, p.requestCTRL},
		{s.Signal != 0 || s.Exit != nil || s.Running != nil || s.Stderr != nil || s.Stdout != nil, p.process},
		{s.File != nil, p.file},
		{s.C != nil, p.vty},
	} {
		if part.there {
			if err := part.do(s); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// check compares what came with what the step expects, and saves named groups.
func (p *player) check(s *step, got string) error {
	if s.Expect != nil {
		if want := p.fill(*s.Expect); got != want {
			return fmt.Errorf("\n expected %q\n got      %q", want, got)
		}
	}
	if s.ExpectRE != nil {
		pattern, err := compile(p.fill(*s.ExpectRE))
		if err != nil {
			return err
		}
		ok, groups := pattern.find(got)
		if !ok {
			return fmt.Errorf("\n no match for %q in\n %q", *s.ExpectRE, got)
		}
		for name, value := range groups {
			p.names[name] = value
		}
	}
	return nil
}

// enough tells when a text is what the step expects; nil when only silence can tell.
func (p *player) enough(s *step) func([]byte) bool {
	if s.EOF != nil && *s.EOF {
		return func([]byte) bool { return false } // the end of the connection comes, or patience ends
	}
	if s.Expect == nil && s.ExpectRE == nil {
		return nil
	}
	return func(text []byte) bool {
		return p.check(&step{Expect: s.Expect, ExpectRE: s.ExpectRE}, fromLatin1(text)) == nil
	}
}

func (s *step) silence(usual time.Duration) time.Duration {
	if s.T > 0 {
		return time.Duration(s.T * float64(time.Second))
	}
	return usual
}

func (p *player) vty(s *step) error {
	name := *s.C
	if s.Open {
		address := p.VTY
		if s.Port != 0 {
			address = net.JoinHostPort(host, strconv.Itoa(s.Port))
		}
		conn, err := p.dial(address)
		if err != nil {
			return err
		}
		p.conns[name] = conn
	}
	conn := p.conns[name]
	if conn == nil {
		return fmt.Errorf("no connection %q", name)
	}
	if s.Send != nil {
		if _, err := conn.Write(toLatin1(p.fill(*s.Send))); err != nil {
			return err
		}
	}
	if s.Close {
		return conn.Close()
	}
	if s.Expect == nil && s.ExpectRE == nil && s.EOF == nil {
		return nil
	}
	usual := silence
	if s.Expect != nil {
		usual = silenceExact
	}
	text, eof := until(conn, s.silence(usual), p.enough(s))
	if want := s.EOF != nil && *s.EOF; eof != want {
		return fmt.Errorf("closed by the program: %v, expected %v; got %q", eof, want, text)
	}
	return p.check(s, fromLatin1(text))
}

func (p *player) requestCTRL(s *step) error {
	if p.conns["ctrl"] == nil {
		conn, err := p.dial(p.CTRL)
		if err != nil {
			return err
		}
		p.conns["ctrl"] = conn
	}
	answer, err := ask(p.conns["ctrl"], p.fill(*s.CTRL))
	if err != nil {
		return err
	}
	return p.check(s, answer)
}

func (p *player) requestMGCP(s *step) error {
	to, err := net.ResolveUDPAddr("udp4", p.MGCP)
	if err != nil {
		return err
	}
	if _, err := p.mgcp.WriteToUDP(toLatin1(p.fill(*s.MGCP)), to); err != nil {
		return err
	}
	buf := make([]byte, 65536)
	_ = p.mgcp.SetReadDeadline(time.Now().Add(patience))
	n, err := p.mgcp.Read(buf)
	if err != nil {
		return err
	}
	return p.check(s, fromLatin1(buf[:n]))
}

func (p *player) bindUDP(s *step) (err error) {
	name, port, err := p.nameAndPort(s.UDPBind)
	if err == nil {
		p.udp[name], err = listenUDP(port)
	}
	return err
}

func (p *player) sendUDP(s *step) error {
	name, port, err := p.nameAndPort(s.UDPSend)
	if err != nil {
		return err
	}
	data, err := hex.DecodeString(s.Hex)
	if err != nil {
		return err
	}
	for range max(1, s.Count) {
		if _, err := p.udp[name].WriteToUDP(data, &net.UDPAddr{IP: net.ParseIP(host), Port: port}); err != nil {
			return err
		}
	}
	return nil
}

// nameAndPort reads ["name", 1234] or ["name", "${P}"].
func (p *player) nameAndPort(pair []any) (name string, port int, err error) {
	if len(pair) != 2 {
		return "", 0, fmt.Errorf("%v is not a name and a port", pair)
	}
	port, err = strconv.Atoi(p.fill(fmt.Sprint(pair[1])))
	return fmt.Sprint(pair[0]), port, err
}

// receiveUDP gathers the datagrams that come until there is silence.
func (p *player) receiveUDP(s *step) error {
	conn := p.udp[*s.UDP]
	if conn == nil {
		return fmt.Errorf("no socket %q", *s.UDP)
	}
	var got []string
	buf := make([]byte, 65536)
	enough := p.enough(s)
	deadline := time.Now().Add(patience)
	for {
		wait := time.Now().Add(s.silence(silenceUDP))
		if enough != nil && !enough(toLatin1(strings.Join(got, "\n"))) {
			wait = deadline
		}
		_ = conn.SetReadDeadline(wait)
		n, err := conn.Read(buf)
		if err != nil {
			return p.check(s, strings.Join(got, "\n"))
		}
		got = append(got, fromLatin1(buf[:n]))
	}
}

// process looks at the program itself.
func (p *player) process(s *step) error {
	if p.Process == nil {
		return errors.New("this step needs a program of its own")
	}
	if s.Signal != 0 {
		if err := p.Process.cmd.Process.Signal(syscall.Signal(s.Signal)); err != nil {
			return err
		}
	}
	if s.Exit != nil {
		if status, ok := p.Process.wait(); !ok || status != *s.Exit {
			return fmt.Errorf("exit status %d (ended: %v), expected %d", status, ok, *s.Exit)
		}
	}
	if s.Running != nil && p.Process.ended() == *s.Running {
		return fmt.Errorf("the program has ended: %v", p.Process.ended())
	}
	for _, stream := range []struct {
		name string
		want *string
	}{{"stderr", s.Stderr}, {"stdout", s.Stdout}} {
		if stream.want == nil {
			continue
		}
		err := eventually(func() error {
			return p.check(&step{ExpectRE: stream.want}, p.Process.output(stream.name))
		})
		if err != nil {
			return fmt.Errorf("%s: %w", stream.name, err)
		}
	}
	return nil
}

// file looks at a file in the program's working directory.
func (p *player) file(s *step) error {
	if p.Process == nil {
		return errors.New("this step needs a program of its own")
	}
	return eventually(func() error {
		text, err := os.ReadFile(filepath.Join(p.Process.Dir, *s.File))
		if err != nil {
			return err
		}
		return p.check(s, string(text))
	})
}

// eventually tries until there is no error or patience has run out.
func eventually(try func() error) (err error) {
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if err = try(); err == nil || time.Now().After(deadline) {
			return err
		}
	}
}
