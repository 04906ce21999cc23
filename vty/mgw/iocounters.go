package mgw

import (
	"strconv"

	"osmo-mgw-go/pktio"
	"osmo-mgw-go/stats"
)

// ioGroup are the counters of a queue of the packet engine. Its index is the queue's number.
var ioGroup = stats.GroupDesc{Name: "io", Title: "packet engine, by queue", Own: true, Counters: queueCounters()}

func queueCounters() []stats.Desc {
	var all []stats.Desc
	for _, info := range pktio.CounterInfo {
		all = append(all, stats.Desc{Name: info.Name, Description: info.Help})
	}
	return all
}

// ioGauges are the figures of a queue that go up and down.
var ioGauges = stats.GaugeGroupDesc{Name: "io", Title: "packet engine, by queue", Own: true, Gauges: []stats.GaugeDesc{
	{Name: "endpoints", Description: "endpoints that live on the queue"},
}}

// ioCounters show the queues' figures to Prometheus and CTRL: a group for each queue that there has been. A queue that was
// taken away and comes back goes on counting where it stopped.
type ioCounters struct {
	registry *stats.Registry
	groups   int
}

// follow makes the groups of queues that are new.
func (c *ioCounters) follow(engine *pktio.Engine) {
	if c.registry == nil {
		return
	}
	for n := len(engine.Snapshot().Queues); c.groups < n; c.groups++ {
		queue := c.groups
		label := stats.Label("queue", strconv.Itoa(queue))
		c.registry.AddSource(&ioGroup, "", func(values []uint64) {
			if all := engine.Snapshot().Queues; queue < len(all) {
				copy(values, all[queue].Counters[:])
			}
		}, stats.At(queue), label)
		c.registry.AddGaugeSource(&ioGauges, "", func(values []int64) {
			values[0] = 0
			if all := engine.Snapshot().Queues; queue < len(all) {
				values[0] = int64(all[queue].Groups)
			}
		}, stats.At(queue), label)
	}
}
