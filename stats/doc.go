// Package stats counts. It has rate counters and gauges in groups with Osmocom's names (spec vty.md §13), the texts of
// `show stats` and `show rate-counters`, and the reporters that carry the figures out: statsd, log and Prometheus.
//
// Groups are declared as tables and belong to a [Registry]:
//
//	var crcxGroup = stats.GroupDesc{Name: "crcx", Title: "crxc statistics", Counters: []stats.Desc{
//		{"crcx:success", "connections created"},
//	}}
//	g := registry.NewGroup(&crcxGroup, "virtual-0:crcx", stats.OfTrunk("virtual-0"))
//	g.Add(crcxSuccess, 1)
//
// # Who writes, who reads
//
// [Group.Add] is an atomic addition, for the control side. The packet path counts in a [Shard], of which there is one for
// each thread that writes: an addition there is a plain load and store, without a locked instruction, an allocation or
// a wait. The value of a counter is the sum over its shards. Reading, reporting and `stats reset` never touch what the
// writers write; a reset moves the point from which is counted.
//
// One goroutine of the registry ([Registry.Start]) cuts the rates once a second and reports at the interval. Creating and
// freeing groups takes a lock that is held for a few instructions, or for the time of copying the list.
//
// # Our own groups
//
// A group with Own in its description is one that osmo-mgw does not have. It is there for Prometheus and CTRL; `show
// stats`, `show rate-counters`, statsd and the log reporter never mention it.
//
// The package may be imported by all; it imports logging only.
package stats
