package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	_ "osmo-mgw-go/iobackend/epoll"
	_ "osmo-mgw-go/iobackend/iouring"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/process"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/stats"
	"osmo-mgw-go/tui/live"
	"osmo-mgw-go/vty"
	"osmo-mgw-go/vty/mgw"
	"osmo-mgw-go/vty/ssh"
	"osmo-mgw-go/vty/telnet"
)

// controlThread is the name of the thread that owns trunks, endpoints and connections: that of osmo-mgw's only thread, so
// that a `cpu-affinity osmo-mgw …` line of an old configuration means something.
const controlThread = "osmo-mgw"

// logFlushTime is how long the end of the process waits for log lines to be written.
const logFlushTime = 200 * time.Millisecond

// gateway is the running program, its parts in the order in which they start.
type gateway struct {
	settings       settings
	stdout, stderr io.Writer

	logs    *logging.System
	stats   *stats.Registry
	threads *process.Threads
	plane   *relay.Plane
	control *core.Gateway
	io      *mgw.IO
	ctrl    *mgw.CTRLBind
	vty     *vty.Engine
	telnet  *telnet.Server
	ssh     *ssh.Server
	screens *live.Sampler
	engine  *pktio.Engine
}

// runGateway starts the gateway and serves until a signal ends the process. It returns only if that fails, or if there was
// nothing to serve for (--check), with the exit status. The order is osmo-mgw's: a mistake in the file is reported before
// any socket exists, and the parent of a daemon ends when all sockets are open.
func runGateway(s settings, stdout, stderr io.Writer) (status int) {
	g := newUnstarted(s, stdout, stderr)
	defer g.discard()
	catchSignals(reactions{
		reopenLogs: g.logs.Reopen,
		drain:      g.drain,
		end:        g.endBy,
		stdout:     stdout,
		stderr:     stderr,
	})
	if status := g.readConfiguration(); status != exitOK || s.check {
		return status
	}
	if status := g.openSockets(); status != exitOK {
		return status
	}
	if err := detach(); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", programName, err)
		return exitDaemonise
	}
	select {} // a signal ends it
}

// newUnstarted makes a gateway that can read its configuration and tell of its commands, and has nothing open.
func newUnstarted(s settings, stdout, stderr io.Writer) *gateway {
	g := &gateway{settings: s, stdout: stdout, stderr: stderr}
	g.startLogging()
	g.build()
	return g
}

// discard ends a gateway that serves nobody.
func (g *gateway) discard() {
	g.screens.Close()
	g.control.Close()
	g.stats.Close()
	g.logs.Close(logFlushTime)
}

// startLogging makes the first log target, standard error.
func (g *gateway) startLogging() {
	g.logs = logging.New(appName)
	g.logs.OpenStderr(logging.InitialMode()).Change(func(s *logging.Settings) {
		s.FilterAll = true
		s.Colour = !g.settings.noColour
	})
}

// build makes everything that the configuration is about; nothing of it is open yet.
func (g *gateway) build() {
	g.threads = process.NewThreads(controlThread)
	g.threads.OnBounds(func(cpus []int) {
		if g.engine == nil {
			return // it will start with them
		}
		if err := g.engine.SetAllowed(cpus); err != nil {
			g.logs.Logger().Log(logging.LGlobal, logging.Error, "CPUs of the queues: %v", err)
		}
	})
	g.plane = relay.NewPlane(nil)
	g.plane.SetLogger(g.logs.Logger())
	lines := &e1.Lines{}
	g.stats = stats.NewRegistry(g.logs.Logger())
	g.plane.ShowIn(g.stats)
	g.control = core.New(core.Options{
		Plane:    core.NewDataPlane(g.plane),
		Lines:    lines,
		OnThread: func(name string) { g.enterThread(name, process.Control) },
		Log:      g.logs.Logger(),
		Stats:    g.stats,
	})
	g.io, g.ctrl = mgw.NewIO(), &mgw.CTRLBind{}
	g.vty = mgw.New(vty.Options{
		Name:       appName,
		Version:    fullVersion(),
		Copyright:  copyright,
		ConfigFile: g.settings.configFile,
		Shutdown:   func() { g.endBy(unix.SIGTERM) },
		Log:        g.logSessions,
	}, mgw.Parts{Gateway: g.control, Lines: lines, Threads: g.threads, IO: g.io, CTRL: g.ctrl, Logs: g.logs, Stats: g.stats})
	g.screens = live.NewSampler(live.Parts{Gateway: g.control, Engine: g.io.Engine})
	live.AddCommand(g.vty, g.screens, g.logs)
	g.ssh = ssh.New(g.vty, ssh.Options{
		Order:      mgw.OrderSSH,
		ConfigFile: g.vty.ConfigFile,
		Streams:    map[string]ssh.Stream{"tap": g.tap},
		Log:        g.logSessions,
	})
}

