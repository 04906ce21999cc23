package relay

// UserSpace says why the packets of a call need this process: the first reason found. A call that
// needs nothing but the rewriting of headers between two peers could be relayed by the kernel.
type UserSpace uint8

// The reasons.
const (
	UserSpaceNot         UserSpace = iota // the kernel could do it
	UserSpaceSides                        // not exactly two connections
	UserSpaceLine                         // the other side is an E1 line
	UserSpaceKind                         // Osmux or Iu UP
	UserSpaceMode                         // loopback or confecho
	UserSpaceUnknownPeer                  // a peer's address is not known yet
	UserSpaceAcceptAll                    // sources are not checked but learned
	UserSpacePayload                      // payloads are looked at or converted
	UserSpaceTap                          // somebody watches
)

var userSpaceNames = [...]string{
	"none", "not two connections", "E1 line", "Osmux or IuUP", "loopback or confecho", "peer not known yet",
	"rtp-accept-all", "payload checked or converted", "tapped",
}

// String is the reason in a few words.
func (u UserSpace) String() string { return userSpaceNames[u] }

// needsUserSpace looks for a reason why a call cannot be left to the kernel.
func needsUserSpace(t *Trunk, conns []*Conn) UserSpace {
	if t.line {
		return UserSpaceLine
	}
	if len(conns) != 2 {
		return UserSpaceSides
	}
	if t.config.Load().AcceptAll {
		return UserSpaceAcceptAll
	}
	for _, c := range conns {
		s := c.snap.Load()
		switch {
		case s.kind != KindRTP:
			return UserSpaceKind
		case s.mode == ModeLoopback || s.mode == ModeConfEcho:
			return UserSpaceMode
		case !s.peer.known:
			return UserSpaceUnknownPeer
		case s.framing != OctetAlignNotStated || s.convertHR:
			return UserSpacePayload
		case s.taps != nil:
			return UserSpaceTap
		}
	}
	return UserSpaceNot
}
