package osmux

// CIDs is how many circuit numbers there are.
const CIDs = 256

// CIDPool hands out the numbers of our own circuits, 0 to 255. A freed number comes last in turn, so that late chunks
// of an ended call do not fall into the next one. The zero value has all numbers free. It belongs to one goroutine.
type CIDPool struct {
	used  [CIDs]bool
	inUse int
	next  uint8
}

// Take returns the next free number in turn; false if there is none.
func (p *CIDPool) Take() (cid uint8, ok bool) {
	for range CIDs {
		cid = p.next
		p.next++
		if p.Claim(cid) {
			return cid, true
		}
	}
	return 0, false
}

// Claim takes the number cid, if it is free. Whose turn it is does not change.
func (p *CIDPool) Claim(cid uint8) bool {
	if p.used[cid] {
		return false
	}
	p.used[cid] = true
	p.inUse++
	return true
}

// Release gives cid back. Giving back what is free does nothing.
func (p *CIDPool) Release(cid uint8) {
	if p.used[cid] {
		p.used[cid] = false
		p.inUse--
	}
}

// InUse returns how many numbers are taken.
func (p *CIDPool) InUse() int { return p.inUse }
