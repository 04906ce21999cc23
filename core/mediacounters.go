package core

import (
	"osmo-mgw-go/relay"
	"osmo-mgw-go/stats"
)

// The groups that show what the packets' side counts (§20). Their values are asked for when somebody looks.

var allConnectionsGroup = stats.GroupDesc{Name: "all_rtp_conn", Title: "aggregated statistics for all rtp connections", Counters: []stats.Desc{
	{Name: "all_rtp:err_tstmp_in", Description: "timestamps received that break the raster, on connections that have ended"},
	{Name: "all_rtp:err_tstmp_out", Description: "timestamps sent that break the raster, on connections that have ended"},
	{Name: "all_rtp:packets_rx", Description: "RTP and RTCP packets received"},
	{Name: "all_rtp:octets_rx", Description: "octets received, with the RTP header"},
	{Name: "all_rtp:packets_tx", Description: "RTP and RTCP packets sent"},
	{Name: "all_rtp:octets_tx", Description: "octets sent, with the RTP header"},
	{Name: "all_rtp:dropped", Description: "packets not sent because the mode lets nothing out"},
	{Name: "all_rtp:num_closed_conns", Description: "connections that have ended"},
}}

var allCircuitsGroup = stats.GroupDesc{Name: "all_osmux_conn", Title: "aggregated statistics for all osmux connections", Counters: []stats.Desc{
	{Name: "all_osmux:chunks_rx", Description: "Osmux chunks received"},
	{Name: "all_osmux:octets_rx", Description: "octets of Osmux chunks received"},
	{Name: "all_osmux:rtp_packets_tx", Description: "RTP packets that went into Osmux batches"},
	{Name: "all_osmux:rtp_packets_tx_dropped", Description: "RTP packets that no Osmux batch took"},
	{Name: "all_osmux:amr_octets_tx", Description: "octets of AMR that went into Osmux batches"},
	{Name: "all_osmux:num_closed_conns", Description: "Osmux connections that have ended"},
	{Name: "all_osmux:packets_rx", Description: "Osmux datagrams received"},
	{Name: "all_osmux:packets_tx", Description: "Osmux datagrams sent"},
	{Name: "all_osmux:dropped_packets", Description: "Osmux datagrams that could not be sent"},
}}

var connectionGroup = stats.GroupDesc{Name: "conn_rtp", Title: "rtp connection statistics", PerConnection: true, Counters: []stats.Desc{
	{Name: "stream_err_tstmp:in", Description: "timestamps received that break the raster"},
	{Name: "stream_err_tstmp:out", Description: "timestamps sent that break the raster"},
	{Name: "rtp:packets_rx", Description: "RTP and RTCP packets received"},
	{Name: "rtp:octets_rx", Description: "octets received, with the RTP header"},
	{Name: "rtp:packets_tx", Description: "RTP and RTCP packets sent"},
	{Name: "rtp:octets_tx", Description: "octets sent, with the RTP header"},
	{Name: "rtp:dropped", Description: "packets not sent because the mode lets nothing out"},
}}

var circuitGroup = stats.GroupDesc{Name: "conn_osmux", Title: "Osmux connection statistics", PerConnection: true, Counters: []stats.Desc{
	{Name: "osmux:chunks_rx", Description: "Osmux chunks received"},
	{Name: "osmux:octets_rx", Description: "octets of Osmux chunks received"},
	{Name: "osmux:rtp_packets_tx", Description: "RTP packets that went into Osmux batches"},
	{Name: "osmux:rtp_packets_tx_dropped", Description: "RTP packets that no Osmux batch took"},
	{Name: "osmux:amr_octets_tx", Description: "octets of AMR that went into Osmux batches"},
}}

// readConnections fills in the group all_rtp_conn.
func (t *trunk) readConnections(v []uint64) {
	s, ended := t.plane.Stats(), &t.counters.ended
	copy(v, []uint64{
		ended.errorsIn.Load(), ended.errorsOut.Load(),
		s.PacketsReceived, s.OctetsReceived, s.PacketsSent, s.OctetsSent, s.Dropped,
		ended.connections.Load(),
	})
}

// readCircuits fills in the group all_osmux_conn.
func (t *trunk) readCircuits(v []uint64) {
	s := t.plane.Stats().Osmux
	copy(v, []uint64{
		s.ChunksReceived, s.OctetsReceived, s.PacketsSent, s.PacketsDropped, s.SpeechOctetsSent,
		t.counters.ended.circuits.Load(),
		s.DatagramsReceived, s.DatagramsSent, s.DatagramsDropped,
	})
}

// connectionCounters are the groups of one connection, which exist while it does.
type connectionCounters struct{ connection, circuit *stats.Group }

func (t *trunk) newConnectionCounters(kind relay.Kind, number int, plane PlaneConn) (c connectionCounters) {
	registry, trunk := t.gateway.stats, stats.OfTrunk(t.name())
	c.connection = registry.AddSource(&connectionGroup, "", func(v []uint64) {
		s := plane.Stats()
		copy(v, []uint64{
			s.TimestampErrorsIn, s.TimestampErrorsOut, s.PacketsReceived, s.OctetsReceived, s.PacketsSent, s.OctetsSent, s.Dropped,
		})
	}, stats.At(number), trunk)
	if kind == relay.KindOsmux {
		c.circuit = registry.AddSource(&circuitGroup, "", func(v []uint64) {
			s := plane.Stats().Osmux
			copy(v, []uint64{s.ChunksReceived, s.OctetsReceived, s.PacketsSent, s.PacketsDropped, s.SpeechOctetsSent})
		}, stats.At(number), trunk)
	}
	return c
}

func (c *connectionCounters) free() {
	if c.connection != nil {
		c.connection.Free()
	}
	if c.circuit != nil {
		c.circuit.Free()
	}
}
