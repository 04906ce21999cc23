package transcript

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Process is the program under test. Its standard output and error are plain files in its working directory: the
// recordings show how it treats such a standard error.
type Process struct {
	Dir   string
	cmd   *exec.Cmd
	ends  chan struct{}
	state *os.ProcessState
}

// start starts the binary in dir.
func start(binary string, args []string, dir string) (*Process, error) {
	p := &Process{Dir: dir, cmd: exec.Command(binary, args...), ends: make(chan struct{})}
	p.cmd.Dir = dir
	stdout, err := os.Create(filepath.Join(dir, "stdout"))
	if err != nil {
		return nil, err
	}
	defer stdout.Close()
	stderr, err := os.Create(filepath.Join(dir, "stderr"))
	if err != nil {
		return nil, err
	}
	defer stderr.Close()
	p.cmd.Stdout, p.cmd.Stderr = stdout, stderr
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = p.cmd.Wait() // the state says it all
		p.state = p.cmd.ProcessState
		close(p.ends)
	}()
	return p, nil
}

// output is what the program has written so far to "stdout" or "stderr".
func (p *Process) output(name string) string {
	text, err := os.ReadFile(filepath.Join(p.Dir, name))
	if err != nil {
		return err.Error()
	}
	return fromLatin1(text)
}

// tail is the end of standard error.
func (p *Process) tail() string {
	text := p.output("stderr")
	return text[max(0, len(text)-2000):]
}

// ended tells whether the program has ended; it is false for a program inside the test.
func (p *Process) ended() bool {
	if p == nil {
		return false
	}
	select {
	case <-p.ends:
		return true
	default:
		return false
	}
}

// wait waits for the end and returns the exit status, negative for a signal. Ok is false when the program still runs.
func (p *Process) wait() (status int, ok bool) {
	select {
	case <-p.ends:
	case <-time.After(patience):
		return 0, false
	}
	if ws := p.state.Sys().(syscall.WaitStatus); ws.Signaled() {
		return -int(ws.Signal()), true
	}
	return p.state.ExitCode(), true
}

// stop ends the program, if it has not ended.
func (p *Process) stop() {
	if p.ended() {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	if _, ok := p.wait(); !ok {
		_ = p.cmd.Process.Kill()
		<-p.ends
	}
}
