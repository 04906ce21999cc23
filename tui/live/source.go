package live

import (
	"fmt"
	"slices"
	"time"

	"osmo-mgw-go/core"
	"osmo-mgw-go/logging"
	"osmo-mgw-go/pktio"
	"osmo-mgw-go/relay"
	"osmo-mgw-go/tui"
	"osmo-mgw-go/vty/mgw"
)

// source is what one screen looks at.
type source struct {
	sampler *Sampler
	tail    *logTail
	target  *logging.Target
	opened  time.Time
}

var _ tui.Source = (*source)(nil)

func (s *source) Log() []tui.LogLine { return s.tail.copy() }

func (s *source) SetLogLevel(word string) {
	if level, err := logging.ParseLevel(word); err == nil {
		s.target.Change(func(s *logging.Settings) { s.SetAll(level) })
	}
}

func (s *source) Snapshot(all bool, span time.Duration) tui.Snapshot {
	history, loads, usage := s.sampler.history(span)
	shot := tui.Snapshot{At: time.Since(s.opened), History: history}
	if len(history) > 0 {
		shot.Now = history[len(history)-1]
	}
	shot.Process = tui.Process{Threads: usage.Threads, Files: usage.Files}
	if !usage.Started.IsZero() {
		shot.Process.Uptime = time.Since(usage.Started).Round(time.Second)
	}
	var drops [relay.DropReasons]uint64
	for _, trunk := range s.sampler.parts.Gateway.Snapshot(!all) {
		shot.Trunks = append(shot.Trunks, trunkOf(&trunk))
		for i := range trunk.Endpoints {
			e := &trunk.Endpoints[i]
			shot.Endpoints = append(shot.Endpoints, endpointOf(e))
			for j := range e.Connections {
				for reason, n := range e.Connections[j].Diagnosis.Drops {
					drops[reason] += n
				}
			}
		}
	}
	shot.Drops = dropsOf(&drops)
	if e := s.sampler.parts.Engine(); e != nil {
		engineInto(&shot, e.Snapshot(), loads)
	}
	return shot
}

func trunkOf(t *core.TrunkSnapshot) tui.Trunk {
	kind := "Virtual"
	if t.Kind == core.E1Trunk {
		kind = "E1"
	}
	return tui.Trunk{
		Name: fmt.Sprintf("%s trunk %d", kind, t.Number), Size: t.Size, Used: t.Used, Connections: t.Connections,
		Osmux: osmuxOf(t),
	}
}

// osmuxOf takes the figures of all circuits that there ever were, and counts those of the calls that are up.
func osmuxOf(t *core.TrunkSnapshot) tui.Osmux {
	x := &t.Stats.Osmux
	o := tui.Osmux{
		ChunksReceived: x.ChunksReceived, OctetsReceived: x.OctetsReceived, PacketsSent: x.PacketsSent, PacketsDropped: x.PacketsDropped,
		SpeechOctetsSent: x.SpeechOctetsSent, DatagramsReceived: x.DatagramsReceived, DatagramsSent: x.DatagramsSent, DatagramsDropped: x.DatagramsDropped,
	}
	for i := range t.Endpoints {
		for j := range t.Endpoints[i].Connections {
			if t.Endpoints[i].Connections[j].Kind == relay.KindOsmux {
				o.Circuits++
			}
		}
	}
	return o
}

func endpointOf(e *core.EndpointSnapshot) tui.Endpoint {
	out := tui.Endpoint{Name: e.Name, CallID: e.CallID}
	if e.Kind == core.E1Trunk {
		out.Trunk = fmt.Sprintf("E1 %d", e.Trunk)
		out.Reset = fmt.Sprintf("reset-endpoint %d %x", e.Trunk, e.Index)
		out.Free = fmt.Sprintf("free-endpoint %d %x", e.Trunk, e.Index)
	} else {
		out.Trunk = fmt.Sprintf("virtual %d", e.Trunk)
	}
	for i := range e.Connections {
		out.Legs = append(out.Legs, legOf(e, &e.Connections[i]))
	}
	return out
}

