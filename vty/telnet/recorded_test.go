package telnet_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"osmo-mgw-go/internal/specdata"
	"osmo-mgw-go/vty"
)

// recorded is an engine with the command tree of the recorded program: its nodes and commands are read from the
// recordings' answers to `list`. Most commands do nothing; a few do what the recordings played here need.
type recorded struct {
	*vty.Engine
	domain, bind string
	trunks       []int
}

// nodes are those that the recordings enter, and how.
var nodes = []struct {
	id, parent string
	controlZ   vty.ControlZ
	enter      *regexp.Regexp
}{
	{"config-log", vty.Config, vty.ToParent, regexp.MustCompile(`^log (stderr|file|alarms|syslog|systemd|gsmtap)`)},
	{"config-stats", vty.Config, vty.Stay, regexp.MustCompile(`^stats reporter`)},
	{"config-e1_input", vty.Config, vty.Stay, regexp.MustCompile(`^e1_input$`)},
	{"config-ctrl", vty.Config, vty.Stay, regexp.MustCompile(`^ctrl$`)},
	{"config-cpu-sched", vty.Config, vty.Stay, regexp.MustCompile(`^cpu-sched$`)},
	{"config-mgcp", vty.Config, vty.Stay, regexp.MustCompile(`^mgcp$`)},
	{"config-mgcp-trunk", "config-mgcp", vty.Stay, regexp.MustCompile(`^trunk <`)},
}

// deprecated commands are not listed; these matter for TAB.
var deprecated = map[string][]string{
	"config-mgcp": {"bind early (0|1)", "rtp net-range <0-65534> <0-65534>", "rtp net-bind-ip A.B.C.D", "no rtp net-bind-ip",
		"loop (0|1)", "allow-transcoding", "no allow-transcoding"},
}

// listed is a command as `list with-flags` showed it.
type listed struct {
	syntax, flags string
	attr          vty.Attr
}

func newRecorded(t testing.TB, config string) *recorded {
	t.Helper()
	r := &recorded{domain: "mgw"}
	r.Engine = vty.New(vty.Options{
		Name: "OsmoMGW", Version: "1", Copyright: "Nobody's.\n\nNo warranty.\n", Log: t.Logf,
		Flags: []vty.Flag{{Letter: 'I', Library: true, Text: "IPA link"}, {Letter: 'L', Library: true, Text: "E1 line"}, {Letter: 'n', Text: "new connections"}},
	})
	for _, n := range nodes {
		node := vty.Node{ID: n.id, Parent: n.parent, ControlZ: n.controlZ}
		if n.id == "config-mgcp" {
			node.Order, node.Blocks = 900, vty.OneBlock("mgcp")
		}
		r.AddNode(node)
	}
	lists := recordedLists(t)
	for _, node := range slices.Sorted(maps.Keys(lists)) {
		for _, command := range lists[node] {
			if !engineHas(node, command.syntax) {
				r.add(node, command)
			}
		}
		for _, syntax := range deprecated[node] {
			r.add(node, listed{syntax: syntax, attr: vty.Deprecated})
		}
	}
	text, err := os.ReadFile(specdata.Transcripts(t, config))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(config, text); err != nil {
		t.Fatal(err)
	}
	return r
}

// recordedLists reads what `list` answered in each node.
func recordedLists(t testing.TB) map[string][]listed {
	t.Helper()
	prompt := regexp.MustCompile(`^OsmoMGW(?:\(([\w-]*)\))?([#>]) (.*)$`)
	withFlags := regexp.MustCompile(`^  ([.!]) ([.A-Za-z]*)  (.*)$`)
	lists := make(map[string][]listed)
	for _, name := range []string{"08-list-view", "09-list-enable", "10-list-config", "11-list-config-log", "12-list-config-stats",
		"13-list-config-line-ctrl-sched", "14-list-config-e1_input", "15-list-config-mgcp", "16-list-config-mgcp-trunk"} {
		text, err := os.ReadFile(specdata.Transcripts(t, name+".vty"))
		if err != nil {
			t.Fatal(err)
		}
		node, listing := "", false
		for _, line := range strings.Split(string(text), "\n") {
			if m := prompt.FindStringSubmatch(line); m != nil {
				node = m[1]
				if node == "" {
					node = map[string]string{">": vty.View, "#": vty.Enable}[m[2]]
				}
				listing = strings.HasPrefix(m[3], "list")
				if listing {
					lists[node] = nil
				}
			} else if listing && line != "" {
				var command listed
				if m := withFlags.FindStringSubmatch(line); m != nil {
					command = listed{syntax: m[3], flags: strings.ReplaceAll(m[2], ".", "")}
					command.attr = map[string]vty.Attr{"!": vty.Immediate}[m[1]]
				} else {
					command.syntax = strings.TrimSpace(line)
				}
				lists[node] = append(lists[node], command)
			}
		}
	}
	return lists
}

