package core

import (
	"strings"

	"osmo-mgw-go/e1"
)

const (
	// maxName is the length at which endpoint names are cut.
	maxName = 511

	nullPrefix = "null@"
	wildcard   = "*"
	hexDigits  = "0123456789abcdef"
)

// target is what an endpoint name stands for (§6).
type target struct {
	wildcard bool      // the gateway chooses the endpoint
	null     bool      // the endpoint that is there for keep-alives only
	trunk    *trunk    // nil if the name tells none
	endpoint *endpoint // nil if there is none, or none is free
}

// resolve finds out what a name stands for. Case does not matter.
func (g *Gateway) resolve(name string) target {
	name = strings.ToLower(name[:min(len(name), maxName)])
	local, domain, hasDomain := strings.Cut(name, "@")
	// Endpoints of a gateway whose domain is "*" are named so, and a name in their own form means that one.
	own := g.config.Domain == wildcard && domain == wildcard && !strings.Contains(local, wildcard)
	t := target{wildcard: strings.Contains(name, wildcard) && !own}
	if !strings.Contains(name, wildcard) && strings.HasPrefix(name, nullPrefix) {
		t.null = true
		return t
	}
	if !hasDomain || g.config.Domain != wildcard && !strings.EqualFold(g.config.Domain, domain) {
		return t
	}
	t.trunk = g.resolveTrunk(local)
	switch {
	case t.trunk == nil:
	case t.wildcard:
		t.endpoint = t.trunk.firstFree()
	default:
		t.endpoint = t.trunk.lookup(local)
	}
	return t
}

// resolveTrunk finds the trunk by the local part of a name. Without a prefix it is the virtual trunk: old call agents
// send the bare number, in which a star may stand.
func (g *Gateway) resolveTrunk(local string) *trunk {
	if strings.HasPrefix(local, virtualPrefix) {
		return g.virtual
	}
	if number, _, ok := e1.CutTrunk(local); ok {
		return g.e1[number]
	}
	if local != "" && strings.Contains(hexDigits, local[:1]) && strings.Trim(local, hexDigits+wildcard) == "" {
		return g.virtual
	}
	return nil
}

// lookup finds an endpoint by the local part of its name, nil if there is none.
func (t *trunk) lookup(local string) *endpoint {
	if t.kind == VirtualTrunk {
		return t.byName[strings.TrimPrefix(local, virtualPrefix)]
	}
	if _, slot, ok := e1.ParseName(local); ok && slot.Index() < len(t.endpoints) {
		return t.endpoints[slot.Index()]
	}
	return nil
}
