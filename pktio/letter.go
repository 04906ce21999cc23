package pktio

import "sync/atomic"

// Letter is a message that brings its own place in the mail, so that posting it allocates nothing. It is a field of what posts
// it, and tells the receiver to look for what the sender has put somewhere for it to find: while it is on its way, posting it
// again does nothing, since the receiver has not looked yet.
type Letter struct {
	node node
	out  atomic.Bool
}

// PostLetter sends the group a letter, from the thread of a queue. The message carries no packet; it is the first one posted
// that arrives. A letter has one group that it goes to.
func (g *Group) PostLetter(q *Queue, l *Letter, m Message) {
	if l.out.Swap(true) {
		return
	}
	l.node.letter = l
	l.node.message = m
	g.mail.push(&l.node)
	g.schedule(q)
}
