package stats

import "sync"

// groupList holds the groups of a kind in order of creation, and gives them their indexes. Adding and removing take the
// same time however many there are: a connection comes and goes with a group or two.
type groupList[G listed[G]] struct {
	mu     sync.Mutex
	newest G
	length int
	next   map[string]int // index of the next group, by sequence
}

// links are a group's neighbours in its list.
type links[G any] struct {
	newer, older G
	listed       bool
}

type listed[G any] interface {
	comparable
	neighbours() *links[G]
}

func (g *Group) neighbours() *links[*Group]   { return &g.links }
func (g *Gauges) neighbours() *links[*Gauges] { return &g.links }

func (l *groupList[G]) add(g G, id *identity) {
	var none G
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next == nil {
		l.next = make(map[string]int)
	}
	if !id.fixed {
		id.index = l.next[id.sequence]
		l.next[id.sequence]++
	}
	*g.neighbours() = links[G]{older: l.newest, listed: true}
	if l.newest != none {
		l.newest.neighbours().newer = g
	}
	l.newest = g
	l.length++
}

func (l *groupList[G]) remove(g G) {
	var none G
	l.mu.Lock()
	defer l.mu.Unlock()
	n := g.neighbours()
	if !n.listed {
		return
	}
	if n.newer != none {
		n.newer.neighbours().older = n.older
	} else {
		l.newest = n.older
	}
	if n.older != none {
		n.older.neighbours().newer = n.newer
	}
	*n = links[G]{}
	l.length--
}

// all returns the groups, the newest first.
func (l *groupList[G]) all() []G {
	var none G
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]G, 0, l.length)
	for g := l.newest; g != none; g = g.neighbours().older {
		all = append(all, g)
	}
	return all
}
