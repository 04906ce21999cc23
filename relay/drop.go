package relay

// DropReason says why a packet went no further. The zero value means that none was dropped.
type DropReason uint8

// The reasons, in the order in which a packet can meet them.
const (
	DropNone           DropReason = iota
	DropShort                     // shorter than an RTP header
	DropTooLong                   // longer than a packet buffer takes
	DropBadRTCP                   // fails the plausibility check of RTCP
	DropDummy                     // a keep-alive dummy: expected, nothing to forward
	DropRemoteUnknown             // the call agent has not said yet who the peer is
	DropWrongAddress              // came from another host than the peer
	DropWrongPort                 // came from the peer's host, but another port
	DropFraming                   // AMR framing is not what the SDP states
	DropMode                      // the connection's mode takes nothing from the peer
	DropNoReceiver                // no other connection that may send
	DropNoRemote                  // the destination's peer is not known
	DropTone                      // the destination's peer listens to a test tone
	DropOutputDisabled            // the destination may not send
	DropNoCodec                   // the destination has no codec
	DropOmitted                   // RTCP, and rtcp-omit is set
	DropConversion                // the payload cannot be converted
	DropIuUP                      // not a valid Iu UP PDU, or not initialised yet
	DropOsmux                     // the Osmux circuit is not enabled, or refused the packet
	DropBuffers                   // the queue's pool had no free buffer for a copy
	DropSend                      // the kernel refused to send it
	DropReasons                   // the number of reasons
)

var dropNames = [DropReasons]string{
	DropNone:           "none",
	DropShort:          "too short for RTP",
	DropTooLong:        "too long",
	DropBadRTCP:        "not RTCP",
	DropDummy:          "keep-alive dummy",
	DropRemoteUnknown:  "peer's address not known yet",
	DropWrongAddress:   "from a wrong address",
	DropWrongPort:      "from a wrong port",
	DropFraming:        "AMR framing differs from SDP",
	DropMode:           "mode takes nothing from the peer",
	DropNoReceiver:     "no other connection to send it to",
	DropNoRemote:       "other side's address not known yet",
	DropTone:           "a test tone is played there",
	DropOutputDisabled: "output disabled",
	DropNoCodec:        "no codec selected",
	DropOmitted:        "rtcp-omit",
	DropConversion:     "payload cannot be converted",
	DropIuUP:           "IuUP not initialised or invalid PDU",
	DropOsmux:          "Osmux circuit not enabled or packet refused",
	DropBuffers:        "no free packet buffer",
	DropSend:           "send failed",
}

// String is the reason in a few words for the operator.
func (r DropReason) String() string {
	if r >= DropReasons {
		return "unknown"
	}
	return dropNames[r]
}