// logSessions takes what there is to say about sessions.
func (g *gateway) logSessions(format string, args ...any) {
	g.logs.Logger().Log(logging.LGlobal, logging.Notice, format, args...)
}

// enterThread names the calling thread and applies what cpu-sched says about it.
func (g *gateway) enterThread(name string, role process.Role) {
	if err := g.threads.Enter(name, role); err != nil {
		g.logs.Logger().Log(logging.LGlobal, logging.Error, "thread %s: %v", name, err)
	}
}

// onLoopback is what --defaults reads in place of a file: what can be heard from outside is bound to this machine only.
const onLoopback = `mgcp
 bind ip 127.0.0.1
 rtp bind-ip 127.0.0.1
 rtp bind-ip-v6 ::1
`

// readConfiguration reads the file, or what stands for it.
func (g *gateway) readConfiguration() (status int) {
	var output string
	var err error
	if g.settings.defaults {
		output, err = g.vty.Read("--defaults", []byte(onLoopback))
	} else {
		output, err = g.vty.ReadFile(g.settings.configFile)
	}
	var mistake *vty.ReadError
	switch {
	case errors.As(err, &mistake) && mistake.Open != nil:
		io.WriteString(g.stderr, mistake.Report())
		return exitNoConfig
	case errors.As(err, &mistake):
		io.WriteString(g.stderr, mistake.Report())
		return exitBadConfig
	}
	io.WriteString(g.stderr, output)
	switch {
	case g.settings.check:
		fmt.Fprintf(g.stdout, "%s: no mistakes\n", g.settings.configFile)
	case g.settings.defaults:
		fmt.Fprintf(g.stderr, "%s: no configuration file is read; MGCP, RTP and VTY are on the loopback address only. "+
			"`write` in the VTY (telnet 127.0.0.1 %d) makes %s\n", programName, vty.DefaultPort, g.settings.configFile)
	}
	return exitOK
}

// engineConfig is what the packet engine is started with.
func (g *gateway) engineConfig() pktio.Config {
	c := g.io.EngineConfig()
	c.Allowed = g.threads.Bounds()
	c.ThreadStart = func(queue int) { g.enterThread(fmt.Sprintf("mgw-q%d", queue), process.Media) }
	c.Log = func(level pktio.LogLevel, format string, args ...any) {
		g.logs.Logger().Log(logging.LIO, logging.Level(level), format, args...)
	}
	return c
}

// drain refuses new calls and ends the process when the last one is over.
func (g *gateway) drain() {
	g.control.Drain(func() {
		g.logs.Logger().Log(logging.LGlobal, logging.Notice, "the last call is over; the program ends")
		g.end(exitOK)
	})
}

// end ends the process by itself, not by a signal.
func (g *gateway) end(status int) {
	g.logs.Flush(logFlushTime)
	os.Exit(status)
}

// endBy ends the process by a signal's default action.
func (g *gateway) endBy(s syscall.Signal) {
	g.logs.Flush(logFlushTime)
	dieBy(s)
}
