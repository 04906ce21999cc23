package core

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// maxPairs is the number of port pairs that 16 bits hold.
const maxPairs = 65536 / 2

// portPool hands out pairs of ports, an even one for RTP and the next for RTCP, in ascending order and around (§13.2).
// One cursor serves all trunks and addresses. What is ours on an address is skipped without asking the kernel; what
// others hold shows in bind.
type portPool struct {
	start, end int // first and last port; start is even
	cursor     int // the pair to try next, as port/2

	// ours are the pairs that we hold, by address, as port/2. A pair stays in until its sockets are closed.
	ours map[string]*indexSet
}

func newPortPool(start, end int) *portPool {
	p := &portPool{ours: map[string]*indexSet{}}
	p.setRange(start, end)
	return p
}

// setRange begins anew at the first port. Pairs that are in use stay with their connections.
func (p *portPool) setRange(start, end int) { p.start, p.end, p.cursor = start, end, max(start/2, 1) }

// bounds are the first pair and the one behind the last. Both ports of a pair lie in the range, and port 0 is none.
func (p *portPool) bounds() (first, behind int) { return max(p.start/2, 1), (p.end + 1) / 2 }

// allocate tries pairs until bind succeeds on one, and returns its RTP port.
func (p *portPool) allocate(address string, bind func(port int) error) (port int, err error) {
	ours := p.ours[address]
	if ours == nil {
		ours = newIndexSet(maxPairs)
		p.ours[address] = ours
	}
	first, behind := p.bounds()
	err = fmt.Errorf("all pairs from %d to %d are taken", p.start, p.end)
	for range behind - first {
		pair, ok := ours.missing(p.cursor)
		if !ok || pair >= behind {
			if pair, ok = ours.missing(first); !ok || pair >= behind {
				break
			}
		}
		p.cursor = pair + 1
		if p.cursor >= behind {
			p.cursor = first
		}
		if bindErr := bind(2 * pair); bindErr != nil {
			err = fmt.Errorf("no pair from %d to %d: %w", p.start, p.end, bindErr)
			if !errors.Is(bindErr, unix.EADDRINUSE) {
				break // the next port would fare no better
			}
			continue
		}
		ours.add(pair)
		return 2 * pair, nil
	}
	return 0, err
}

// release gives a pair back whose sockets are closed.
func (p *portPool) release(address string, port int) {
	ours := p.ours[address]
	ours.remove(port / 2)
	if ours.count == 0 {
		delete(p.ours, address)
	}
}
