package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"osmo-mgw-go/doctor"
)

// doctorCommand is `osmo-mgw-go doctor`: it holds this machine against a configuration and says what to do. The status is 1
// if something will cost calls or packets.
func doctorCommand(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := pflag.NewFlagSet("doctor", pflag.ContinueOnError)
	flags.SetOutput(stderr)
	file := flags.StringP("config-file", "c", "", "configuration to be served (default ./"+defaultConfigFile+" if there is one, else what holds without a file)")
	flags.Usage = func() {
		fmt.Fprintf(stderr, "Usage: %s doctor [-c FILE]\nSays what this machine lacks to serve a configuration, and what to do about it. Nothing is changed or started.\n%s",
			programName, flags.FlagUsages())
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return exitOK
		}
		fmt.Fprintf(stderr, "%s doctor: %v\n", programName, err)
		return exitUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "%s doctor: '%s' is no option\n", programName, flags.Arg(0))
		return exitUsage
	}
	if *file == "" {
		if _, err := os.Stat(defaultConfigFile); err == nil {
			*file = defaultConfigFile
		}
	}
	g := newUnstarted(settings{configFile: *file}, stdout, stderr)
	defer g.discard()
	if *file != "" {
		if status := g.readConfiguration(); status != exitOK {
			return status
		}
	}
	findings := doctor.Examine(environment(g.control.Config(), g.engineConfig()), doctor.ReadFacts())
	if err := doctor.Write(stdout, findings); err != nil {
		fmt.Fprintf(stderr, "%s doctor: %v\n", programName, err)
		return 1
	}
	if doctor.Worst(findings) == doctor.Problem {
		return 1
	}
	return exitOK
}
