package mgw

import (
	"regexp"
	"runtime"
	"strconv"

	"osmo-mgw-go/process"
	"osmo-mgw-go/vty"
)

// bufferSize is what a packet buffer of a pool takes, in octets.
const bufferSize = 2048

// chunk is a line of the memory report.
type chunk struct {
	name          string
	bytes, blocks uint64
}

// showMemory answers the commands that show the memory of osmo-mgw's allocator. We have another one; the report has its
// form and our figures.
func (m *mgw) showMemory() []vty.Command {
	help := func(more vty.Words) vty.Words {
		words := vty.Words{
			"talloc-context": "Memory in use",
			"application":    "What the gateway's own objects and packet pools take",
			"global":         "What the process takes, the Go runtime included",
			"all":            "Nothing: there are no other contexts",
			"full":           "All parts",
			"brief":          "The sum",
			"DEPTH":          "Number of levels",
		}
		for token, text := range more {
			words[token] = text
		}
		return words
	}
	const syntax = "show talloc-context (application|global|all) (full|brief|DEPTH)"
	return []vty.Command{
		{
			Syntax: syntax, Help: help(nil),
			Run: func(c *vty.Context, a vty.Args) error {
				m.printMemory(c, a, func(int, chunk) bool { return true })
				return nil
			},
		},
		{
			Syntax: syntax + " tree ADDRESS",
			Help:   help(vty.Words{"tree": "One part only", "ADDRESS": "Number at the end of its line, as 0x2"}),
			Run: func(c *vty.Context, a vty.Args) error {
				wanted, err := strconv.ParseUint(a.Word(2), 0, 64)
				parts := m.memory(a.Word(0))
				if err != nil || wanted < 1 || wanted > uint64(len(parts)) {
					return vty.Failf("Invalid chunk address")
				}
				m.printMemory(c, a, func(i int, _ chunk) bool { return i == int(wanted)-1 })
				return nil
			},
		},
		{
			Syntax: syntax + " filter REGEXP",
			Help:   help(vty.Words{"filter": "Parts with certain names only", "REGEXP": "Regular expression"}),
			Run: func(c *vty.Context, a vty.Args) error {
				expression, err := regexp.Compile(a.Word(2))
				if err != nil {
					return vty.Failf("Invalid expression")
				}
				m.printMemory(c, a, func(_ int, part chunk) bool { return expression.MatchString(part.name) })
				return nil
			},
		},
	}
}

func (m *mgw) printMemory(c *vty.Context, a vty.Args, keep func(index int, part chunk) bool) {
	context, depth := a.Word(0), a.Word(1)
	if context == "all" {
		return
	}
	parts := m.memory(context)
	var total chunk
	for _, part := range parts {
		total.bytes += part.bytes
		total.blocks += part.blocks
	}
	full := ""
	if depth == "full" {
		full = "full "
	}
	c.Printf("%stalloc report on '%s' (total %6d bytes in %3d blocks)\n", full, context, total.bytes, total.blocks)
	if depth == "brief" || depth == "0" {
		return
	}
	for i, part := range parts {
		if keep(i, part) {
			c.Printf("    %-30s contains %6d bytes in %3d blocks (ref 0) %#x\n", part.name, part.bytes, part.blocks, i+1)
		}
	}
}

// memory takes the memory apart, for one of the contexts of the command.
func (m *mgw) memory(context string) []chunk {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	io := m.io.EngineConfig()
	parts := []chunk{
		{"objects", stats.HeapAlloc, stats.HeapObjects},
		{"stacks", stats.StackInuse, uint64(runtime.NumGoroutine())},
		{"packet pools", uint64(io.Queues) * uint64(io.Pool) * bufferSize, uint64(io.Queues)},
	}
	if context == "application" {
		return parts
	}
	live := stats.HeapAlloc + stats.StackInuse
	parts = append(parts, chunk{"Go runtime and spare", stats.Sys - stats.HeapReleased - live, 1})
	if usage, err := process.ReadUsage(); err == nil {
		var sum uint64
		for _, part := range parts {
			sum += part.bytes
		}
		// What is in memory beyond that. Pools that were never used up are not, so it may come to nothing.
		parts = append(parts, chunk{"program and the rest", usage.RSS - min(sum, usage.RSS), 1})
	}
	return parts
}
