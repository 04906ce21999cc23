package pktio

import (
	"runtime"
	"sync"
)

// procs keeps GOMAXPROCS above the number of queues in the process: a busy queue does not give up its P while it waits (see
// iobackend.Park), and everything else needs one, too.
var procs struct {
	sync.Mutex
	queues int
	base   int // GOMAXPROCS without the queues
}

// addProcs says that there are n more queues, or fewer.
func addProcs(n int) {
	procs.Lock()
	defer procs.Unlock()
	if procs.queues == 0 {
		procs.base = runtime.GOMAXPROCS(0)
	}
	procs.queues += n
	runtime.GOMAXPROCS(procs.base + procs.queues)
}
