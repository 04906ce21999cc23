package pktio_test

import (
	"testing"

	"osmo-mgw-go/pktio"
)

// reader counts the letters it gets, and posts some of its own.
type reader struct {
	letter pktio.Letter
	group  *pktio.Group
	got    int
	again  int
}

func (r *reader) HandleMessage(q *pktio.Queue, m *pktio.Message) {
	r.got += int(m.A)
	if r.again > 0 {
		r.again--
		r.group.PostLetter(q, &r.letter, pktio.Message{To: r, A: 1})
	}
}

func TestLetterArrivesOnce(t *testing.T) {
	net, e := newFake(t, 2)
	r := &reader{group: e.NewGroup(0)}
	sender := e.NewGroup(1)
	post := func(q *pktio.Queue) {
		r.group.PostLetter(q, &r.letter, pktio.Message{To: r, A: 1})
		r.group.PostLetter(q, &r.letter, pktio.Message{To: r, A: 100}) // it is on its way already
	}
	for want := 1; want <= 3; want++ {
		sender.Do(post)
		net.Run(e, 0)
		if r.got != want {
			t.Fatalf("%d arrived, want %d", r.got, want)
		}
	}
	r.again = 5 // posted from within its own delivery
	sender.Do(post)
	net.Run(e, 0)
	if r.got != 9 {
		t.Errorf("%d arrived, want 9", r.got)
	}
}
