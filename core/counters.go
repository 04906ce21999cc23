package core

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

var generalGroup = groupDescription{"mgcp", "mgcp general statistics", []counterDescription{
	{"mgcp:rx_msgs", "datagrams received on the MGCP socket"},
	{"mgcp:rx_msgs_retransmitted", "requests that came again and got their first answer again"},
	{"mgcp:rx_msgs_handled", "requests that were carried out or refused by a verb"},
	{"mgcp:rx_msgs_unhandled", "requests with an unknown verb"},
	{"mgcp:err_rx_msg_parse", "datagrams that are no request by their first line"},
	{"mgcp:err_rx_no_endpoint", "requests for an endpoint that is not there, or for the null endpoint"},
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

var crcxGroup = groupDescription{"crcx", "crxc statistics", []counterDescription{
	{"crcx:success", "connections created"},
	{"crcx:bad_action", "refused: a connection id was given"},
	{"crcx:unhandled_param", "refused: unknown parameter"},
	{"crcx:missing_callid", "refused: no call id"},
	{"crcx:invalid_mode", "refused: no mode or an unknown one"},
	{"crcx:limit_exceeded", "refused: the endpoint is full"},
	{"crcx:unkown_callid", "refused: the endpoint is in use by another call"},
	{"crcx:alloc_conn_fail", "failed: no connection could be allocated"},
	{"crcx:no_remote_conn_desc", "refused: no remote side was described (does not happen)"},
	{"crcx:start_rtp_failure", "failed: RTP could not be started (does not happen)"},
	{"crcx:no_osmux", "refused or failed: Osmux is off, or no circuit is free"},
	{"crcx:conn_opt", "refused: bad local connection options"},
	{"crcx:codec_nego", "failed: the codec cannot be used"},
	{"crcx:bind_port", "failed: no local address or no pair of ports"},
	{"crcx:unavailable", "refused: no endpoint is free, or it is blocked by another"},
	{"crcx:claim", "failed: the endpoint could not be claimed"},
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

var mdcxGroup = groupDescription{"mdcx", "mdcx statistics", []counterDescription{
	{"mdcx:success", "connections modified"},
	{"mdcx:wildcard", "refused: wildcarded endpoint"},
	{"mdcx:no_conn", "refused: the endpoint has no connection"},
	{"mdcx:callid", "refused: wrong call id"},
	{"mdcx:connid", "refused: malformed or unknown connection id"},
	{"crcx:unhandled_param", "refused: unknown parameter"},
	{"mdcx:no_connid", "refused: no connection id"},
	{"mdcx:conn_not_found", "refused: unknown connection (does not happen, see mdcx:connid)"},
	{"mdcx:invalid_mode", "refused: unknown mode (does not happen)"},
	{"mdcx:conn_opt", "refused: bad local connection options"},
	{"mdcx:no_remote_conn_desc", "refused: no remote side was described (does not happen)"},
	{"mdcx:bind_port", "failed: no local address or no pair of ports"},
	{"mdcx:unavailable", "refused: the endpoint is blocked by another"},
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

var dlcxGroup = groupDescription{"dlcx", "dlcx statistics", []counterDescription{
	{"dlcx:success", "connections deleted"},
	{"dlcx:no_conn", "refused: the endpoint has no connection"},
	{"dlcx:callid", "refused: wrong call id"},
	{"dlcx:connid", "refused: malformed or unknown connection id"},
	{"dlcx:unhandled_param", "refused: unknown parameter"},
	{"dlcx:unavailable", "refused: the endpoint is blocked by another"},
}}

// The group e1 counts what hardware would do; nothing moves it.
var e1Group = groupDescription{"e1", "e1 statistics", []counterDescription{
	{"e1:rx_fail", "E1 frames that could not be received"},
	{"e1:tx_fail", "E1 frames that could not be sent"},
	{"e1:i460", "errors of the I.460 multiplexer"},
}}

// Items of the gauges of a trunk.
var trunkGauges = groupDescription{"trunk", "mgw trunk", []counterDescription{
	{"endpoints:total", "endpoints of the trunk"},
	{"endpoints:used", "endpoints that a call has claimed"},
}}
