package core

import (
	"errors"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/mgcp"
)

// The codecs between which payloads can be converted.
const (
	amr  = "AMR"
	iuup = "VND.3GPP.IUFP" // Iu UP in RTP (3GPP TS 25.414)
)

var errUnusableCodec = errors.New("codec of the local connection options cannot be used")

// negotiate does the codec step of a CRCX or MDCX (§11.2): it takes over what the peer says about itself, finds the
// codec set, and selects a codec on both legs.
func (c *connection) negotiate(r *request) error {
	if r.parameters.SDP.Given {
		c.apply(&r.session)
	} else if name := c.endpoint.options.Codec; name != "" {
		c.codecs, c.selected = nil, 0
		codec, ok := mgcp.NewCodec(mgcp.NoPayloadType, name)
		if !ok {
			return errUnusableCodec
		}
		c.codecs = []mgcp.Codec{codec}
	}
	if len(c.codecs) == 0 {
		c.codecs = []mgcp.Codec{mgcp.DefaultCodec()}
	}
	c.selected = 0
	partner := c.endpoint.partner(c)
	if partner == nil || len(partner.codecs) == 0 {
		return nil
	}
	before := partner.selected
	c.selected, partner.selected = decide(c.codecs, partner.codecs)
	if partner.selected != before {
		if err := partner.publish(); err != nil { // its circuit is enabled, or still waits for its peer
			partner.endpoint.trunk.gateway.log.With(partner.object()).Log(logging.LMGCP, logging.Error, "codec changed: %v", err)
		}
	}
	return nil
}

// apply takes over the peer's session description (§10). Port 0 leaves the port as it is, and a port without any address
// is lost.
func (c *connection) apply(d *mgcp.Description) {
	if d.PacketTimeGiven && !c.forcePacketTime {
		c.packetTime = d.PacketTime
	}
	if d.Addr.IsValid() {
		c.remoteAddr = d.Addr
	}
	if d.Port != 0 && c.remoteAddr.IsValid() {
		c.remotePort = d.Port
	}
	c.codecs = d.Codecs
}

// decide selects a pair out of the codecs of two legs, neither of which is empty (§11.3): the first of mine for which
// theirs has the same, else one it can be converted to, else the first of each. It returns indexes.
func decide(mine, theirs []mgcp.Codec) (x, y int) {
	for _, match := range [...]func(a, b *mgcp.Codec) bool{same, convertible} {
		for x := range mine {
			for y := range theirs {
				if match(&mine[x], &theirs[y]) {
					return x, y
				}
			}
		}
	}
	return 0, 0
}

// same tells whether packets can go from one codec to the other as they are. Frame durations follow from the names.
func same(a, b *mgcp.Codec) bool {
	return alike(a, b) && (a.Name != amr || (a.OctetAlign == mgcp.OctetAlignOn) == (b.OctetAlign == mgcp.OctetAlignOn))
}

// convertible tells whether payloads can go from one codec to the other by another framing.
func convertible(a, b *mgcp.Codec) bool {
	return alike(a, b) || a.Channels == b.Channels && (a.Name == amr && b.Name == iuup || a.Name == iuup && b.Name == amr)
}

func alike(a, b *mgcp.Codec) bool {
	return a.Name == b.Name && a.Rate == b.Rate && a.Channels == b.Channels
}
