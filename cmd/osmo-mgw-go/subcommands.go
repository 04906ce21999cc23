package main

import (
	"fmt"
	"io"
)

// subcommand is a tool that lives in the same binary as the gateway: `osmo-mgw-go NAME ARGUMENT...`.
type subcommand struct {
	name    string
	summary string // one line, for --help
	run     func(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int)
}

// subcommands in the order in which --help shows them.
var subcommands = []subcommand{
	{"doctor", "say what this machine lacks to serve a configuration", doctorCommand},
	{"hash-password", "make a hash for `password 8` from a password on standard input", hashPassword},
	{"reference", "print the chapters of the manual that are made from the declarations", referenceCommand},
}

func findSubcommand(name string) *subcommand {
	for i := range subcommands {
		if subcommands[i].name == name {
			return &subcommands[i]
		}
	}
	return nil
}

func printSubcommands(w io.Writer) {
	if len(subcommands) == 0 {
		return
	}
	fmt.Fprintln(w, "\nSubcommands (each has a --help of its own):")
	for _, c := range subcommands {
		fmt.Fprintf(w, "  %-24s %s\n", c.name, c.summary)
	}
}
