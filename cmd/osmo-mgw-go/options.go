package main

import (
	"fmt"
	"io"
)

// settings is what the command line says about a start of the gateway.
type settings struct {
	configFile  string // as given; the default is looked for in the working directory
	configGiven bool
	noColour    bool // no colour on the first log target, standard error
	daemonise   bool
	defaults    bool // start without a file, on loopback
	check       bool // read the configuration, say what is wrong with it, end
}

// defaultConfigFile is what osmo-mgw reads where -c does not say otherwise.
const defaultConfigFile = "osmo-mgw.cfg"

const usage = `Usage: osmo-mgw-go [OPTION...]
       osmo-mgw-go SUBCOMMAND [ARGUMENT...]

The media gateway. Its options, which are osmo-mgw's:
  -h --help                print this overview and end
  -c --config-file FILE    read the configuration from FILE (default: ./osmo-mgw.cfg)
  -s --disable-color       log to standard error without colours
  -D --daemonize           go to the background once every socket is open
  -V --version             print version and licence and end
     --vty-ref-mode MODE   which commands the next option prints: default, expert or hidden
     --vty-ref-xml         print all VTY commands as XML and end
and two of our own:
     --defaults            start without a file, on the loopback address only
     --check               read the configuration, report what is wrong with it and end
`

// parseOptions reads the gateway's own command line. Where it asks for something that ends the program (help,
// version, a reference, a mistake), the verdict says with which status.
func parseOptions(args []string, stdout, stderr io.Writer) (settings, verdict) {
	s := settings{configFile: defaultConfigFile}
	set := func(flag *bool) func(string) verdict {
		return func(string) verdict { *flag = true; return goOn }
	}
	options := []option{
		{long: "help", short: 'h', act: func(string) verdict {
			io.WriteString(stdout, usage)
			printSubcommands(stdout)
			return exitWith(exitOK)
		}},
		{long: "config-file", short: 'c', hasArg: true, act: func(file string) verdict {
			s.configFile, s.configGiven = file, true
			return goOn
		}},
		{long: "disable-color", short: 's', act: set(&s.noColour)},
		{long: "daemonize", short: 'D', act: set(&s.daemonise)},
		{long: "version", short: 'V', act: func(string) verdict {
			printVersion(stdout)
			return exitWith(exitOK)
		}},
		{long: "defaults", own: true, act: set(&s.defaults)},
		{long: "check", own: true, act: set(&s.check)},
	}
	options = append(options, referenceOptions(stdout, stderr)...)
	positional, v := getopt(programName, args, options, stderr)
	if v.exit {
		return s, v
	}
	if len(positional) > 0 {
		fmt.Fprintf(stderr, "%s: '%s' is neither an option nor a subcommand; see --help\n", programName, positional[0])
		return s, exitWith(exitUsage)
	}
	return s, goOn
}
