package pktio

import (
	"fmt"
	"slices"
	"time"
)

// watchTicks is how many looks in a row must find a queue at the same turn. Looks are counted, not seconds, so that a process that
// was stopped for a while does not take its queues for dead.
const watchTicks = 3

// maxAlarms is how many alarms are kept.
const maxAlarms = 16

// Alarm is something that an operator should know of.
type Alarm struct {
	At   time.Time
	Text string
}

// sighting is how often in a row a queue was found at the same turn.
type sighting struct {
	beat  uint64
	times int
}

// watch looks at the queues now and then, until the engine is closed.
func (e *Engine) watch() {
	defer close(e.watched)
	if e.manual {
		return
	}
	period := e.cfg.Watchdog / watchTicks
	tick := time.NewTicker(period)
	defer tick.Stop()
	last := map[*Queue]sighting{}
	for {
		select {
		case <-e.watching:
			return
		case <-tick.C:
		}
		e.reap()
		e.mu.Lock()
		queues := e.live
		e.mu.Unlock()
		seen := map[*Queue]sighting{}
		for _, q := range queues {
			s := sighting{beat: q.beat.Load()}
			if was, ok := last[q]; ok && was.beat == s.beat {
				s.times = was.times + 1
			}
			seen[q] = s
			if reason := q.dead(s, period); reason != "" {
				e.restart(q, reason)
			}
		}
		last = seen
	}
}

// dead says why a queue is taken for dead; empty if it is not. One that sleeps in its backend has a second more.
func (q *Queue) dead(s sighting, period time.Duration) string {
	select {
	case <-q.done:
		if !q.stopped.Load() {
			return "its thread has ended"
		}
	default:
	}
	switch busy := q.busy.Load(); {
	case busy == nil:
		return ""
	case busy == polling && s.times > watchTicks+int(2*time.Duration(maxSleep)/period):
		return "its wait does not end"
	case busy != polling && s.times > watchTicks:
		return fmt.Sprintf("a handler of group %d does not return", busy.key)
	}
	return ""
}

// restart puts a new queue in the place of a dead one. Groups move with their sockets, timers and messages; the one whose handler
// does not return follows if it ever does.
func (e *Engine) restart(q *Queue, reason string) {
	e.change.Lock()
	defer e.change.Unlock()
	at := slices.Index(e.queues, q)
	var fresh *Queue // none if a change was about to end this queue anyway: then its groups have another home
	if at >= 0 {
		started, err := e.startQueues(q.index, q.index+1, e.choice, e.cfg.Pool)
		if err != nil {
			e.alarm("queue %d is dead: %s. No new one starts, trying again: %v", q.index, reason, err)
			return
		}
		fresh = started[0]
	}
	stuck := q.depose()

	e.mu.Lock()
	without := func(other *Queue) bool { return other == q }
	e.live = slices.DeleteFunc(slices.Clone(e.live), without)
	if fresh != nil {
		e.queues = slices.Clone(e.queues)
		e.queues[at], e.live = fresh, append(e.live, fresh)
		e.retired[q.index].restarts++
	}
	e.retire(q)
	var mine []*Group
	for g := range e.groups {
		if g.home == q {
			g.home = fresh
			fresh.load++
		}
		if g.queue.Load() == q && g != stuck {
			mine = append(mine, g)
		}
	}
	e.mu.Unlock()

	e.alarm("queue %d was dead (%s) and is replaced; %d groups move", q.index, reason, len(mine))
	q.be.Abandon()
	for _, g := range mine {
		g.seize(e.homeOf(g))
	}
	if stuck == nil {
		q.stopped.Store(true)
	}
	e.forward(q)
	q.verdict <- stuck
}

// depose takes the queue's groups from its thread, but for the one that it returns, if that is not nil: the thread is at it.
func (q *Queue) depose() (stuck *Group) {
	q.deposed.Store(true)
	stuck = q.busy.Load()
	if stuck == nil {
		// It has just moved on, and notices at its next step.
		select {
		case <-q.yielded:
		case <-q.done:
		case <-time.After(answerTime):
		}
		return nil
	}
	select {
	case <-q.done:
		return nil // nobody is at it any more
	default:
		return stuck
	}
}

func (e *Engine) homeOf(g *Group) *Queue {
	e.mu.Lock()
	defer e.mu.Unlock()
	return g.home
}

func (e *Engine) alarm(format string, args ...any) {
	a := Alarm{At: time.Now(), Text: fmt.Sprintf(format, args...)}
	e.log(LogError, "%s", a.Text)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.alarms = append(e.alarms, a)
	if len(e.alarms) > maxAlarms {
		e.alarms = e.alarms[1:]
	}
}
