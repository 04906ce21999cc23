package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// osmuxView is the page of Osmux.
type osmuxView struct{}

func (*osmuxView) key(*Model, tea.KeyMsg) tea.Cmd { return nil }
func (*osmuxView) keys() []key.Binding            { return nil }
func (*osmuxView) typing() bool                   { return false }

// headers is what an RTP packet costs beside its payload: IPv4, UDP and RTP headers.
const headers = 20 + 8 + 12

func (o *osmuxView) view(m *Model, _, height int) string {
	var b strings.Builder
	label := m.styles.label.Render
	for _, t := range m.snapshot.Trunks {
		x := &t.Osmux
		if x.Circuits == 0 && x.ChunksReceived+x.PacketsSent+x.DatagramsReceived+x.DatagramsSent == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s  %d circuits\n", m.styles.head.Render(t.Name), x.Circuits)
		fmt.Fprintf(&b, "  %s %d datagrams, %d chunks, %d octets\n", label("received"), x.DatagramsReceived, x.ChunksReceived, x.OctetsReceived)
		fmt.Fprintf(&b, "  %s     %d datagrams with %d packets, %d octets of speech\n", label("sent"), x.DatagramsSent, x.PacketsSent, x.SpeechOctetsSent)
		if x.DatagramsSent > 0 {
			fmt.Fprintf(&b, "  %s    %.1f packets a datagram; about %d octets of headers saved\n", label("batch"),
				float64(x.PacketsSent)/float64(x.DatagramsSent), saved(x))
		}
		fmt.Fprintf(&b, "  %s  %d packets, %d datagrams\n\n", label("dropped"), x.PacketsDropped, x.DatagramsDropped)
	}
	if b.Len() == 0 {
		return m.styles.faint.Render("No Osmux yet. It is switched on by `osmux on` in the node mgcp, and asked for by call agents.")
	}
	fmt.Fprintf(&b, "%s\n", m.styles.head.Render(fmt.Sprintf("%-20s %-9s %-28s %s", "Endpoint", "Leg", "Circuit", "Peer")))
	for _, e := range m.snapshot.Endpoints {
		for _, l := range e.Legs {
			if l.Circuit != "" {
				fmt.Fprintf(&b, "%-20s %-9s %-28s %s\n", printable(e.Name), l.ID, l.Circuit, l.Remote)
			}
		}
	}
	return b.String()
}

// saved is how many octets of headers the batches did without: those of the packets, less those of the datagrams that
// carried them and 4 octets for each chunk, of which a datagram has at least one.
func saved(x *Osmux) int64 {
	return max(0, int64(x.PacketsSent)*headers-int64(x.DatagramsSent)*(headers-12+4))
}
