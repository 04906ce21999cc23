package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
)

// helpPane lists the keys of the page and those that work everywhere.
func (m *Model) helpPane() *pane {
	var b strings.Builder
	list := func(title string, bindings ...key.Binding) {
		fmt.Fprintf(&b, "%s\n", title)
		for _, k := range bindings {
			names := make([]string, len(k.Keys()))
			copy(names, k.Keys())
			fmt.Fprintf(&b, "  %-18s %s\n", strings.Join(names, ", "), k.Help().Desc)
		}
		b.WriteByte('\n')
	}
	if own := m.pages[m.current].keys(); len(own) > 0 {
		list("On this page ("+pageNames[m.current]+")", own...)
	}
	list("Everywhere", append(append([]key.Binding{}, keys.page[:]...), keys.next, keys.previous, keys.command, keys.help, keys.back, keys.quit)...)
	b.WriteString("The line \":\" runs any VTY command with the rights of this session. TAB completes.\n")
	return newPane("Help", b.String())
}
