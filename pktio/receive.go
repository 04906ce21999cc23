package pktio

import (
	"syscall"

	"osmo-mgw-go/iobackend"
)

func (q *Queue) handle(ev *iobackend.Event) {
	switch ev.Kind {
	case iobackend.Received:
		q.receive(ev)
	case iobackend.SendFailed:
		if p := q.inflight.take(ev.Token); p != nil {
			if p.owner != q {
				q.foreign--
			}
			if p.flow != nil {
				q.enter(p.flow.group)
			}
			q.sendFailed(p, ev.Err)
		}
	case iobackend.ReceiveFailed:
		q.n[ReceiveErrors]++
		f := q.slots[ev.Slot]
		q.enter(f.group)
		q.readErrors(f)
	case iobackend.Removed:
		f := q.slots[ev.Slot]
		q.enter(f.group)
		f.removed()
	}
}

func (q *Queue) receive(ev *iobackend.Event) {
	p := &q.packets[ev.Buffer]
	f := q.slots[ev.Slot]
	q.enter(f.group)
	q.n[RxPackets]++
	q.n[RxOctets] += uint64(ev.Length)
	p.holder, p.state = q, packetHeld
	if f.closing {
		q.recycle(p)
		return
	}
	p.Data = p.mem[ev.Offset : ev.Offset+ev.Length]
	p.From.SetRaw(p.mem[ev.Name:])
	p.Now = q.now
	p.RxTime = 0
	f.count++
	if ev.Stamp != 0 {
		q.sample(f, p, ev.Stamp)
	}
	q.current = p
	f.handler.HandlePacket(f, p)
	q.drop()
}

// drop recycles the packet that a handler was lent, if that has neither sent, posted nor kept it.
func (q *Queue) drop() {
	if p := q.current; p != nil {
		q.current = nil
		q.recycle(p)
	}
}

// readErrors takes the reports that wait at a flow's socket and tells its handler.
func (q *Queue) readErrors(f *Flow) {
	if f.state == flowClosed {
		return
	}
	var errs [8]iobackend.SocketError
	for {
		n := q.be.ReadErrors(f.fd, errs[:])
		for i := range errs[:n] {
			e := &errs[i]
			if e.Err == syscall.ECONNREFUSED {
				q.n[PeerRefuses]++
			}
			if h, ok := f.handler.(ErrorHandler); ok {
				h.HandleError(f, e.Err, e.To, q.now)
			}
		}
		if n < len(errs) {
			return
		}
	}
}
