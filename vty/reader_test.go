package vty

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

func TestReadBadFiles(t *testing.T) {
	for _, tt := range []struct{ name, text, report string }{
		{"unknown", "line vty\n no login\nmgcp\n bogus command\n",
			"There is no such command.\nError occurred during reading the below line:\n bogus command\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:4: expected a command of node config-mgcp, not \"bogus\"\n"},
		{"abbreviated", "mgcp\n bind i 1.2.3.4\n",
			"There is no such command.\nError occurred during reading the below line:\n bind i 1.2.3.4\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:2: expected ip behind \"bind\", not \"i\"\n"},
		{"out of range", "mgcp\n rtp port-range 99999 1\n",
			"There is no such command.\nError occurred during reading the below line:\n rtp port-range 99999 1\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:2: expected <1024-65534> behind \"rtp port-range\", not \"99999\"\n"},
		{"too many words", "mgcp\n domain foo bar\n",
			"There is no such command.\nError occurred during reading the below line:\n domain foo bar\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:2: expected the end of the line behind \"domain foo\", not \"bar\"\n"},
		{"incomplete", "mgcp\n bind ip",
			"Error occurred during reading the below line:\n bind ip\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:2: expected A.B.C.D or X:X::X:X behind \"bind ip\"\n"},
		{"failed", "mgcp\n loop 1\n rtp port-range 5000 4000\n",
			"Error occurred during reading the below line:\n rtp port-range 5000 4000\n\n% loop is obsolete\n% End 4000 is below start 5000\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:3: the command failed: % End 4000 is below start 5000\n"},
		{"choice cut short", "mgcp\n osmux o\n",
			"There is no such command.\nError occurred during reading the below line:\n osmux o\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:2: expected on, off or only behind \"osmux\", not \"o\"\n"},
		{"do", "mgcp\n do show version\n",
			"There is no such command.\nError occurred during reading the below line:\n do show version\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:2: expected a command of node config-mgcp, not \"do\"\n"},
		{"other node", "mgcp\n domain x\nosmux on\n",
			"There is no such command.\nError occurred during reading the below line:\nosmux on\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:3: expected a command of node config, not \"osmux\" (it is a command of config-mgcp)\n"},
		{"dedent", "mgcp\n  domain x\n domain y\n",
			"Indentation error: expected 2 blanks (config-mgcp) or no indentation (config), found 1 blank\n" +
				"Error occurred during reading the below line:\n domain y\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:3: expected 2 blanks (config-mgcp) or no indentation (config), found 1 blank\n"},
		{"tab", "mgcp\n domain x\n\tdomain y\n",
			"Indentation error: expected 1 blank (config-mgcp) or no indentation (config), found 1 tab\n" +
				"Error occurred during reading the below line:\n\tdomain y\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:3: expected 1 blank (config-mgcp) or no indentation (config), found 1 tab\n"},
		{"deeper without a node", "mgcp\n domain x\n  osmux on\n",
			"Indentation error: expected 1 blank (config-mgcp) or no indentation (config), found 2 blanks\n" +
				"Error occurred during reading the below line:\n  osmux on\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:3: expected 1 blank (config-mgcp) or no indentation (config), found 2 blanks\n"},
		{"behind exit", "mgcp\n domain x\n exit\n osmux on\n",
			"Indentation error: expected no indentation (config), found 1 blank\n" +
				"Error occurred during reading the below line:\n osmux on\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:4: expected no indentation (config), found 1 blank\n"},
		{"banner without a file", "banner motd file\n",
			"Error occurred during reading the below line:\nbanner motd file\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:1: expected FILE behind \"banner motd file\"\n"},
		{"long line", "mgcp\n domain " + strings.Repeat("x", 16384) + "\n",
			"Line too long.\nError occurred during reading the below line:\n domain " + strings.Repeat("x", 64) + " ...\n\n" +
				"Failed to parse the config file: 'x.cfg'\nx.cfg:2: expected a line of at most 16384 octets, this one has 16392\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := newToy(t).Read("x.cfg", []byte(tt.text))
			var bad *ReadError
			if !errors.As(err, &bad) {
				t.Fatalf("no error but %v", err)
			}
			if got := bad.Report(); got != tt.report {
				t.Errorf("got\n%swant\n%s", got, tt.report)
			}
		})
	}
}

