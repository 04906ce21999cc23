package pktio

import "syscall"

// send gives a packet to the backend; its address is in place.
func (q *Queue) send(p *Packet) {
	p.length = uint32(len(p.Data))
	p.state = packetQueued
	queued, err := q.be.Send(p.flow.fd, q.inflight.tail, p.Data, p.target)
	if queued {
		q.inflight.put(p)
		if p.owner != q {
			q.foreign++
		}
		return
	}
	if err != 0 {
		q.sendFailed(p, err)
		return
	}
	q.sent(p)
}

func (q *Queue) sent(p *Packet) {
	q.n[TxPackets]++
	q.n[TxOctets] += uint64(p.length)
	q.recycle(p)
}

// sendFailed drops a packet that could not be sent, or sends it again if the error was about an earlier one: a socket with
// IP_RECVERR reports what ICMP said about a datagram by failing whatever call comes next, once.
func (q *Queue) sendFailed(p *Packet, err syscall.Errno) {
	f := p.flow
	if f == nil { // its group has moved on
		q.n[SendErrors]++
		q.recycle(p)
		return
	}
	switch err {
	case syscall.ECONNREFUSED, syscall.EHOSTUNREACH, syscall.ENETUNREACH, syscall.EHOSTDOWN, syscall.EPROTO:
		q.readErrors(f)
		if !p.resent && f.state != flowClosed {
			p.resent = true
			q.n[Resends]++
			q.send(p)
			return
		}
		q.n[SendUnreachable]++
	case syscall.EAGAIN, syscall.ENOBUFS, syscall.ENOMEM:
		q.n[SendFull]++
	default:
		q.n[SendErrors]++
	}
	q.recycle(p)
}

// recycleSent recycles the packets whose sends are over and did not fail.
func (q *Queue) recycleSent() {
	for q.inflight.head != q.settled {
		if p := q.inflight.take(q.inflight.head); p != nil {
			if p.owner != q {
				q.foreign--
			}
			q.sent(p)
		}
		q.inflight.head++
	}
}
