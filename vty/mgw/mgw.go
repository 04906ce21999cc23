package mgw

import (
	"osmo-mgw-go/core"
	"osmo-mgw-go/e1"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/stats"
	"osmo-mgw-go/vty"
)

// Parts are what the commands work on; all of them are needed.
type Parts struct {
	Gateway *core.Gateway
	Lines   *e1.Lines // owned by the gateway's control side
	Threads Scheduling
	IO      *IO
	CTRL    *CTRLBind
	Logs    *logging.System
	Stats   *stats.Registry
}

// mgw holds what the commands share. It is made once and does not change.
type mgw struct {
	name     string // of the program, and its version, for reference texts
	version  string
	engine   *vty.Engine
	gateway  *core.Gateway
	lines    *e1.Lines
	threads  Scheduling
	io       *IO
	ctrl     *CTRLBind
	logs     *logging.System
	stats    *stats.Registry
	tcpWatch tcpWatch
	shutdown func()
	written  written
}

// flags are the letters that `list with-flags` shows.
var flags = []vty.Flag{
	{Letter: flagIPALink[0], Library: true, Text: "applies to IPA links that are made later"},
	{Letter: flagE1Line[0], Library: true, Text: "applies to E1 lines when they are started"},
	{Letter: flagNewConn[0], Text: "applies to connections that are made later"},
}

// New makes an engine with the gateway's nodes and commands. Flags and Snapshot of the options are its own business.
func New(o vty.Options, parts Parts) *vty.Engine {
	if o.Shutdown == nil {
		o.Shutdown = func() {}
	}
	m := &mgw{
		name: o.Name, version: o.Version,
		gateway: parts.Gateway, lines: parts.Lines, threads: parts.Threads, io: parts.IO, ctrl: parts.CTRL,
		logs: parts.Logs, stats: parts.Stats, shutdown: o.Shutdown,
	}
	m.lines.OnAdd = m.lineAdded
	o.Flags, o.Snapshot = flags, m.snapshot
	m.engine = vty.New(o)
	addLogTargets(m.engine, m.logs)
	m.addStats()
	m.addE1Input()
	m.addCTRL()
	m.addSched()
	m.addIO()
	m.addMGCP()
	m.addTrunk()
	m.engine.AddCommands(vty.Config, enterMGCP, enterCTRL, enterE1Input, enterSched, enterIO)
	for _, node := range []string{vty.View, vty.Enable} {
		m.addCommands(node)
	}
	return m.engine
}

// addCommands adds the commands of the view and enable nodes, in the order of `list` on osmo-mgw.
func (m *mgw) addCommands(node string) {
	add := func(commands ...vty.Command) { m.engine.AddCommands(node, commands...) }
	add(m.showRuntime())
	add(sessionLogging(m.logs)...)
	add(m.showMemory()...)
	add(m.showStats()...)
	if node == vty.Enable {
		add(m.statsCommands()...)
	}
	add(m.showMGCP()...)
	if node == vty.Enable {
		add(m.endpointCommands()...)
		add(m.shutdownWhenIdle())
		add(m.labCommands()...)
	}
	add(m.showE1()...)
	add(m.showThreads())
	add(m.showIO()...)
	add(m.showPorts())
}
