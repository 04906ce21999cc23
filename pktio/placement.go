package pktio

// place finds a queue for a new group and gives it to it.
func (e *Engine) place(g *Group) {
	e.mu.Lock()
	defer e.mu.Unlock()
	q := e.pick(g)
	q.load++
	g.home, g.q = q, q
	g.queue.Store(q)
	e.groups[g] = struct{}{}
}

func (e *Engine) unplace(g *Group) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, ok := e.groups[g]; ok {
		delete(e.groups, g)
		g.home.load--
	}
}

// pick chooses a queue; under e.mu.
func (e *Engine) pick(g *Group) *Queue {
	switch e.cfg.Select {
	case RoundRobin:
		e.next++
		return e.queues[e.next%len(e.queues)]
	case Hash:
		return e.queues[hash(g.key, len(e.queues))]
	}
	return leastLoaded(e.queues)
}

// hash spreads keys over n queues. Fibonacci hashing: neighbouring keys go to different queues.
func hash(key uint64, n int) int { return int(key * 0x9e3779b97f4a7c15 >> 32 % uint64(n)) }

func leastLoaded(queues []*Queue) *Queue {
	best := queues[0]
	for _, q := range queues[1:] {
		if q.load < best.load {
			best = q
		}
	}
	return best
}

// rebalance finds new homes for the groups whose queue is no longer one of the engine's, or has more than its share; under e.mu.
// With Hash every group goes where its key says. Otherwise a group moves to the queue that has taken the place of its own, if there
// is one, and as few as possible move beyond that.
func (e *Engine) rebalance() (moves []move) {
	for _, q := range e.queues {
		q.load = 0
	}
	share := (len(e.groups) + len(e.queues) - 1) / len(e.queues)
	var homeless []*Group
	for g := range e.groups {
		var to *Queue
		switch {
		case e.cfg.Select == Hash:
			to = e.queues[hash(g.key, len(e.queues))]
		case g.home.index < len(e.queues):
			to = e.queues[g.home.index]
		}
		if to == nil || e.cfg.Select != Hash && to.load >= share {
			homeless = append(homeless, g)
			continue
		}
		moves = e.rehome(moves, g, to)
	}
	for _, g := range homeless {
		moves = e.rehome(moves, g, leastLoaded(e.queues))
	}
	return moves
}

func (e *Engine) rehome(moves []move, g *Group, to *Queue) []move {
	to.load++
	if g.home == to {
		return moves
	}
	g.home = to
	return append(moves, move{g, to, make(chan struct{})})
}
