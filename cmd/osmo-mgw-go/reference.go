package main

import (
	"fmt"
	"io"

	"osmo-mgw-go/vty"
)

// referenceOptions are --vty-ref-mode and --vty-ref-xml, which has to come behind it.
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
			if err := declarations(stdout, stderr).WriteXML(stdout, mode); err != nil {
				fmt.Fprintf(stderr, "%s: %v\n", programName, err)
				return exitWith(exitStartFailed)
			}
			return exitWith(exitOK)
		}},
	}
}

// declarations is the VTY of a gateway that is never started.
func declarations(stdout, stderr io.Writer) *vty.Engine {
	g := &gateway{stdout: stdout, stderr: stderr}
	g.startLogging()
	g.build()
	return g.vty
}

// vtyReference is `osmo-mgw-go vty-reference`: all VTY commands as Markdown, for the manual.
func vtyReference(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		fmt.Fprintf(stderr, "Usage: %s vty-reference\nPrints the reference of all VTY commands as Markdown.\n", programName)
		if args[0] == "-h" || args[0] == "--help" {
			return exitOK
		}
		return exitUsage
	}
	if err := declarations(stdout, stderr).WriteMarkdown(stdout); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", programName, err)
		return exitStartFailed
	}
	return exitOK
}