func TestReadGoodFiles(t *testing.T) {
	const rest = " rtp port-range 16002 16066\n no rtp keep-alive\n"
	for _, tt := range []struct{ name, text, mgcp, output string }{
		{"empty", "", " domain toy\n" + rest + " osmux off\n", ""},
		{"carriage returns, blanks, comments", "! x\r\n\r\nmgcp\r\n domain foo\r\n\n#y\n        ! z\n osmux on\r\n", " domain foo\n" + rest + " osmux on\n", ""},
		{"no newline at the end", "mgcp\n domain foo", " domain foo\n" + rest + " osmux off\n", ""},
		{"NUL ends a line", "mgcp\n domain foo\x00bar baz\n", " domain foo\n" + rest + " osmux off\n", ""},
		{"root indented", "\tline vty\n\t no login\n\tmgcp\n\t    domain foo\n\n! comment\n\t    trunk 1\n\t     line 4\n\t    trunk 2\n\t    osmux on\n",
			" domain foo\n" + rest + " osmux on\n trunk 1\n  line 4\n trunk 2\n  line 0\n", ""},
		{"two levels left at once", "mgcp\n trunk 1\n  line 4\nmgcp\n domain x\n", " domain x\n" + rest + " osmux off\n trunk 1\n  line 4\n", ""},
		{"empty node", "mgcp\nline vty\nmgcp\n domain x\n", " domain x\n" + rest + " osmux off\n", ""},
		{"exit and end", "mgcp\n domain x\n exit\nmgcp\n trunk 1\n  line 3\n  end\nmgcp\n osmux on\nend\n", " domain x\n" + rest + " osmux on\n trunk 1\n  line 3\n", ""},
		{"output", "mgcp\n loop 0\nshow running-config\n", " domain toy\n" + rest + " osmux off\n",
			"% loop is obsolete\n\nCurrent configuration:\n!\n!\nline vty\n no login\n!\nmgcp\n domain toy\n" + rest + " osmux off\nend\n"},
		{"long line", "mgcp\n domain " + strings.Repeat("x", 16000) + "\n", " domain " + strings.Repeat("x", 16000) + "\n" + rest + " osmux off\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			toy := newToy(t)
			output, err := toy.Read("x.cfg", []byte(tt.text))
			if err != nil {
				t.Fatalf("%v", err)
			}
			if output != tt.output {
				t.Errorf("output %q, want %q", output, tt.output)
			}
			got, _ := toy.Configuration()
			if want := "!\nline vty\n no login\n!\nmgcp\n" + tt.mgcp; got != want {
				t.Errorf("configuration\n%swant\n%s", got, want)
			}
		})
	}
}

func TestReadMissingFile(t *testing.T) {
	_, err := newToy(t).ReadFile("/nonexistent/x.cfg")
	var bad *ReadError
	if !errors.As(err, &bad) || !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%v", err)
	}
	if want := "Failed to parse the config file: '/nonexistent/x.cfg'\n"; bad.Report() != want {
		t.Errorf("report %q, want %q", bad.Report(), want)
	}
}

// FuzzConfigReader: no file crashes the reader; one that is read is written and read again to the same text.
func FuzzConfigReader(f *testing.F) {
	for _, seed := range []string{"mgcp\n domain x\n trunk 1\n  line 2\n", "\tmgcp\n\t domain x\n exit\n", "line vty\n login\npassword 8 x\nbanner motd file x",
		"hostname x\nmgcp\n end\n exit\n", "io\n queues 3\nmgcp\n osmux o\n", "mgcp\r\n \t\x00x\n\n! \n#"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		toy := newToy(t)
		if _, err := toy.Read("x", []byte(text)); err != nil {
			var bad *ReadError
			if !errors.As(err, &bad) || !strings.HasSuffix(bad.Report(), "\n") || bad.Expected == "" {
				t.Fatalf("%v", err)
			}
			return
		}
		once, _ := toy.Configuration()
		again := newToy(t)
		if _, err := again.Read("y", []byte(once)); err != nil {
			t.Fatalf("what was written does not read back: %v\n%s", err, once)
		}
		if twice, _ := again.Configuration(); once != twice {
			t.Fatalf("written\n%sthen\n%s", once, twice)
		}
	})
}
