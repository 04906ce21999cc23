package relay

// Mode is the connection mode of MGCP (RFC 3435 section 2.3.5) as a bit set: bit 0 the gateway takes
// media from the peer, bit 1 it sends media to the peer, the rest tells the special modes apart.
type Mode uint8

// The modes that the gateway knows; the zero value takes and sends nothing.
const (
	ModeNone     Mode = 0
	ModeRecvOnly Mode = 1
	ModeSendOnly Mode = 2
	ModeSendRecv Mode = 3
	ModeLoopback Mode = 7
	ModeConfEcho Mode = 11
)

// modeMaySend is the bit that enables output towards the peer.
const modeMaySend Mode = 2

// OutputEnabled says whether this mode lets the gateway send to the peer: true for all but recvonly
// and none.
func (m Mode) OutputEnabled() bool { return m&modeMaySend != 0 }

// takes says whether a packet received in this mode is passed on to other connections.
func (m Mode) takes() bool {
	return m == ModeRecvOnly || m == ModeSendRecv || m == ModeConfEcho
}

// gives says whether packets of other connections leave by a connection in this mode.
func (m Mode) gives() bool {
	return m == ModeSendOnly || m == ModeSendRecv || m == ModeConfEcho
}

// String returns the mode's name in MGCP, "none" for the zero value.
func (m Mode) String() string {
	switch m {
	case ModeNone:
		return "none"
	case ModeRecvOnly:
		return "recvonly"
	case ModeSendOnly:
		return "sendonly"
	case ModeSendRecv:
		return "sendrecv"
	case ModeLoopback:
		return "loopback"
	case ModeConfEcho:
		return "confecho"
	}
	return "unknown"
}

// Kind says how a connection speaks with its peer.
type Kind uint8

// The kinds of connection. A connection starts as RTP; Osmux and IuUP never change back.
const (
	KindRTP Kind = iota
	KindIuUP
	KindOsmux
)

// String returns "rtp", "iuup" or "osmux".
func (k Kind) String() string {
	switch k {
	case KindIuUP:
		return "iuup"
	case KindOsmux:
		return "osmux"
	}
	return "rtp"
}
