package core

import "osmo-mgw-go/mgcp"

// cidCount is the number of Osmux circuit ids.
const cidCount = 256

// cidPool holds our side's Osmux circuit ids, one pool for the whole gateway (§17).
type cidPool struct {
	used *indexSet
	last int // the one allocated last, -1 if there was none
}

func newCIDPool() *cidPool { return &cidPool{used: newIndexSet(cidCount), last: -1} }

// allocate takes an id: the one that the call agent named for the other side if it is free here, too, since old peers
// know one id per circuit; else the next one behind the last, all around.
func (p *cidPool) allocate(request mgcp.OsmuxRequest) (cid int, ok bool) {
	if cid = int(request.CID); request.Wildcard || p.used.has(cid) {
		if cid, ok = p.used.missing((p.last + 1) % cidCount); !ok {
			cid, ok = p.used.missing(0)
		}
		if !ok {
			return 0, false
		}
	}
	p.used.add(cid)
	p.last = cid
	return cid, true
}

func (p *cidPool) release(cid int) { p.used.remove(cid) }