func legOf(e *core.EndpointSnapshot, c *core.ConnectionSnapshot) tui.Leg {
	d := &c.Diagnosis
	leg := tui.Leg{
		ID: c.ID, Kind: c.Kind.String(), Mode: c.Mode.String(), Codec: "no codec", PacketTime: c.PacketTime,
		Local: fmt.Sprintf("%s:%d", c.Local, c.LocalPort), Remote: "not known",
		Sent: c.Stats.PacketsSent, OctetsSent: c.Stats.OctetsSent, Received: c.Stats.PacketsReceived, OctetsIn: c.Stats.OctetsReceived,
		Silent: d.SinceReceived, Findings: mgw.Diagnose(e, c),
	}
	for reason, n := range d.Drops {
		if relay.DropReason(reason) != relay.DropDummy {
			leg.Dropped += n
		}
	}
	if c.Remote.IsValid() {
		leg.Remote = fmt.Sprintf("%s:%d", c.Remote, c.RemotePort)
	}
	if c.HasCodec {
		leg.Codec = c.Codec.FullName
	}
	if d.In.Valid {
		leg.LossKnown, leg.Lost = true, d.In.Lost
		if c.Codec.Rate > 0 {
			leg.Jitter = time.Duration(d.In.Jitter) * time.Second / time.Duration(c.Codec.Rate)
		}
	}
	if d.LastDrop != relay.DropNone {
		leg.LastDrop = fmt.Sprintf("%v, %.1f s ago", d.LastDrop, d.SinceLastDrop.Seconds())
		if d.LastDropFrom.IsValid() {
			leg.LastDrop += fmt.Sprintf(", from %v", d.LastDropFrom)
		}
	}
	if c.Kind == relay.KindOsmux {
		remote := "?"
		if c.OsmuxRemoteKnown {
			remote = fmt.Sprint(c.OsmuxRemote)
		}
		leg.Circuit = fmt.Sprintf("%v, CID here %d, there %s", c.Stats.Osmux.State, c.OsmuxLocal, remote)
	}
	return leg
}

// dropsOf lists what was dropped, the most frequent reason first. Dummies end here by design.
func dropsOf(drops *[relay.DropReasons]uint64) (list []tui.Count) {
	for reason, n := range drops {
		if r := relay.DropReason(reason); n > 0 && r != relay.DropNone && r != relay.DropDummy {
			list = append(list, tui.Count{Name: r.String(), N: n})
		}
	}
	slices.SortStableFunc(list, func(a, b tui.Count) int { return int(min(b.N, 1<<40)) - int(min(a.N, 1<<40)) })
	return list
}

// traffic are the counters that are no sign of trouble.
var traffic = []pktio.Counter{pktio.RxPackets, pktio.RxOctets, pktio.TxPackets, pktio.TxOctets, pktio.Polls, pktio.Messages, pktio.Bells, pktio.Timers}

func counts(of func(pktio.Counter) uint64) (list []tui.Count) {
	for i, info := range pktio.CounterInfo {
		if c := pktio.Counter(i); of(c) > 0 && !slices.Contains(traffic, c) {
			list = append(list, tui.Count{Name: info.Name, N: of(c), Help: info.Help})
		}
	}
	return list
}

func engineInto(shot *tui.Snapshot, e pktio.Snapshot, loads map[int]float64) {
	shot.IO = tui.IO{
		Backend: e.Backend, Configured: e.Configured, Fallback: e.Fallback, Features: e.Features,
		Select: e.Select.String(), Coalesce: e.Coalesce.String(), Pool: e.Pool,
		Received: e.Total(pktio.RxPackets), OctetsReceived: e.Total(pktio.RxOctets),
		Sent: e.Total(pktio.TxPackets), OctetsSent: e.Total(pktio.TxOctets),
	}
	if polls := e.Total(pktio.Polls); polls > 0 {
		shot.IO.PacketsPerBatch = float64(shot.IO.Received) / float64(polls)
	}
	shot.Counters = counts(e.Total)
	for _, alarm := range e.Alarms {
		shot.Alarms = append(shot.Alarms, fmt.Sprint(alarm))
	}
	for i := range e.Queues {
		q := &e.Queues[i]
		cpu, load := "any", -1.0
		if q.CPU != pktio.AutoCPU {
			cpu = fmt.Sprint(q.CPU)
		}
		if q.PinnedTo != pktio.AutoCPU {
			cpu += "*"
		}
		if known, ok := loads[q.Index]; ok {
			load = known
		}
		shot.Queues = append(shot.Queues, tui.Queue{
			Index: q.Index, CPU: cpu, Load: load, Endpoints: q.Groups, Received: q.Counters[pktio.RxPackets], Sent: q.Counters[pktio.TxPackets],
			Batches: q.Counters[pktio.Polls], Busy: q.Busy, Restarts: q.Restarts,
			Counters: counts(func(c pktio.Counter) uint64 { return q.Counters[c] }),
		})
	}
}
