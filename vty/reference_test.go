package vty

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"
)

// xmlDoc is what Osmocom's tools read of a reference.
type xmlDoc struct {
	XMLName xml.Name `xml:"urn:osmocom:xml:libosmocore:vty:doc:1.0 vtydoc"`
	Nodes   []struct {
		ID          string `xml:"id,attr"`
		Name        string `xml:"name"`
		Description string `xml:"description"`
		Commands    []struct {
			ID         string `xml:"id,attr"`
			Attributes []struct {
				Scope string `xml:"scope,attr"`
				List  []struct {
					Doc  string `xml:"doc,attr"`
					Flag string `xml:"flag,attr"`
				} `xml:"attribute"`
			} `xml:"attributes"`
			Params []struct {
				Name string `xml:"name,attr"`
				Doc  string `xml:"doc,attr"`
			} `xml:"params>param"`
		} `xml:"command"`
	} `xml:"node"`
}

func TestXML(t *testing.T) {
	toy := newToy(t)
	toy.AddCommands(Config, Command{Syntax: "odd (a|<1-2>) [.REST]", Help: Words{"odd": `"Less" < & 'more'`, "a": "A", "<1-2>": "N", "REST": "R"}, Run: doNothing})
	var text bytes.Buffer
	if err := toy.WriteXML(&text, RefDefault); err != nil {
		t.Fatal(err)
	}
	var doc xmlDoc
	if err := xml.Unmarshal(text.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, n := range doc.Nodes {
		ids = append(ids, n.ID)
		if n.Name == "" || n.Description == "" {
			t.Errorf("node %s: name %q, description %q", n.ID, n.Name, n.Description)
		}
		for _, c := range n.Commands {
			if c.ID == "echo .MESSAGE" || c.ID == "loop (0|1)" {
				t.Errorf("node %s lists %s", n.ID, c.ID)
			}
			for _, p := range c.Params {
				if p.Doc == "" || p.Name == "" {
					t.Errorf("node %s, %s: %q has the text %q", n.ID, c.ID, p.Name, p.Doc)
				}
			}
		}
	}
	if got, want := strings.Join(ids, " "), "_common_cmds_ view enable config config-line config-io config-mgcp config-mgcp-trunk"; got != want {
		t.Errorf("nodes %s, want %s", got, want)
	}
	var common []string
	for _, c := range doc.Nodes[0].Commands {
		common = append(common, c.ID)
	}
	if got, want := strings.Join(common, ", "), "help, list [with-flags], show vty-attributes, show vty-attributes (application|library|global), "+
		"write terminal, write file [PATH], write memory, write, show running-config, exit, end"; got != want {
		t.Errorf("common commands %s", got)
	}
	for _, want := range []string{
		"<vtydoc xmlns='urn:osmocom:xml:libosmocore:vty:doc:1.0'>\n  <node id='_common_cmds_'>\n    <name>Common Commands</name>\n",
		"    <command id='rtp keep-alive &lt;1-120&gt;'>\n      <attributes scope='global'>\n        <attribute doc='takes effect at once' flag='!' />\n      </attributes>\n      <params>\n",
		"      <attributes scope='application'>\n        <attribute doc='for new calls' flag='n' />\n",
		"        <param name='odd' doc='&quot;Less&quot; &lt; &amp; &apos;more&apos;' />\n        <param name='a' doc='A' />\n        <param name='&lt;1-2&gt;' doc='N' />\n",
		"        <param name='[with-flags]' doc=",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("not there: %q", want)
		}
	}
	for mode, commands := range map[RefMode]string{RefExpert: "echo show", RefHidden: "echo"} {
		text.Reset()
		if err := toy.WriteXML(&text, mode); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(text.String(), "<command id='show "); got != strings.Contains(commands, "show") {
			t.Errorf("%s: show is listed: %v", mode, got)
		}
		if !strings.Contains(text.String(), "<command id='echo .MESSAGE'>") || !strings.Contains(text.String(), "<param name='.MESSAGE' doc='Words' />") {
			t.Errorf("%s: echo is not listed", mode)
		}
	}
}

func TestMarkdown(t *testing.T) {
	var text bytes.Buffer
	if err := newToy(t).WriteMarkdown(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n## Node `config-mgcp`\n\nNode config-mgcp, below config. Prompt: `Toy(config-mgcp)#`\n",
		"\n### `rtp keep-alive <1-120>`\n\nMedia – Dummies. (`!`: takes effect at once)\n\n- `<1-120>` Seconds\n",
		"\n### `vty sessions <1-1024>`\n\nThis command line – How many sessions there may be at once. Further connections are closed",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("not there: %q", want)
		}
	}
	if strings.Contains(text.String(), "echo") || strings.Contains(text.String(), "loop") {
		t.Error("hidden or deprecated commands are listed")
	}
}

// FuzzMatch: no line crashes matching, help or completion; and the words of a line that matches, spelt in full, are the
// same command with the same arguments.
func FuzzMatch(f *testing.F) {
	for _, seed := range []string{"sho mgcp act", "show mgcp trunk 1 endpoint x ", "rtp ke 5", "osmux onl", "no rtp k", "bind ip ::1", "ec a b  c", "e", "io", "password 8 x", "\x00 \xff"} {
		for node := range uint8(8) {
			f.Add(seed, node)
		}
	}
	toy := newToy(f)
	f.Fuzz(func(t *testing.T, line string, which uint8) {
		n := toy.order[int(which)%len(toy.order)]
		words := splitLine(line)
		if len(words) > 0 {
			last := len(words) - 1
			if lines, err := n.helpLines(words[:last], words[last], true); err == nil {
				_ = formatHelp(lines, int(which))
			}
			_, _ = n.helpLines(words, "", false)
			_, _ = n.keywords(words[:last], words[last])
			_ = n.explain(words)
		}
		cmd, args, err := n.match(words, typed)
		if err != nil {
			if err != ErrUnknown && err != ErrIncomplete && err != ErrAmbiguous {
				t.Fatal(err)
			}
			return
		}
		full := make([]string, len(words))
		copy(full, words)
		for i := range full {
			if i < len(cmd.elements) && !cmd.elements[i].isRest() {
				if token, _ := cmd.elements[i].best(full[i], typed); token.kind == keyword {
					full[i] = token.text
				}
			}
		}
		again, argsAgain, err := n.match(full, written)
		if again != cmd || err != nil || strings.Join(args, "\x00") != strings.Join(argsAgain, "\x00") {
			t.Fatalf("%q is %q %q, but %q is %v %q, %v", words, cmd.Syntax, args, full, again, argsAgain, err)
		}
	})
}
