package house

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
)

const module = "osmo-mgw-go/"

// walls says which rooms of the house a room may not reach, tests included only where they are part of the program.
// A room is named with everything below it.
var walls = []struct {
	room   string
	except string // a part of the room to which the wall does not apply
	never  []string
	why    string
}{
	{"iobackend", "", []string{"pktio", "osmux", "iuup", "codec", "mgcp", "stats", "logging", "relay", "core", "vty", "ctrl", "tui", "rtp", "cmd"},
		"a backend moves datagrams and knows nothing of what is in them"},
	{"pktio", "", []string{"iobackend/iouring", "iobackend/epoll", "osmux", "iuup", "codec", "mgcp", "relay", "core", "vty", "ctrl", "tui", "cmd"},
		"the engine is for any datagrams, and backends register themselves"},
	{"relay", "", []string{"core", "vty", "tui", "ctrl", "iobackend/iouring", "iobackend/epoll", "cmd"}, "the data plane waits for nobody above it"},
	{"core", "", []string{"vty", "tui", "ctrl", "cmd"}, "the gateway runs without its screens"},
	{"osmux", "", []string{"pktio", "iobackend", "relay", "core", "vty", "net"}, "no sockets"},
	{"iuup", "", []string{"pktio", "iobackend", "relay", "core", "vty", "net"}, "no sockets"},
	{"codec", "", []string{"pktio", "iobackend", "relay", "core", "vty", "net"}, "no sockets"},
	{"mgcp", "", []string{"pktio", "iobackend", "relay", "core", "vty"}, "text only"},
	{"rtp", "", []string{"pktio", "iobackend", "relay", "core", "vty", "net"}, "no sockets"},
	{"ctrl", "", []string{"vty", "tui", "pktio", "relay", "cmd"}, "it reads counters"},
	{"doctor", "", []string{"core", "relay", "pktio", "vty", "ctrl", "tui", "cmd"}, "it compares plain values"},
	{"capture", "", []string{"core", "vty", "ctrl", "tui", "cmd"}, "taps are below the screens"},
	{"tui", "", []string{"cmd", "ctrl", "iobackend/epoll", "iobackend/iouring"}, "it reads what there is to see, and sends VTY commands"},
	{"vty", "vty/mgw", []string{"core", "relay", "pktio", "stats", "mgcp", "ctrl", "tui", "cmd"}, "the VTY engine knows no gateway"},
	{"stats", "", []string{"core", "relay", "pktio", "vty", "ctrl", "cmd"}, "everything imports it"},
	{"logging", "", []string{"core", "relay", "pktio", "vty", "ctrl", "stats", "cmd"}, "everything imports it"},
	{"process", "", []string{"core", "relay", "pktio", "vty", "ctrl", "cmd"}, "it speaks of the process only"},
}

// imports returns the import paths of every Go file, tests left out, by package folder.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	root := specdata.Root(t)
	found := make(map[string][]string)
	for _, name := range sourceFiles(t, root) {
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		folder := path.Dir(filepath.ToSlash(name))
		found[folder] = append(found[folder], []string{}...)
		for _, spec := range file.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			found[folder] = append(found[folder], strings.TrimPrefix(p, module))
		}
	}
	return found
}

func inside(folder, room string) bool { return folder == room || strings.HasPrefix(folder, room+"/") }

func TestNobodyReachesAroundAWall(t *testing.T) {
	all := imports(t)
	for folder, paths := range all {
		for _, wall := range walls {
			if !inside(folder, wall.room) || wall.except != "" && inside(folder, wall.except) {
				continue
			}
			for _, p := range paths {
				if slices.ContainsFunc(wall.never, func(room string) bool { return inside(p, room) }) {
					t.Errorf("%s imports %s: %s", folder, p, wall.why)
				}
			}
		}
		if base := path.Base(folder); base == "util" || base == "common" || base == "utils" || base == "helpers" {
			t.Errorf("%s: name a package after what is in it", folder)
		}
	}
	if len(all) < 5 {
		t.Errorf("only %d packages found", len(all))
	}
}
