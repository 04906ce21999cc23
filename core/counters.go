package core

import "osmo-mgw-go/stats"

// The items of the counter groups (§20), in the order of each group. A negative item is not counted.
const uncounted = -1

// Items of the group mgcp.
const (
	mgcpReceived = iota
	mgcpRepeated
	mgcpHandled
	mgcpUnhandled
	mgcpParseErrors
	mgcpNoEndpoint
)

var generalGroup = stats.GroupDesc{Name: "mgcp", Title: "mgcp general statistics", Counters: []stats.Desc{
	{Name: "mgcp:rx_msgs", Description: "datagrams received on the MGCP socket"},
	{Name: "mgcp:rx_msgs_retransmitted", Description: "requests that came again and got their first answer again"},
	{Name: "mgcp:rx_msgs_handled", Description: "requests that were carried out or refused by a verb"},
	{Name: "mgcp:rx_msgs_unhandled", Description: "requests with an unknown verb"},
	{Name: "mgcp:err_rx_msg_parse", Description: "datagrams that are no request by their first line"},
	{Name: "mgcp:err_rx_no_endpoint", Description: "requests for an endpoint that is not there, or for the null endpoint"},
}}

// Items of the group mgcp_own, which osmo-mgw does not have.
const mgcpTooLong = 0

var ownGroup = stats.GroupDesc{Name: "mgcp_own", Title: "mgcp statistics that osmo-mgw does not have", Own: true, Counters: []stats.Desc{
	{Name: "too_long", Description: "datagrams dropped because they had more than 2,000 octets"},
}}

// Items of the group crcx.
const (
	crcxSuccess = iota
	crcxBadAction
	crcxUnknownParameter
	crcxNoCallID
	crcxBadMode
	crcxLimit
	crcxOtherCall
	crcxNoConnection
	_ // no_remote_conn_desc: a connection may be made without a remote side
	_ // start_rtp_failure: see bind_port
	crcxNoOsmux
	crcxBadOption
	crcxCodec
	crcxBind
	crcxUnavailable
	crcxClaim
)

var crcxGroup = stats.GroupDesc{Name: "crcx", Title: "crxc statistics", Counters: []stats.Desc{
	{Name: "crcx:success", Description: "connections created"},
	{Name: "crcx:bad_action", Description: "refused: a connection id was given"},
	{Name: "crcx:unhandled_param", Description: "refused: unknown parameter"},
	{Name: "crcx:missing_callid", Description: "refused: no call id"},
	{Name: "crcx:invalid_mode", Description: "refused: no mode or an unknown one"},
	{Name: "crcx:limit_exceeded", Description: "refused: the endpoint is full"},
	{Name: "crcx:unkown_callid", Description: "refused: the endpoint is in use by another call"},
	{Name: "crcx:alloc_conn_fail", Description: "failed: no connection could be allocated"},
	{Name: "crcx:no_remote_conn_desc", Description: "refused: no remote side was described (does not happen)"},
	{Name: "crcx:start_rtp_failure", Description: "failed: RTP could not be started (does not happen)"},
	{Name: "crcx:no_osmux", Description: "refused or failed: Osmux is off, or no circuit is free"},
	{Name: "crcx:conn_opt", Description: "refused: bad local connection options"},
	{Name: "crcx:codec_nego", Description: "failed: the codec cannot be used"},
	{Name: "crcx:bind_port", Description: "failed: no local address or no pair of ports"},
	{Name: "crcx:unavailable", Description: "refused: no endpoint is free, or it is blocked by another"},
	{Name: "crcx:claim", Description: "failed: the endpoint could not be claimed"},
}}

// Items of the group mdcx.
const (
	mdcxSuccess = iota
	mdcxWildcard
	mdcxNoConnection
	mdcxCallID
	mdcxConnectionID
	mdcxUnknownParameter
	mdcxNoConnectionID
	_ // conn_not_found: see connid
	_ // invalid_mode: an unknown mode is ignored
	mdcxBadOption
	_ // no_remote_conn_desc: a connection may do without a remote side
	mdcxBind
	mdcxUnavailable
)

var mdcxGroup = stats.GroupDesc{Name: "mdcx", Title: "mdcx statistics", Counters: []stats.Desc{
	{Name: "mdcx:success", Description: "connections modified"},
	{Name: "mdcx:wildcard", Description: "refused: wildcarded endpoint"},
	{Name: "mdcx:no_conn", Description: "refused: the endpoint has no connection"},
	{Name: "mdcx:callid", Description: "refused: wrong call id"},
	{Name: "mdcx:connid", Description: "refused: malformed or unknown connection id"},
	{Name: "crcx:unhandled_param", Description: "refused: unknown parameter"},
	{Name: "mdcx:no_connid", Description: "refused: no connection id"},
	{Name: "mdcx:conn_not_found", Description: "refused: unknown connection (does not happen, see mdcx:connid)"},
	{Name: "mdcx:invalid_mode", Description: "refused: unknown mode (does not happen)"},
	{Name: "mdcx:conn_opt", Description: "refused: bad local connection options"},
	{Name: "mdcx:no_remote_conn_desc", Description: "refused: no remote side was described (does not happen)"},
	{Name: "mdcx:bind_port", Description: "failed: no local address or no pair of ports"},
	{Name: "mdcx:unavailable", Description: "refused: the endpoint is blocked by another"},
}}

// Items of the group dlcx.
const (
	dlcxSuccess = iota
	dlcxNoConnection
	dlcxCallID
	dlcxConnectionID
	dlcxUnknownParameter
	dlcxUnavailable
)

var dlcxGroup = stats.GroupDesc{Name: "dlcx", Title: "dlcx statistics", Counters: []stats.Desc{
	{Name: "dlcx:success", Description: "connections deleted"},
	{Name: "dlcx:no_conn", Description: "refused: the endpoint has no connection"},
	{Name: "dlcx:callid", Description: "refused: wrong call id"},
	{Name: "dlcx:connid", Description: "refused: malformed or unknown connection id"},
	{Name: "dlcx:unhandled_param", Description: "refused: unknown parameter"},
	{Name: "dlcx:unavailable", Description: "refused: the endpoint is blocked by another"},
}}

// The group e1 counts what hardware would do; nothing moves it.
var e1Group = stats.GroupDesc{Name: "e1", Title: "e1 statistics", Counters: []stats.Desc{
	{Name: "e1:rx_fail", Description: "E1 frames that could not be received"},
	{Name: "e1:tx_fail", Description: "E1 frames that could not be sent"},
	{Name: "e1:i460", Description: "errors of the I.460 multiplexer"},
}}

// Items of the gauges of a trunk.
const (
	endpointsTotal = iota
	endpointsUsed
)

var trunkGauges = stats.GaugeGroupDesc{Name: "trunk", Title: "mgw trunk", Gauges: []stats.GaugeDesc{
	{Name: "endpoints:total", Description: "endpoints of the trunk"},
	{Name: "endpoints:used", Description: "endpoints that a call has claimed"},
}}

// declareCounters tells the reference texts of groups that are not there at the start.
func declareCounters(r *stats.Registry) {
	for _, d := range []*stats.GroupDesc{&e1Group, &connectionGroup, &circuitGroup} {
		r.Declare(d)
	}
}
