package core

import (
	"testing"
	"time"
)

func (b *bed) setTimeout(seconds int) {
	b.Helper()
	if err := b.Configure(func(c *Config) { c.ConnTimeout = seconds }); err != nil {
		b.Fatal(err)
	}
}

// receive lets a packet come in on a connection, now.
func (c *fakeConn) receive() { c.activity.Store(c.plane.Now()) }

// §16.
func TestWatchdog(t *testing.T) {
	b := newBed(t, func(c *Config) { c.ConnTimeout = 10 })
	id := field(b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n"), "I: ")
	b.want(200, "CRCX 2 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
	second := b.conn("rtpbridge/1@mgw")
	left := func() (n int) {
		b.Do(func() { n = b.virtual.connections })
		return n
	}
	b.pass(6 * time.Second)
	second.receive()
	b.want(200, "AUEP 3 rtpbridge/1@mgw MGCP 1.0\n") // does not feed
	b.want(515, "MDCX 4 rtpbridge/1@mgw MGCP 1.0\n") // refused: does not feed
	b.pass(3 * time.Second)
	b.want(200, "MDCX 5 rtpbridge/1@mgw MGCP 1.0\nI: "+id+"\nM: bogus\n") // feeds
	b.pass(6900 * time.Millisecond)                                       // 15.9 s
	if n := left(); n != 2 {
		t.Fatalf("%d connections, want both: packet and MDCX have armed their timers again", n)
	}
	b.pass(200 * time.Millisecond) // 16.1 s
	if n := left(); n != 1 || !second.closed {
		t.Errorf("%d connections, second closed is %v: nothing came in on it for 10 s", n, second.closed)
	}
	b.pass(3 * time.Second)
	if n := left(); n != 0 || b.virtual.claimed.count != 0 {
		t.Errorf("%d connections, %d endpoints in use: the last one releases its endpoint", n, b.virtual.claimed.count)
	}
}

// §16: changes of the setting act when a timer is armed.
func TestWatchdogSetting(t *testing.T) {
	alive := func(b *bed) (n int) {
		b.Do(func() { n = b.virtual.connections })
		return n
	}
	create := func(b *bed) *fakeConn {
		b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly\n")
		return b.conn("rtpbridge/1@mgw")
	}

	b := newBed(t)
	c := create(b)
	b.setTimeout(5)
	b.pass(time.Minute)
	if alive(b) != 1 {
		t.Error("turning it on has armed a connection on which nothing came in")
	}
	c.receive()
	b.pass(4 * time.Second)
	if alive(b) != 1 {
		t.Error("deleted 4 s after a packet")
	}
	b.pass(6 * time.Second)
	if alive(b) != 0 {
		t.Error("still there 10 s after a packet")
	}

	b = newBed(t, func(c *Config) { c.ConnTimeout = 5 })
	create(b)
	b.setTimeout(0)
	b.pass(6 * time.Second)
	if alive(b) != 0 {
		t.Error("turning it off has stopped a timer that ran")
	}

	b = newBed(t, func(c *Config) { c.ConnTimeout = 5 })
	c = create(b)
	b.setTimeout(50)
	b.pass(3 * time.Second)
	c.receive() // takes the new value
	b.pass(40 * time.Second)
	if alive(b) != 1 {
		t.Error("the old value held beyond the next packet")
	}
	b.setTimeout(5)
	b.pass(12 * time.Second)
	if alive(b) != 0 {
		t.Error("the value of the last packet did not hold")
	}
}

// §15: dummies at the end of a request and as keep-alive.
func TestDummies(t *testing.T) {
	const remote = "\n\nc=IN IP4 127.0.0.1\nm=audio 4000 RTP/AVP 0\n"
	for _, tt := range []struct {
		name      string
		keepAlive int
		request   string
		want      int // after the request
		later     int // after 21 s
	}{
		{"never", KeepAliveNever, "M: recvonly" + remote, 0, 0},
		{"once", KeepAliveOnce, "M: recvonly" + remote, 1, 1},
		{"once, sendrecv", KeepAliveOnce, "M: sendrecv" + remote, 1, 1},
		{"once, loopback", KeepAliveOnce, "M: loopback" + remote, 1, 1},
		{"once, confecho", KeepAliveOnce, "M: confecho" + remote, 1, 1},
		{"once, sendonly", KeepAliveOnce, "M: sendonly" + remote, 0, 0},
		{"once, no peer", KeepAliveOnce, "M: recvonly", 0, 0},
		{"once, no port", KeepAliveOnce, "M: recvonly\n\nc=IN IP4 127.0.0.1\n", 0, 0},
		{"10 s", 10, "M: recvonly" + remote, 1, 3},
		{"10 s, sendrecv", 10, "M: sendrecv" + remote, 1, 1},
		{"10 s, no peer", 10, "M: recvonly", 0, 0},
	} {
		b := newBed(t, func(c *Config) { c.Virtual.KeepAlive = tt.keepAlive })
		b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\n"+tt.request+"\n")
		c := b.conn("rtpbridge/1@mgw")
		now := c.dummies
		for range 21 {
			b.pass(time.Second)
		}
		if now != tt.want || c.dummies != tt.later {
			t.Errorf("%s: %d dummies, later %d, want %d and %d", tt.name, now, c.dummies, tt.want, tt.later)
		}
		b.Close()
	}

	// A change of the setting starts and stops the timer at once.
	b := newBed(t)
	b.want(200, "CRCX 1 rtpbridge/1@mgw MGCP 1.0\nC: a\nM: recvonly"+remote)
	c := b.conn("rtpbridge/1@mgw")
	for _, step := range []struct{ setting, want int }{{5, 2}, {KeepAliveOnce, 2}, {1, 12}, {KeepAliveNever, 12}} {
		if err := b.Configure(func(c *Config) { c.Virtual.KeepAlive = step.setting }); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			b.pass(time.Second)
		}
		if c.dummies != step.want {
			t.Errorf("%d dummies after 10 s of setting %d, want %d", c.dummies, step.setting, step.want)
		}
	}
}