// engineHas tells whether every engine has the command in the node.
func engineHas(node, syntax string) bool {
	common := []string{"help", "list [with-flags]", "show vty-attributes", "show vty-attributes (application|library|global)",
		"write terminal", "write file [PATH]", "write memory", "write", "show running-config", "exit", "end"}
	own := map[string][]string{
		vty.View: {"show pid", "show uptime", "show version", "show online-help", "enable [expert-mode]", "terminal length <0-512>",
			"terminal no length", "who", "show history"},
		vty.Enable: {"disable", "configure [terminal]", "copy running-config startup-config", "shutdown", "show startup-config",
			"show version", "show online-help", "terminal length <0-512>", "terminal no length", "who", "show history",
			"terminal monitor", "terminal no monitor"},
		vty.Config: {"hostname WORD", "no hostname [HOSTNAME]", "password (8|) WORD", "password LINE", "enable password (8|) WORD",
			"enable password LINE", "no enable password", "banner motd default", "banner motd file [FILE]", "no banner motd",
			"service terminal-length <0-512>", "no service terminal-length [<0-512>]", "line vty", "service advanced-vty",
			"no service advanced-vty", "show history"},
		vty.Line: {"login", "no login", "bind A.B.C.D [<0-65535>]"},
	}
	return slices.Contains(common, syntax) || slices.Contains(own[node], syntax)
}

const longHelp = "A text that is long enough to be folded in a narrow window"

// add adds a command that does what the recordings need of it, which is mostly nothing.
func (r *recorded) add(node string, l listed) {
	syntax := l.syntax
	command := vty.Command{Syntax: syntax, Attr: l.attr, Flags: l.flags, Help: vty.Words{}, Run: func(*vty.Context, vty.Args) error { return nil }}
	for _, word := range strings.FieldsFunc(syntax, func(r rune) bool { return strings.ContainsRune(" []()|", r) }) {
		command.Help[strings.TrimPrefix(word, ".")] = longHelp
	}
	for _, n := range nodes {
		if n.enter.MatchString(syntax) && n.parent == node {
			command.Run = func(c *vty.Context, a vty.Args) error {
				if n.id == "config-mgcp-trunk" && !slices.Contains(r.trunks, a.Int(0)) {
					r.trunks = append(r.trunks, a.Int(0))
				}
				c.Enter(n.id, nil)
				return nil
			}
		}
	}
	switch syntax {
	case "show mgcp active", "show mgcp [stats]":
		command.Run = func(c *vty.Context, _ vty.Args) error {
			r.show(c, syntax != "show mgcp active")
			return nil
		}
	case "domain NAME":
		r.setting(node, command, 1, "domain", &r.domain)
		return
	case "bind ip (A.B.C.D|X:X::X:X)":
		r.setting(node, command, 2, "bind ip", &r.bind)
		return
	}
	r.AddCommands(node, command)
}

func (r *recorded) setting(node string, command vty.Command, order int, words string, value *string) {
	command.Run = func(_ *vty.Context, a vty.Args) error {
		*value = a.Word(0)
		return nil
	}
	r.AddSettings(node, vty.Setting{Order: order, Commands: []vty.Command{command}, Write: func(w *vty.Writer, _ any) {
		w.Line("%s %s", words, *value)
	}})
}

func (r *recorded) show(c *vty.Context, all bool) {
	c.Printf("Virtual trunk 0 with 3 endpoints:\n")
	for i := 1; all && i <= 3; i++ {
		c.Printf("Virtual trunk 0 endpoint rtpbridge/%d@mgw:\n   Availability: available\n   No active connections\n", i)
		if i < 3 {
			c.Printf("\n")
		}
	}
	c.Printf("No endpoints in use.\n")
	for _, n := range r.trunks {
		c.Printf("E1 trunk %d with 0 endpoints:\nNo endpoints allocated yet.\n", n)
	}
}
