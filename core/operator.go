package core

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"osmo-mgw-go/logging"
	"osmo-mgw-go/relay"
)

// Why something that the operator asks for cannot be done (§22).
var (
	ErrNoTrunk      = errors.New("no such E1 trunk")
	ErrNoEndpoints  = errors.New("the trunk has no endpoints until the next start")
	ErrNoEndpoint   = errors.New("no such endpoint")
	ErrNoConnection = errors.New("no such connection")
	ErrNoCallAgent  = errors.New("no call agent is configured that could be told")
)

// Transaction ids of the RSIP requests that the operator has sent. Nobody looks at the answers.
const (
	resetTransaction    = "39"
	resetAllTransaction = "1"
)

// FreeEndpoint drops all connections of an E1 endpoint. Index is its position in the trunk, of which 0 cannot be named.
func (g *Gateway) FreeEndpoint(trunk, index int) error {
	return g.operate(trunk, index, func(e *endpoint) error {
		g.log.With(e.name).Log(logging.LMGCP, logging.Notice, "freed by the operator: %d connections deleted", len(e.connections))
		e.release()
		return nil
	})
}

// LoopEndpoint sends what the connections of an E1 endpoint receive back to where it came from, or ends that. An MDCX
// ends it, too. Their SSRC is patched from then on, so that peers do not see their own.
func (g *Gateway) LoopEndpoint(trunk, index int, loop bool) error {
	return g.operate(trunk, index, func(e *endpoint) error {
		for _, c := range e.connections {
			c.mode = c.signalled
			if loop {
				c.mode = relay.ModeLoopback
			}
			c.patchSSRC = true
			if err := c.start(); err != nil {
				return err
			}
		}
		return nil
	})
}

// TapConnection copies what a connection of an E1 endpoint receives, or what it sends on, to an address, until the
// connection ends.
func (g *Gateway) TapConnection(trunk, index int, connection string, direction relay.TapDirection, to netip.AddrPort) error {
	return g.operate(trunk, index, func(e *endpoint) error {
		c := e.find(connection)
		if c == nil {
			return fmt.Errorf("%w: %s on %s", ErrNoConnection, connection, e.name)
		}
		return c.tapTo(direction, to)
	})
}

// ResetEndpoint tells the call agent that an E1 endpoint has restarted. Nothing changes here.
func (g *Gateway) ResetEndpoint(trunk, index int) error {
	return g.operate(trunk, index, func(e *endpoint) error { return g.tellRestart(resetTransaction, e.name) })
}

// ResetAllEndpoints tells the call agent that all endpoints have restarted. Nothing changes here.
func (g *Gateway) ResetAllEndpoints() (err error) {
	if !g.Do(func() { err = g.tellRestart(resetAllTransaction, "*@"+g.config.Domain) }) {
		return ErrClosed
	}
	return err
}

func (g *Gateway) tellRestart(transaction, endpoint string) error {
	if g.server == nil || !g.server.peer.IsValid() {
		return ErrNoCallAgent
	}
	return g.server.send(nil, []byte("RSIP "+transaction+" "+endpoint+" MGCP 1.0\r\n"))
}

// operate runs action on an endpoint of an E1 trunk.
func (g *Gateway) operate(number, index int, action func(e *endpoint) error) (err error) {
	if !g.Do(func() {
		var t *trunk
		if t, err = g.e1Trunk(number); err != nil {
			return
		}
		if index < 1 || index >= len(t.endpoints) {
			err = fmt.Errorf("%w: position %d of trunk %d", ErrNoEndpoint, index, number)
			return
		}
		err = action(t.endpoints[index])
	}) {
		return ErrClosed
	}
	return err
}

func (g *Gateway) e1Trunk(number int) (*trunk, error) {
	t := g.e1[number]
	switch {
	case t == nil:
		return nil, fmt.Errorf("%w: %d", ErrNoTrunk, number)
	case len(t.endpoints) == 0:
		return nil, fmt.Errorf("trunk %d: %w", number, ErrNoEndpoints)
	}
	return t, nil
}

// trunkEndpoint finds an endpoint of an E1 trunk by its own name, or the first free one for a star.
func (g *Gateway) trunkEndpoint(number int, name string) (*endpoint, error) {
	t := g.e1[number]
	if t == nil {
		return nil, fmt.Errorf("%w: %d", ErrNoTrunk, number)
	}
	var e *endpoint
	if strings.Contains(name, wildcard) && !strings.HasSuffix(name, "@"+wildcard) || name == wildcard {
		e = t.firstFree()
	} else {
		local, _, _ := strings.Cut(strings.ToLower(name), "@")
		if e = t.lookup(local); e != nil && !strings.EqualFold(e.name, name) {
			e = nil
		}
	}
	if e == nil {
		return nil, fmt.Errorf("%w: %s on trunk %d", ErrNoEndpoint, name, number)
	}
	return e, nil
}
