package relay

import (
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
)

// logDrop reports the first packet of a connection that was dropped for a reason. Those that follow
// are counted: a flood of bad packets makes no flood of lines.
func (c *Conn) logDrop(reason DropReason, from *pktio.Addr) {
	log := c.snap.Load().log
	category, level := logging.RTP, logging.Notice
	switch reason {
	case DropDummy, DropOmitted:
		return
	case DropMode, DropNoReceiver, DropNoRemote, DropOutputDisabled, DropRemoteUnknown:
		level = logging.Info // while a call is being set up, or on hold
	case DropIuUP:
		category = logging.LIuUP
	case DropOsmux:
		category = logging.OSMUX
	}
	if log.Enabled(category, level) {
		log.Log(category, level, "packet from %v dropped: %v; more of this kind are only counted", *from, reason)
	}
}
