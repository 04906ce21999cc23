package mgcp

// Code is the return code of a reply (§8.2, RFC 3435 section 2.4).
type Code int

// The codes that the gateway answers with.
const (
	CodeOK                   Code = 200 // done
	CodeDeleted              Code = 250 // one connection deleted, statistics follow
	CodeTransient            Code = 400 // endpoint seized by another call, no Osmux circuit, nothing to modify
	CodeNoFreeEndpoint       Code = 403 // wildcard: all endpoints are taken
	CodeUnknownEndpoint      Code = 500 // also: no local address, no RTP port
	CodeEndpointNotReady     Code = 501 // blocked by an overlapping E1 subslot
	CodeNoResources          Code = 502 // E1 subslot cannot be claimed; null endpoint asked for more than an audit
	CodeUnknownVerb          Code = 504
	CodeWildcardTooWide      Code = 507 // MDCX of a wildcarded endpoint
	CodeProtocolError        Code = 510 // malformed header line, c= line or connection id
	CodeUnsupportedExtension Code = 511 // Osmux while it is off
	CodeUnknownConnection    Code = 515
	CodeUnknownCall          Code = 516
	CodeUnsupportedMode      Code = 517
	CodeUnexpectedConnection Code = 523 // CRCX with a connection id
	CodeBadLocalOption       Code = 524
	CodeWrongVersion         Code = 528
	CodeUnsupportedCodec     Code = 534
	CodeBadPacketization     Code = 535 // not on the raster of 20 ms
	CodeUnknownParameter     Code = 539
	CodeTooManyConnections   Code = 540
)
