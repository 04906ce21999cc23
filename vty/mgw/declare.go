package mgw

import (
	"errors"
	"net/netip"
	"strings"
	"unicode/utf8"

	"osmo-mgw-go/core"
	"osmo-mgw-go/vty"
)

// flagNewConn marks, in `list with-flags`, settings that connections take over when they are made.
const flagNewConn = "n"

// enter makes the Run of a command that only enters a node.
func enter(node string) func(*vty.Context, vty.Args) error {
	return func(c *vty.Context, _ vty.Args) error {
		c.Enter(node, nil)
		return nil
	}
}

// change makes the Run of a command that sets something of the gateway.
func (m *mgw) change(set func(cfg *core.Config, a vty.Args)) func(*vty.Context, vty.Args) error {
	return func(_ *vty.Context, a vty.Args) error {
		return m.configure(func(cfg *core.Config) { set(cfg, a) })
	}
}

// address is the i-th argument, an address, as it was typed; but without zeros in front of its numbers, by which one
// reader means octal and the next an error.
func address(a vty.Args, i int) string {
	if _, err := netip.ParseAddr(a.Word(i)); err != nil {
		return a.Addr(i).String()
	}
	return a.Word(i)
}

// configure changes the gateway's settings; the error is an answer.
func (m *mgw) configure(change func(*core.Config)) error {
	if err := m.gateway.Configure(change); err != nil {
		return percent(err)
	}
	return nil
}

// percent makes an error of another package an answer: "% " in front and a capital letter.
func percent(err error) error {
	text := err.Error()
	first, size := utf8.DecodeRuneInString(text)
	return errors.New("% " + strings.ToUpper(string(first)) + text[size:])
}

// onOff makes the pair of commands that set a switch of the gateway and take it back.
func (m *mgw) onOff(syntax string, place, placeNo int, flags string, help vty.Words,
	set func(cfg *core.Config, on bool)) []vty.Command {
	run := func(on bool) func(*vty.Context, vty.Args) error {
		return m.change(func(cfg *core.Config, _ vty.Args) { set(cfg, on) })
	}
	return []vty.Command{
		{Syntax: syntax, Place: place, Flags: flags, Help: help, Run: run(true)},
		{Syntax: "no " + syntax, Place: placeNo, Flags: flags, Help: help, Run: run(false)},
	}
}

// writeWord makes the Write of a setting that is written when it is set.
func (m *mgw) writeWord(keywords string, get func(*core.Config) string) func(*vty.Writer, any) {
	return func(w *vty.Writer, _ any) {
		if word := get(m.config()); word != "" {
			w.Line("%s %s", keywords, word)
		}
	}
}

// writeNumber makes the Write of a setting that is written when it is not zero.
func (m *mgw) writeNumber(keywords string, get func(*core.Config) int) func(*vty.Writer, any) {
	return func(w *vty.Writer, _ any) {
		if n := get(m.config()); n != 0 {
			w.Line("%s %d", keywords, n)
		}
	}
}
