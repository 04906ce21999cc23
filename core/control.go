package core

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// requestBatch is how many requests are carried out before timers and other goroutines get their turn.
const requestBatch = 64

// calls are what other goroutines want done on the control goroutine. An eventfd wakes it out of its wait.
type calls struct {
	wake int

	mu     sync.Mutex
	list   []func()
	closed bool
}

// newCalls panics if the process has no descriptor left: it could not do anything without.
func newCalls() *calls {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		panic("core: " + advise(err).Error())
	}
	return &calls{wake: fd}
}

// put asks for a call. It returns false if there is nobody to do it any more.
func (c *calls) put(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	if c.list = append(c.list, f); len(c.list) == 1 {
		_, _ = unix.Write(c.wake, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	}
	return true
}

// take returns what was asked for.
func (c *calls) take() []func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.list
	c.list = nil
	if len(list) > 0 {
		var count [8]byte
		_, _ = unix.Read(c.wake, count[:])
	}
	return list
}

// close refuses further calls and returns those that were still asked for.
func (c *calls) close() []func() {
	list := c.take()
	c.mu.Lock()
	defer c.mu.Unlock()
	list = append(list, c.list...)
	c.list, c.closed = nil, true
	unix.Close(c.wake)
	return list
}

// Do runs f on the control goroutine and waits for it. It returns false, and has done nothing, if the gateway is closed.
// It must not be called from the control goroutine itself, that is from inside f.
func (g *Gateway) Do(f func()) bool {
	finished := make(chan struct{})
	if !g.calls.put(func() { defer close(finished); f() }) {
		return false
	}
	<-finished
	return true
}

// run is the control goroutine. It waits for requests itself, so that the kernel wakes the very thread that answers them:
// a reply costs one wake-up.
func (g *Gateway) run() {
	defer g.done.Done()
	g.onThread("osmo-mgw")
	for !g.ended {
		g.wait()
		for _, f := range g.calls.take() {
			f()
		}
		if g.server != nil {
			g.server.serve(requestBatch)
		}
		g.timers.run(g.now())
	}
	for _, f := range g.calls.close() {
		f()
	}
}

// wait returns when there is something to do: a call, a request or a timer.
func (g *Gateway) wait() {
	fds := [2]unix.PollFd{{Fd: int32(g.calls.wake), Events: unix.POLLIN}}
	n := 1
	if g.server != nil {
		fds[1] = unix.PollFd{Fd: int32(g.server.fd), Events: unix.POLLIN}
		n = 2
	}
	timeout := -1 // for ever
	if at, ok := g.timers.next(); ok {
		const millisecond = int64(time.Millisecond)
		timeout = int(max(0, (at-g.now()+millisecond-1)/millisecond))
	}
	// An error means that a signal came, or what the next turn finds out.
	_, _ = unix.Poll(fds[:n], timeout)
}
