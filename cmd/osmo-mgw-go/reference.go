package main

import (
	"fmt"
	"io"

	"osmo-mgw-go/vty"
)

// referenceOptions are --vty-ref-mode and --vty-ref-xml, which has to come behind it. The XML is what Osmocom's manuals are
// made from; the mode goes to standard error, since people redirect the other stream.
func referenceOptions(stdout, stderr io.Writer) []option {
	mode := vty.RefDefault
	return []option{
		{long: "vty-ref-mode", hasArg: true, act: func(name string) verdict {
			if mode = vty.RefMode(name); !mode.Valid() {
				fmt.Fprintf(stderr, "%s: there is no reference mode '%s': use default, expert or hidden\n", programName, name)
				return exitWith(exitUsage)
			}
			return goOn
		}},
		{long: "vty-ref-xml", act: func(string) verdict {
			fmt.Fprintf(stderr, "%s: reference of all VTY commands, mode '%s'\n", programName, mode)
			g := newUnstarted(settings{}, stdout, stderr)
			defer g.discard()
			if err := g.vty.WriteXML(stdout, mode); err != nil {
				fmt.Fprintf(stderr, "%s: %v\n", programName, err)
				return exitWith(exitStartFailed)
			}
			return exitWith(exitOK)
		}},
	}
}

// referenceCommand is `osmo-mgw-go reference`: the chapters of the manual that are made from the declarations.
func referenceCommand(args []string, _ io.Reader, stdout, stderr io.Writer) (status int) {
	g := newUnstarted(settings{}, stdout, stderr)
	defer g.discard()
	chapters := map[string]func(io.Writer) error{
		"commands": g.vty.WriteMarkdown,
		"counters": g.stats.WriteMarkdown,
	}
	if len(args) != 1 || chapters[args[0]] == nil {
		fmt.Fprintf(stderr, "Usage: %s reference commands|counters\nPrints all commands of the VTY, or all counters and gauges, as Markdown.\n", programName)
		if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
			return exitOK
		}
		return exitUsage
	}
	if err := chapters[args[0]](stdout); err != nil {
		fmt.Fprintf(stderr, "%s reference: %v\n", programName, err)
		return 1
	}
	return exitOK
}
