// Command osmo-mgw-go is a media gateway for 2G and 3G core networks, driven by MGCP, with the command line,
// configuration file, VTY and CTRL port of Osmocom's osmo-mgw.
package main

import (
	"io"
	"os"
)

// programName stands in front of what goes to standard error about the command line.
const programName = "osmo-mgw-go"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main with its surroundings as arguments. The first word may name a subcommand; everything else is the
// gateway's own command line.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	if len(args) > 0 {
		if c := findSubcommand(args[0]); c != nil {
			return c.run(args[1:], stdin, stdout, stderr)
		}
	}
	s, v := parseOptions(args, stdout, stderr)
	if v.exit {
		return v.status
	}
	if s.daemonise && !s.check {
		if status, done := becomeDaemon(stderr); done {
			return status
		}
	}
	return runGateway(s, stdout, stderr)
}
