package iobackend

import (
	"fmt"
	"strings"
)

// Features is what a backend found the kernel to be able to do. Backends work without any of these, less well.
type Features uint32

const (
	// MinWait: a wait can gather events for a while (io_uring, Linux 6.12).
	MinWait Features = 1 << iota
	// RecvMultishot: one request receives until it is cancelled (io_uring, Linux 6.0).
	RecvMultishot
	// MsgRing: a ring can put an event into another (io_uring, Linux 5.18).
	MsgRing
	// MsgRingSync: so can a thread that has no ring (io_uring, Linux 6.13).
	MsgRingSync
	// RecvMMsg: several datagrams of one socket by one call (epoll).
	RecvMMsg
)

var featureNames = []struct {
	bit  Features
	name string
}{
	{MinWait, "min_wait"},
	{RecvMultishot, "recv_multishot"},
	{MsgRing, "msg_ring"},
	{MsgRingSync, "msg_ring_sync"},
	{RecvMMsg, "recvmmsg"},
}

// WithoutVariable is the environment variable that masks features, for tests and for operators with a bad kernel: a list of
// names with commas between them, such as "min_wait,msg_ring_sync".
const WithoutVariable = "MGW_IO_WITHOUT"

// Has says whether all of f are there.
func (s Features) Has(f Features) bool { return s&f == f }

// String is the list of names with commas between them.
func (s Features) String() string {
	var names []string
	for _, f := range featureNames {
		if s.Has(f.bit) {
			names = append(names, f.name)
		}
	}
	return strings.Join(names, ",")
}

// ParseFeatures reads a list of names with commas between them, as WithoutVariable holds it.
func ParseFeatures(list string) (Features, error) {
	var s Features
next:
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		for _, f := range featureNames {
			if f.name == name {
				s |= f.bit
				continue next
			}
		}
		return 0, fmt.Errorf("no feature %q; there are %s", name, ^Features(0))
	}
	return s, nil
}
