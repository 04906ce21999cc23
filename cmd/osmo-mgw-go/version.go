package main

import (
	"fmt"
	"io"
)

// Stamped by the Makefile through -ldflags -X.
var (
	version = "0.0.0"
	commit  = "unknown"
)

// appName is how the program calls itself to operators: osmo-mgw's name, which their scripts look for.
const appName = "OsmoMGW"

// fullVersion is version and commit in one word, as `show version` and -V print it.
func fullVersion() string { return version + "-" + commit }

const copyright = `osmo-mgw-go, an independent media gateway with the interfaces of Osmocom's osmo-mgw.
Copyright the osmo-mgw-go authors.
Licensed under the Apache License, Version 2.0 <https://www.apache.org/licenses/LICENSE-2.0>.
It comes without warranty or conditions of any kind.
`

// printVersion writes what -V prints: the version, an empty line, the copyright, an empty line.
func printVersion(w io.Writer) {
	fmt.Fprintf(w, "%s version %s\n\n%s\n", appName, fullVersion(), copyright)
}
