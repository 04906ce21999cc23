package iouring

// userData names a request in its completion: kind, generation of the slot, and slot or token.
//
//	63    56 55                    32 31                             0
//	+-------+------------------------+-------------------------------+
//	| kind  |       generation       |         slot or token         |
//	+-------+------------------------+-------------------------------+
type userData uint64

type kind uint8

const (
	kindReceive kind = iota + 1
	kindSend         // token
	kindCancel       // slot
	kindBell         // somebody has rung: by MSG_RING, or by the eventfd
	kindEvent        // the poll of the eventfd
	kindRing         // our own MSG_RING to another ring has failed; the number of the bell
)

const generationMask = 1<<24 - 1

func newUserData(k kind, generation, slot uint32) uint64 {
	return uint64(k)<<56 | uint64(generation&generationMask)<<32 | uint64(slot)
}

func (u userData) kind() kind         { return kind(u >> 56) }
func (u userData) generation() uint32 { return uint32(u>>32) & generationMask }
func (u userData) slot() uint32       { return uint32(u) }
