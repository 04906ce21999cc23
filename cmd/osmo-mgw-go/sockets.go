package main

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"

	"osmo-mgw-go/ctrl"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/vty/telnet"
)

// openSockets starts the packet engine and opens the sockets, MGCP last: who can reach us can be served.
func (g *gateway) openSockets() (status int) {
	g.examineEnvironment()
	var err error
	if g.engine, err = pktio.New(g.engineConfig()); err != nil {
		return g.cannotStart(exitStartFailed, err)
	}
	g.io.Attach(g.engine)
	g.stats.Start()
	g.control.Do(func() { g.plane.Attach(g.engine) })
	if g.telnet, err = telnet.Listen(g.vty, g.vty.TelnetAddress()); err != nil {
		return g.cannotStart(exitVTYInUse, err)
	}
	log := g.logs.Logger()
	log.Log(logging.LGlobal, logging.Notice, "VTY listens on %s", g.telnet.Addr())
	g.openCTRL()
	if err := g.control.Start(); err != nil {
		return g.cannotStart(exitStartFailed, err)
	}
	log.Log(logging.LMGCP, logging.Notice, "MGCP listens on %s", g.control.MGCPAddr())
	if err := g.ssh.Start(); err != nil {
		log.Log(logging.LGlobal, logging.Error, "%v", err)
	}
	go g.telnet.Serve()
	return exitOK
}

// openCTRL opens the CTRL interface. The program runs without it where it cannot be had, as osmo-mgw does.
func (g *gateway) openCTRL() {
	log := g.logs.Logger()
	server, err := ctrl.Listen(g.ctrl.Address(), ctrl.Options{Registry: g.stats, Log: log, Sessions: g.ctrl.Sessions})
	if err != nil {
		log.Log(logging.LCtrl, logging.Error, "%v; counters cannot be read by CTRL", err)
		return
	}
	log.Log(logging.LCtrl, logging.Notice, "CTRL listens on %s", server.Addr())
}

// cannotStart says in one line what is in the way and what to do about it.
func (g *gateway) cannotStart(status int, err error) int {
	line := err.Error()
	if advice := startAdvice(err); advice != "" {
		line += "; " + advice
	}
	fmt.Fprintf(g.stderr, "%s: %s\n", programName, line)
	return status
}

// startAdvice is what to do about an error at start, "" if the error says it all.
func startAdvice(err error) string {
	switch {
	case errors.Is(err, unix.EADDRINUSE):
		return "another program has this port, perhaps a gateway that runs already: end it (`ss -lnup` and `ss -lntp` name it) or choose another port"
	case errors.Is(err, unix.EADDRNOTAVAIL):
		return "this machine does not have the address: correct the `bind` line, or bring the interface up first"
	case errors.Is(err, unix.EACCES):
		return "ports below 1024 need the capability CAP_NET_BIND_SERVICE"
	}
	return ""
}
