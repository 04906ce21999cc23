package ssh

import (
	"net/netip"
	"sync"
	"time"
)

const (
	firstPenalty = time.Second
	maxPenalty   = 30 * time.Second
	// forgetAfter is how long a failure is held against an address.
	forgetAfter = 10 * time.Minute
	// maxAddresses bounds the memory that attackers can fill; beyond it the oldest are forgotten.
	maxAddresses = 4096
)

// penalties makes addresses wait that could not authenticate: 1, 2, 4 … 30 s, until one succeeds.
type penalties struct {
	now func() time.Time

	mu        sync.Mutex
	addresses map[netip.Addr]penalty
	failures  uint64
}

type penalty struct {
	length time.Duration
	until  time.Time
}

// wait is how long a connection from an address has to wait for its handshake.
func (p *penalties) wait(a netip.Addr) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(p.addresses[a].until.Sub(p.now()), 0)
}

// failed notes a connection that did not authenticate, and returns the time until the next may try.
func (p *penalties) failed(a netip.Addr) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failures++
	now := p.now()
	if p.addresses == nil {
		p.addresses = make(map[netip.Addr]penalty)
	}
	if len(p.addresses) >= maxAddresses {
		p.forget(now)
	}
	old := p.addresses[a]
	next := penalty{length: firstPenalty}
	if old.length > 0 && now.Sub(old.until) < forgetAfter {
		next.length = min(2*old.length, maxPenalty)
	}
	next.until = now.Add(next.length)
	p.addresses[a] = next
	return next.length
}

// succeeded forgets what was held against an address.
func (p *penalties) succeeded(a netip.Addr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.addresses, a)
}

func (p *penalties) count() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failures
}

// forget makes room: all that is long ago goes, or else the one that waits least.
func (p *penalties) forget(now time.Time) {
	var oldest netip.Addr
	var until time.Time
	for a, entry := range p.addresses {
		if now.Sub(entry.until) > forgetAfter {
			delete(p.addresses, a)
		} else if until.IsZero() || entry.until.Before(until) {
			oldest, until = a, entry.until
		}
	}
	if len(p.addresses) >= maxAddresses {
		delete(p.addresses, oldest)
	}
}
