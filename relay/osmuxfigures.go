package relay

import "osmo-mgw-go/stats"

// osmuxSocketGroup is what came in on the Osmux sockets and belonged to nobody; osmo-mgw does not count it.
var osmuxSocketGroup = stats.GroupDesc{Name: "osmux_socket", Title: "Osmux sockets", Own: true, Counters: []stats.Desc{
	{Name: "too_long", Description: "datagrams dropped because they had more than 2,000 octets"},
	{Name: "unreadable", Description: "datagrams that were no Osmux from some chunk on"},
	{Name: "unknown_circuit", Description: "voice chunks whose CID or source belongs to no circuit"},
	{Name: "overrun", Description: "chunks lost because earlier ones of their circuit still waited"},
}}

// ShowIn shows in a registry, by Prometheus and CTRL, what the Osmux sockets receive for nobody. Control side, before
// OpenOsmux.
func (p *Plane) ShowIn(r *stats.Registry) {
	r.Declare(&osmuxSocketGroup)
	p.stats = r
}

// addFigures shows the figures of a new hub.
func (h *osmuxHub) addFigures(r *stats.Registry) {
	if r == nil {
		return
	}
	h.figures = r.AddSource(&osmuxSocketGroup, "", func(values []uint64) {
		copy(values, []uint64{h.tooLong.get(), h.unreadable.get(), h.unknown.get(), h.overrun.get()})
	})
}
