package pktio_test

import (
	"net/netip"

	"osmo-mgw-go/pktio"
)

func addr(s string) pktio.Addr { return pktio.AddrFrom(netip.MustParseAddrPort(s)) }
