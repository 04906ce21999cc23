package core

import (
	"fmt"
	"net/netip"
	"sync/atomic"
	"time"

	"osmo-mgw-go/logging"
)

// closingPatience is how long an allocation waits for pairs that are being closed, when no other is left. Queues close
// sockets within a batch.
const closingPatience = time.Second

// freshSockets are bound for a connection and wait to be taken into use, in place of those on the old address.
type freshSockets struct {
	rtp, rtcp  int
	oldAddress string
	oldPort    uint16
}

// bind gives a connection sockets on the address that is right for it now. If it has some there already, or if it fails,
// it keeps what it has (§13).
func (g *Gateway) bind(c *connection) error {
	local, err := g.localAddress(c)
	if err != nil || local == c.local {
		return err
	}
	addr, err := netip.ParseAddr(local)
	if err != nil {
		return fmt.Errorf("local address: %w", err)
	}
	fresh := &freshSockets{oldAddress: c.local, oldPort: c.localPort}
	open := func(port int) (err error) {
		var optionErr error
		fresh.rtp, fresh.rtcp, optionErr, err = g.sockets.openPair(addr, port, g.rtpOptions())
		if optionErr != nil {
			g.log.With(c.object()).Log(logging.LMGCP, logging.Error, "socket options: %v", optionErr)
		}
		return err
	}
	g.reclaimPorts()
	port, err := g.ports.allocate(local, open)
	for deadline := time.Now().Add(closingPatience); err != nil && g.waitForPorts(deadline); {
		port, err = g.ports.allocate(local, open)
	}
	if err != nil {
		return fmt.Errorf("RTP ports on %s: %w", local, err)
	}
	c.local, c.localPort, c.fresh = local, uint16(port), fresh
	return nil
}

// freedPorts tells the control goroutine which pairs have been closed. Queues put pairs in and never wait.
type freedPorts struct {
	list    atomic.Pointer[freedPair]
	wake    chan struct{}
	pending int // pairs that are being closed; control goroutine only
}

type freedPair struct {
	address string
	port    int
	next    *freedPair
}

// later returns what to call when the pair's sockets are closed.
func (f *freedPorts) later(address string, port uint16) func() {
	f.pending++
	pair := &freedPair{address: address, port: int(port)}
	return func() {
		for {
			pair.next = f.list.Load()
			if f.list.CompareAndSwap(pair.next, pair) {
				break
			}
		}
		select {
		case f.wake <- struct{}{}:
		default:
		}
	}
}

// reclaimPorts gives the pairs that are closed back to the pool.
func (g *Gateway) reclaimPorts() (any bool) {
	for pair := g.freed.list.Swap(nil); pair != nil; pair = pair.next {
		g.ports.release(pair.address, pair.port)
		g.freed.pending--
		any = true
	}
	return any
}

// waitForPorts waits until a pair has been closed, and says whether there is one more to try.
func (g *Gateway) waitForPorts(deadline time.Time) bool {
	for g.freed.pending > 0 {
		if g.reclaimPorts() {
			return true
		}
		select {
		case <-g.freed.wake:
		case <-time.After(time.Until(deadline)):
			return g.reclaimPorts()
		}
	}
	return false
}
