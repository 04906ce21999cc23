package mgcp

import "strconv"

// MaxReply is the longest reply in octets (§8.1).
const MaxReply = 2047

const crlf = "\r\n"

// Fail returns the reply to a request that was refused.
func Fail(code Code, transaction string) []byte { return appendStatus(nil, code, transaction, "FAIL") }

// OK returns the reply to a request that was carried out and has nothing more to say.
func OK(transaction string) []byte { return appendStatus(nil, CodeOK, transaction, "OK") }

func appendStatus(b []byte, code Code, transaction, comment string) []byte {
	b = strconv.AppendInt(b, int64(code), 10)
	b = append(b, ' ')
	b = append(b, transaction...)
	b = append(b, ' ')
	b = append(b, comment...)
	return append(b, crlf...)
}

// NoCID is the circuit id of a connection without Osmux.
const NoCID = -1

// ConnectionReply is the answer to a CRCX or MDCX that was carried out.
type ConnectionReply struct {
	Transaction  string
	Endpoint     string // Z: line; empty unless the gateway chose the endpoint
	ConnectionID string // I: line; empty in the answer to an MDCX
	OsmuxCID     int    // the gateway's own circuit id, or NoCID
	Session      Session
}

// Text returns the whole reply.
func (r ConnectionReply) Text() []byte {
	b := appendStatus(make([]byte, 0, 512), CodeOK, r.Transaction, "OK")
	if r.Endpoint != "" {
		b = appendLine(b, "Z: ", r.Endpoint)
	}
	if r.ConnectionID != "" {
		b = appendLine(b, "I: ", r.ConnectionID)
	}
	if r.OsmuxCID != NoCID {
		b = appendLine(b, "X-Osmux: ", strconv.Itoa(r.OsmuxCID))
	}
	b = append(b, crlf...)
	return r.Session.append(b)
}

func appendLine(b []byte, name, value string) []byte {
	b = append(b, name...)
	b = append(b, value...)
	return append(b, crlf...)
}

// Statistics are the figures of a deleted connection (§21). Octets are those of the UDP payload.
type Statistics struct {
	PacketsSent, OctetsSent         uint64
	PacketsReceived, OctetsReceived uint64
	PacketsLost                     int32
	Jitter                          uint32 // RTP clock units

	// Osmux support is not off: the timestamp errors are told, too.
	TellErrors          bool
	TimestampErrorsIn   uint64
	TimestampErrorsOut  uint64
	TellOsmux           bool // the connection's circuit is enabled
	OsmuxChunksReceived uint64
	OsmuxOctetsReceived uint64
}

// DeletionReply returns the answer to a DLCX that deleted one connection.
func DeletionReply(transaction string, s Statistics) []byte {
	b := appendStatus(make([]byte, 0, 256), CodeDeleted, transaction, "OK")
	b = appendCount(b, "P: PS=", s.PacketsSent)
	b = appendCount(b, ", OS=", s.OctetsSent)
	b = appendCount(b, ", PR=", s.PacketsReceived)
	b = appendCount(b, ", OR=", s.OctetsReceived)
	b = append(b, ", PL="...)
	b = strconv.AppendInt(b, int64(s.PacketsLost), 10)
	b = appendCount(b, ", JI=", uint64(s.Jitter))
	b = append(b, crlf...)
	if s.TellErrors {
		b = appendCount(b, "X-Osmo-CP: EC TI=", s.TimestampErrorsIn)
		b = appendCount(b, ", TO=", s.TimestampErrorsOut)
		b = append(b, crlf...)
	}
	if s.TellErrors && s.TellOsmux {
		b = appendCount(b, "X-Osmux-ST: CR=", s.OsmuxChunksReceived)
		b = appendCount(b, ", BR=", s.OsmuxOctetsReceived)
		b = append(b, crlf...)
	}
	return b
}

func appendCount(b []byte, name string, n uint64) []byte {
	return strconv.AppendUint(append(b, name...), n, 10)
}
